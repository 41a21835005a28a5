package found.sorting;

/** Quicksort with the last element as pivot (Lomuto). */
public class QuickSort {

  public static void sort(int[] array) {
    quickSort(array, 0, array.length - 1);
  }

  private static void quickSort(int[] array, int low, int high) {
    if (low < high) {
      int p = partition(array, low, high);
      quickSort(array, low, p - 1);
      quickSort(array, p + 1, high);
    }
  }

  private static int partition(int[] array, int low, int high) {
    int pivot = array[high];
    int i = low - 1;
    for (int j = low; j < high; j++) {
      if (array[j] <= pivot) {
        i++;
        int tmp = array[i];
        array[i] = array[j];
        array[j] = tmp;
      }
    }
    int tmp = array[i + 1];
    array[i + 1] = array[high];
    array[high] = tmp;
    return i + 1;
  }

  /** Returns the k-th smallest element, counted from 0. */
  public static int select(int[] array, int k) {
    if (k < 0 || k > array.length) {
      throw new IllegalArgumentException("no such rank: " + k);
    }
    sort(array);
    return array[k];
  }

  public static void main(String[] args) {
    int[] array = {10, 7, 8, 9, 1, 5};
    System.out.println("median: " + select(array, array.length / 2));
  }
}
