package found.strings;

/** The cipher of Caesar. */
public class Caesar {
  private static final int LETTERS = 26;

  private final int shift;

  public Caesar(int shift) {
    if (shift < 0 || shift >= LETTERS) {
      throw new IllegalArgumentException("shift must be between 0 and 25");
    }
    this.shift = shift;
  }

  private static char rotate(char c, int by) {
    if (c >= 'a' && c <= 'z') {
      return (char) ('a' + (c - 'a' + by) % LETTERS);
    }
    if (c >= 'A' && c <= 'Z') {
      return (char) ('A' + (c - 'A' + by) % LETTERS);
    }
    return c;
  }

  public String encode(String text) {
    StringBuilder sb = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      sb.append(rotate(text.charAt(i), shift));
    }
    return sb.toString();
  }

  public String decode(String text) {
    StringBuilder sb = new StringBuilder();
    for (char c : text.toCharArray()) {
      sb.append(rotate(c, LETTERS - shift));
    }
    return sb.toString();
  }

  public static void main(String[] args) {
    Caesar caesar = new Caesar(3);
    String secret = caesar.encode("Hello, World!");
    System.out.println(secret);
    System.out.println(caesar.decode(secret));
  }
}
