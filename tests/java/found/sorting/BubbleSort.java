package found.sorting;

import java.util.Arrays;

/** Bubble sort with an early exit as soon as a pass changes nothing. */
public final class BubbleSort {
  private BubbleSort() {
  }

  /**
   * Sorts the array in place.
   *
   * @param array the numbers to sort
   * @return the same array
   */
  public static int[] sort(int[] array) {
    if (array == null) {
      throw new IllegalArgumentException("array must not be null");
    }
    boolean swapped = true;
    int end = array.length - 1;
    while (swapped) {
      swapped = false;
      for (int i = 0; i < end; i++) {
        if (array[i] > array[i + 1]) {
          swap(array, i, i + 1);
          swapped = true;
        }
      }
      end--;
    }
    return array;
  }

  private static void swap(int[] array, int i, int j) {
    int temp = array[i];
    array[i] = array[j];
    array[j] = temp;
  }

  /** Tells whether the array is in ascending order. */
  public static boolean isSorted(int[] array) {
    for (int i = 1; i < array.length; i++) {
      if (array[i - 1] > array[i]) {
        return false;
      }
    }
    return true;
  }

  public static void main(String[] args) {
    int[] data = {5, 1, 4, 2, 8};
    sort(data);
    System.out.println(Arrays.toString(data));
    System.out.println("sorted: " + isSorted(data));
  }
}
