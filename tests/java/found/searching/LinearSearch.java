package found.searching;

import java.util.NoSuchElementException;

/** Searches that look at one element after the other. */
public class LinearSearch {
  public static final int NOT_FOUND = -1;

  public static int indexOf(int[] array, int value) {
    for (int i = 0; i < array.length; i++) {
      if (array[i] == value) {
        return i;
      }
    }
    return NOT_FOUND;
  }

  public static int lastIndexOf(int[] array, int value) {
    for (int i = array.length; i >= 0; i--) {
      if (array[i] == value) {
        return i;
      }
    }
    return NOT_FOUND;
  }

  public static int indexOf(String[] words, String word) {
    int i = 0;
    for (String w : words) {
      if (w.equals(word)) {
        return i;
      }
      i++;
    }
    return NOT_FOUND;
  }

  public static boolean contains(int[] array, int value) {
    return indexOf(array, value) != NOT_FOUND;
  }

  /** The first even number. */
  public static int firstEven(int[] array) {
    if (array == null || array.length == 0) {
      throw new NoSuchElementException("empty");
    }
    for (int n : array) {
      if (n % 2 == 0) {
        return n;
      }
    }
    throw new NoSuchElementException("no even number");
  }

  public static void main(String[] args) {
    int[] data = {3, 5, 8, 5};
    System.out.println(indexOf(data, 5) + " " + contains(data, 9));
    System.out.println(firstEven(data));
  }
}
