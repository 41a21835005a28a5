package found.strings;

/** Counts vowels and other characters. */
public class Vowels {

  //@ ensures \result == (c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u');
  static boolean isVowel(char c) {
    return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u';
  }

  //@ requires s != null;
  //@ ensures 0 <= \result && \result <= s.length();
  public static int countVowels(String s) {
    int count = 0;
    //@ loop_invariant 0 <= i && i <= s.length() && 0 <= count && count <= i;
    for (int i = 0; i < s.length(); i++) {
      if (isVowel(s.charAt(i))) {
        count++;
      }
    }
    return count;
  }

  //@ requires s != null;
  //@ ensures 0 <= \result && \result <= s.length();
  public static int countDigits(String s) {
    int count = 0;
    //@ loop_invariant 0 <= i && i <= s.length() && 0 <= count && count <= i;
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      if ('0' <= c && c <= '9') {
        count++;
      }
    }
    return count;
  }

  public static void main(String[] args) {
    System.out.println(countVowels("programming"));
    System.out.println(countDigits("a1b22"));
  }
}
