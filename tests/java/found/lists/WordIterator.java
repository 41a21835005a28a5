package found.lists;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** Walks over the elements of an array of words, skipping nulls. */
public class WordIterator implements Iterator<String> {
  private final String[] words;
  private int position;

  public WordIterator(String[] words) {
    this.words = words;
    skip();
  }

  private void skip() {
    while (words[position] == null) {
      position++;
    }
  }

  @Override
  public boolean hasNext() {
    return position < words.length;
  }

  @Override
  public String next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    String word = words[position++];
    skip();
    return word;
  }
}
