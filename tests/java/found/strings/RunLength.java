package found.strings;

/** Run-length encoding of texts. */
public class RunLength {

  public static String encode(String input) {
    StringBuilder out = new StringBuilder();
    int i = 0;
    while (i < input.length()) {
      char c = input.charAt(i);
      int run = 1;
      while (i + run < input.length() && input.charAt(i + run) == c) {
        run++;
      }
      out.append(c);
      if (run > 1) {
        out.append(run);
      }
      i += run;
    }
    return out.toString();
  }

  /** Length of the longest run. */
  public static int longestRun(String input) {
    int longest = 0;
    int current = 0;
    for (int i = 0; i < input.length(); i++) {
      if (i > 0 && input.charAt(i) == input.charAt(i - 1)) {
        current++;
      } else {
        current = 1;
      }
      longest = current > longest ? current : longest;
    }
    return longest;
  }

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  static int digit(char c) {
    if (!isDigit(c)) {
      throw new IllegalArgumentException("not a digit: " + c);
    }
    return c - '0';
  }

  public static void main(String[] args) {
    System.out.println(encode("aaabccd"));
    System.out.println(longestRun("aabbbcc"));
  }
}
