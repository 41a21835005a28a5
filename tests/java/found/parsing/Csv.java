package found.parsing;

/** One line of comma separated values. */
public class Csv {
  private static final char SEPARATOR = ',';

  public static int countFields(String line) {
    int fields = 1;
    for (int i = 0; i < line.length(); i++) {
      if (line.charAt(i) == SEPARATOR) {
        fields++;
      }
    }
    return fields;
  }

  public static String field(String line, int n) {
    int start = 0;
    for (int i = 0; i < n; i++) {
      int comma = nextComma(line, start);
      if (comma == -1) {
        throw new IllegalArgumentException("no field " + n);
      }
      start = comma + 1;
    }
    int end = nextComma(line, start);
    return line.substring(start, end);
  }

  private static int nextComma(String line, int from) {
    for (int i = from; i < line.length(); i++) {
      if (line.charAt(i) == SEPARATOR) {
        return i;
      }
    }
    return -1;
  }

  public static String[] fields(String line) {
    String[] all = new String[countFields(line)];
    int start = 0;
    for (int i = 0; i < all.length; i++) {
      int end = nextComma(line, start);
      if (end < 0) {
        end = line.length();
      }
      all[i] = line.substring(start, end);
      start = end + 1;
    }
    return all;
  }
}
