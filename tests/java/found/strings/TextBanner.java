package found.strings;

/** Prints a banner from a text block. */
public class TextBanner {
  private static final int WIDTH = 30;

  static String banner() {
    return """
        ==============
          W E L C O M E
        ==============
        """;
  }

  static String line(char c) {
    String s = "";
    int i = 0;
    do {
      s = s + c;
      i++;
    } while (i < WIDTH);
    return s;
  }

  static int padding(String title) {
    int free = WIDTH - title.length();
    return free > 0 ? free / 2 : 0;
  }

  static int columns(int width, int columnWidth) {
    return width / columnWidth;
  }

  public static void main(String[] args) {
    System.out.println(banner());
    System.out.println(line('-'));
    System.out.println(padding("title"));
    System.out.println(columns(WIDTH, 7));
  }
}
