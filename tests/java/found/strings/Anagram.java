package found.strings;

/** Anagram test by counting letters. */
public class Anagram {
  private static final int ALPHABET = 26;

  static int[] histogram(String word) {
    int[] counts = new int[ALPHABET];
    for (int i = 0; i < word.length(); i++) {
      counts[word.charAt(i) - 'a']++;
    }
    return counts;
  }

  public static boolean areAnagrams(String a, String b) {
    if (a.length() != b.length()) {
      return false;
    }
    int[] left = histogram(a);
    int[] right = histogram(b);
    for (int i = 0; i < ALPHABET; i++) {
      if (left[i] != right[i]) {
        return false;
      }
    }
    return true;
  }

  public static boolean isPangram(String text) {
    boolean[] seen = new boolean[ALPHABET];
    int distinct = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 'a' && c <= 'z' && !seen[c - 'a']) {
        seen[c - 'a'] = true;
        distinct++;
      }
    }
    return distinct == ALPHABET;
  }

  public static void main(String[] args) {
    System.out.println(areAnagrams("listen", "silent"));
    System.out.println(isPangram("the quick brown fox jumps over the lazy dog"));
  }
}
