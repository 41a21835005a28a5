package found.sorting;

/** Counting sort for small non-negative keys. */
public class CountingSort {
  private static final int MAX_KEY = 1000;

  private CountingSort() {
  }

  public static int[] sort(int[] input) {
    int max = findMax(input);
    if (max > MAX_KEY) {
      throw new IllegalArgumentException("key too large: " + max);
    }
    int[] count = new int[max];
    for (int value : input) {
      count[value]++;
    }
    int[] output = new int[input.length];
    int pos = 0;
    for (int key = 0; key <= max; key++) {
      for (int c = 0; c < count[key]; c++) {
        output[pos++] = key;
      }
    }
    return output;
  }

  private static int findMax(int[] input) {
    int max = 0;
    for (int value : input) {
      if (value < 0) {
        throw new IllegalArgumentException("negative key");
      }
      max = Math.max(max, value);
    }
    return max;
  }

  public static void main(String[] args) {
    int[] sorted = sort(new int[] {3, 0, 2, 3});
    System.out.println(sorted.length);
  }
}
