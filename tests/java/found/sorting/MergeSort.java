package found.sorting;

/** Top-down merge sort with one auxiliary array. */
public class MergeSort {
  private int[] aux;
  private int comparisons;

  public int[] sort(int[] unsorted) {
    aux = new int[unsorted.length];
    comparisons = 0;
    doSort(unsorted, 0, unsorted.length - 1);
    return unsorted;
  }

  private void doSort(int[] arr, int left, int right) {
    if (left < right) {
      int mid = (left + right) / 2;
      doSort(arr, left, mid);
      doSort(arr, mid + 1, right);
      merge(arr, left, mid, right);
    }
  }

  private void merge(int[] arr, int left, int mid, int right) {
    int i = left;
    int j = mid + 1;
    for (int k = left; k <= right; k++) {
      aux[k] = arr[k];
    }
    for (int k = left; k <= right; k++) {
      if (j > right) {
        arr[k] = aux[i++];
      } else if (i > mid) {
        arr[k] = aux[j++];
      } else {
        comparisons++;
        if (aux[j] < aux[i]) {
          arr[k] = aux[j++];
        } else {
          arr[k] = aux[i++];
        }
      }
    }
  }

  public int getComparisons() {
    return comparisons;
  }

  public static void main(String[] args) {
    MergeSort ms = new MergeSort();
    int[] result = ms.sort(new int[] {4, 3, 2, 1, 0});
    for (int r : result) {
      System.out.println(r);
    }
    System.out.println(ms.getComparisons() + " comparisons");
  }
}
