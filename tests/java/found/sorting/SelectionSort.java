package found.sorting;

/** Selection sort: finds the minimum of the rest and moves it to the front. */
public class SelectionSort {

  //@ requires acc(a.elems);
  //@ ensures acc(a.elems);
  public static void sort(int[] a) {
    //@ loop_invariant acc(a.elems) * 0 <= i;
    for (int i = 0; i < a.length; i++) {
      int min = indexOfMinimum(a, i);
      int t = a[i];
      a[i] = a[min];
      a[min] = t;
    }
  }

  //@ requires acc(a.elems, 1/2) * 0 <= from && from < a.length;
  //@ ensures acc(a.elems, 1/2) * from <= \result && \result < a.length;
  //@ ensures (\forall int k; from <= k && k < a.length; a[\result] <= a[k]);
  static int indexOfMinimum(int[] a, int from) {
    int min = from;
    //@ loop_invariant acc(a.elems, 1/2) * from <= min && min < j && j <= a.length;
    //@ loop_invariant (\forall int k; from <= k && k < j; a[min] <= a[k]);
    for (int j = from + 1; j < a.length; j++) {
      if (a[j] < a[min]) {
        min = j;
      }
    }
    return min;
  }

  public static void main(String[] args) {
    int[] a = new int[] {3, 2, 1};
    sort(a);
    System.out.println(a[0] + " " + a[1] + " " + a[2]);
  }
}
