package found.sorting;

/** Straight insertion sort. */
public class InsertionSort {

  /** Sorts the whole array. */
  public void sort(int[] a) {
    sort(a, 0, a.length);
  }

  /** Sorts the part from {@code from} (inclusive) to {@code to} (exclusive). */
  public void sort(int[] a, int from, int to) {
    if (from < 0 || to > a.length || from > to) {
      throw new IndexOutOfBoundsException("bad range: " + from + ".." + to);
    }
    for (int i = from + 1; i < to; i++) {
      int key = a[i];
      int j = i - 1;
      while (j >= from && a[j] > key) {
        a[j + 1] = a[j];
        j--;
      }
      a[j + 1] = key;
    }
  }

  /** Sorts names alphabetically. */
  public void sortNames(String[] names) {
    for (int i = 1; i < names.length; i++) {
      String key = names[i];
      int j = i - 1;
      while (j >= 0 && names[j].compareTo(key) > 0) {
        names[j + 1] = names[j];
        j--;
      }
      names[j + 1] = key;
    }
  }

  public static void main(String[] args) {
    InsertionSort sorter = new InsertionSort();
    int[] numbers = {9, 3, 7, 1};
    sorter.sort(numbers);
    for (int n : numbers) {
      System.out.print(n + " ");
    }
    System.out.println();
  }
}
