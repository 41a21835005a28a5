package found.text;

import java.util.Comparator;

/** Orders words by their lengths, then alphabetically. */
public class ByLength implements Comparator<String> {
  @Override
  public int compare(String a, String b) {
    if (a.length() != b.length()) {
      return a.length() - b.length();
    }
    return a.compareTo(b);
  }

  public static String longer(String a, String b) {
    return new ByLength().compare(a, b) >= 0 ? a : b;
  }

  public static void main(String[] args) {
    System.out.println(longer("pear", "apple"));
  }
}
