package found.sorting;

/** Shell sort with Knuth's gaps. */
public class ShellSort {

  /** Largest gap of the sequence 1, 4, 13, 40, ... below a third of the length. */
  static int firstGap(int length) {
    int gap = 1;
    while (gap < length / 3) {
      gap = 3 * gap + 1;
    }
    return gap;
  }

  public static void sort(int[] array) {
    int gap = firstGap(array.length);
    while (gap >= 1) {
      for (int i = gap; i < array.length; i++) {
        int value = array[i];
        int j = i;
        while (j >= gap && value < array[j - gap]) {
          array[j] = array[j - gap];
          j -= gap;
        }
        array[j] = value;
      }
      gap /= 3;
    }
  }

  public static void main(String[] args) {
    int[] array = {23, 12, 1, 8, 34, 54, 2, 3};
    sort(array);
    for (int i = 0; i < array.length; ++i) {
      System.out.print(array[i]);
      System.out.print(i < array.length - 1 ? ", " : "\n");
    }
  }
}
