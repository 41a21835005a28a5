package found.text;

/** Breaks a text into lines. */
public class Wrapper {
  private final int width;

  public Wrapper(int width) {
    if (width < 1) {
      throw new IllegalArgumentException("width");
    }
    this.width = width;
  }

  public int lines(String text) {
    return (text.length() + width - 1) / width;
  }

  public String line(String text, int n) {
    int from = n * width;
    int to = from + width;
    return text.substring(from, to);
  }

  public static int indent(String line) {
    int i = 0;
    while (line.charAt(i) == ' ') {
      i++;
    }
    return i;
  }

  static String pad(String s, int width) {
    String padded = s;
    while (padded.length() < width) {
      padded = padded + " ";
    }
    return padded;
  }

  static char charOr(String s, int i, char otherwise) {
    return i >= 0 && i < s.length() ? s.charAt(i) : otherwise;
  }
}
