package found.strings;

/** Small helpers for words and sentences. */
public final class WordTools {
  private WordTools() {
  }

  public static int countWords(String sentence) {
    if (sentence == null || sentence.isEmpty()) {
      return 0;
    }
    int words = 0;
    boolean inWord = false;
    for (int i = 0; i < sentence.length(); i++) {
      if (sentence.charAt(i) == ' ') {
        inWord = false;
      } else if (!inWord) {
        inWord = true;
        words++;
      }
    }
    return words;
  }

  public static String capitalize(String word) {
    return word.substring(0, 1).toUpperCase() + word.substring(1);
  }

  public static String firstWord(String sentence) {
    int space = sentence.indexOf(' ');
    return sentence.substring(0, space);
  }

  public static String lastWord(String sentence) {
    int i = sentence.length() - 1;
    while (i >= 0 && sentence.charAt(i) != ' ') {
      i--;
    }
    return sentence.substring(i + 1);
  }

  public static String abbreviate(String text, int max) {
    if (max < 4) {
      throw new IllegalArgumentException("max too small: " + max);
    }
    if (text.length() <= max) {
      return text;
    }
    return text.substring(0, max - 3) + "...";
  }

  public static void main(String[] args) {
    System.out.println(countWords("the quick  brown fox"));
    System.out.println(firstWord("hello world"));
    System.out.println(lastWord("hello world"));
    System.out.println(abbreviate("a rather long sentence", 10));
  }
}
