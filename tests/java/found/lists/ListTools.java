package found.lists;

import java.util.ArrayList;
import java.util.List;

/** Helpers for lists of words. */
public class ListTools {

  /** The longest word, or null. */
  public static String longest(List<String> words) {
    String longest = null;
    for (String w : words) {
      if (longest == null || w.length() > longest.length()) {
        longest = w;
      }
    }
    return longest;
  }

  public static List<String> split(String text, char separator) {
    List<String> parts = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == separator) {
        parts.add(text.substring(start, i));
        start = i + 1;
      }
    }
    parts.add(text.substring(start));
    return parts;
  }

  public static String firstOf(List<String> words) {
    if (words.isEmpty()) {
      return "";
    }
    return words.get(0);
  }

  public static int total(List<String> words) {
    int n = 0;
    for (int i = 0; i <= words.size(); i++) {
      n += words.get(i).length();
    }
    return n;
  }

  public static void main(String[] args) {
    List<String> words = split("one,two,three", ',');
    System.out.println(longest(words));
    System.out.println(firstOf(words));
  }
}
