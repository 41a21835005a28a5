package found.strings;

/** Upper and lower case of ASCII letters. */
public class LetterCase {
  static boolean isUpper(char c) {
    return 'A' <= c && c <= 'Z';
  }

  static boolean isLower(char c) {
    return 'a' <= c && c <= 'z';
  }

  static char toLower(char c) {
    return isUpper(c) ? (char) (c + 32) : c;
  }

  static char toUpper(char c) {
    if (isLower(c)) {
      c -= 32;
    }
    return c;
  }

  static char next(char c) {
    return ++c;
  }

  static boolean equalsIgnoreCase(String a, String b) {
    if (a == b) {
      return true;
    }
    if (a == null || b == null || a.length() != b.length()) {
      return false;
    }
    for (int i = 0; i < a.length(); i++) {
      if (toLower(a.charAt(i)) != toLower(b.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  /** Score of a word: a = 1, b = 2, and so on. */
  static int score(String word) {
    int sum = 0;
    for (int i = 0; i < word.length(); i++) {
      char c = toLower(word.charAt(i));
      sum += isLower(c) ? c - 'a' + 1 : 0;
    }
    return sum;
  }

  public static void main(String[] args) {
    System.out.println(toUpper('q'));
    System.out.println(equalsIgnoreCase("Java", "JAVA"));
    System.out.println(score("abc"));
  }
}
