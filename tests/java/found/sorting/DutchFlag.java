package found.sorting;

/** Sorts an array of the three values 0, 1 and 2 in one pass. */
public class DutchFlag {
  public static final int RED = 0;
  public static final int WHITE = 1;
  public static final int BLUE = 2;

  //@ requires acc(colors.elems);
  //@ requires (\forall int k; 0 <= k && k < colors.length; 0 <= colors[k] && colors[k] <= 2);
  //@ ensures acc(colors.elems);
  //@ ensures 0 <= \result && \result <= colors.length;
  //@ ensures (\forall int k; 0 <= k && k < \result; colors[k] == 0);
  public static int sort(int[] colors) {
    int low = 0;
    int mid = 0;
    int high = colors.length;
    //@ loop_invariant acc(colors.elems) * 0 <= low && low <= mid && mid <= high && high <= colors.length;
    //@ loop_invariant (\forall int k; 0 <= k && k < low; colors[k] == 0);
    //@ decreases high - mid;
    while (mid < high) {
      if (colors[mid] == RED) {
        swap(colors, low, mid);
        low++;
        mid++;
      } else if (colors[mid] == WHITE) {
        mid++;
      } else {
        high--;
        swap(colors, mid, high);
      }
    }
    return low;
  }

  //@ requires acc(a.elems) * 0 <= i && i < a.length && 0 <= j && j < a.length;
  //@ ensures acc(a.elems) * a[i] == \old(a[j]) && a[j] == \old(a[i]);
  //@ ensures (\forall int k; 0 <= k && k < a.length && k != i && k != j; a[k] == \old(a[k]));
  private static void swap(int[] a, int i, int j) {
    int t = a[i];
    a[i] = a[j];
    a[j] = t;
  }

  public static void main(String[] args) {
    int[] flag = {2, 0, 1, 2, 0};
    System.out.println(sort(flag) + " red");
  }
}
