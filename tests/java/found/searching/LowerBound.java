package found.searching;

/** Bounds in sorted arrays, as in the C++ library. */
public class LowerBound {

  //@ requires acc(a.elems, 1/2);
  //@ requires (\forall int i, j; 0 <= i && i <= j && j < a.length; a[i] <= a[j]);
  //@ ensures acc(a.elems, 1/2) * 0 <= \result && \result <= a.length;
  //@ ensures (\forall int k; 0 <= k && k < \result; a[k] < key);
  //@ ensures (\forall int k; \result <= k && k < a.length; key <= a[k]);
  public static int lowerBound(int[] a, int key) {
    int low = 0;
    int high = a.length;
    //@ loop_invariant acc(a.elems, 1/2) * 0 <= low && low <= high && high <= a.length;
    //@ loop_invariant (\forall int i, j; 0 <= i && i <= j && j < a.length; a[i] <= a[j]);
    //@ loop_invariant (\forall int k; 0 <= k && k < low; a[k] < key);
    //@ loop_invariant (\forall int k; high <= k && k < a.length; key <= a[k]);
    while (low < high) {
      int mid = low + (high - low) / 2;
      if (a[mid] < key) {
        low = mid + 1;
      } else {
        high = mid;
      }
    }
    return low;
  }

  /** Number of elements below the key. */
  public static int rank(int[] a, int key) {
    int rank = 0;
    for (int x : a) {
      if (x < key) {
        rank++;
      }
    }
    return rank;
  }

  public static void main(String[] args) {
    int[] a = {1, 2, 2, 5};
    System.out.println(lowerBound(a, 2));
    System.out.println(rank(a, 2));
  }
}
