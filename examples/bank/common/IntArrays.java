package bank.common;

/** Work on arrays of numbers. */
public final class IntArrays {
  private IntArrays() {
  }

  /** A new array that begins with the first `n` elements of another one. */
  //@ requires acc(a.elems, 1/2) * 0 <= n && n <= a.length && n <= length;
  //@ ensures acc(a.elems, 1/2) * acc(\result.elems);
  //@ ensures \result.length == length && \result[..n] == a[..n];
  //@ ensures (\forall int k; n <= k && k < length; \result[k] == 0);
  public static int[] copyOf(int[] a, int n, int length) {
    int[] copy = new int[length];
    //@ invariant acc(a.elems, 1/2) * acc(copy.elems) * 0 <= i && i <= n;
    //@ invariant copy[..i] == a[..i];
    //@ invariant (\forall int k; i <= k && k < length; copy[k] == 0);
    //@ decreases n - i;
    for (int i = 0; i < n; i++) {
      copy[i] = a[i];
    }
    return copy;
  }

  /** Makes all elements equal. */
  //@ requires acc(a.elems);
  //@ ensures acc(a.elems) * (\forall int k; 0 <= k && k < a.length; a[k] == value);
  public static void fill(int[] a, int value) {
    //@ invariant acc(a.elems) * 0 <= i && i <= a.length;
    //@ invariant (\forall int k; 0 <= k && k < i; a[k] == value);
    //@ decreases a.length - i;
    for (int i = 0; i < a.length; i++) {
      a[i] = value;
    }
  }

  /** Exchanges two elements. */
  //@ requires acc(a.elems) * 0 <= i && i < a.length * 0 <= j && j < a.length;
  //@ ensures acc(a.elems) * a[i] == old(a[j]) && a[j] == old(a[i]);
  //@ ensures (\forall int k; 0 <= k && k < a.length && k != i && k != j; a[k] == old(a[k]));
  //@ ensures multiset(a[..]) == old(multiset(a[..]));
  public static void swap(int[] a, int i, int j) {
    int t = a[i];
    a[i] = a[j];
    a[j] = t;
  }

  /** The sum of the first `n` elements; with a long it cannot be too large. */
  //@ requires acc(a.elems, 1/2) * 0 <= n && n <= a.length;
  //@ ensures acc(a.elems, 1/2) * \result == Sums.sum(a[..n]);
  //@ ensures -2147483648 * n <= \result && \result <= 2147483647 * n;
  public static long sum(int[] a, int n) {
    long sum = 0;
    //@ invariant acc(a.elems, 1/2) * 0 <= i && i <= n;
    //@ invariant sum == Sums.sum(a[..i]);
    //@ invariant -2147483648 * i <= sum && sum <= 2147483647 * i;
    //@ decreases n - i;
    for (int i = 0; i < n; i++) {
      //@ assert a[..i + 1][..i] == a[..i];
      sum += a[i];
    }
    return sum;
  }

  /** The first place of a number among the first `n`, or -1. */
  //@ requires acc(a.elems, 1/2) * 0 <= n && n <= a.length;
  //@ ensures acc(a.elems, 1/2) * -1 <= \result && \result < n;
  //@ ensures 0 <= \result ==> a[\result] == value && !(value in a[..\result]);
  //@ ensures \result < 0 ==> !(value in a[..n]);
  public static int indexOf(int[] a, int n, int value) {
    //@ invariant acc(a.elems, 1/2) * 0 <= i && i <= n;
    //@ invariant !(value in a[..i]);
    //@ decreases n - i;
    for (int i = 0; i < n; i++) {
      if (a[i] == value) {
        return i;
      }
    }
    return -1;
  }

  /** How often a number is among the first `n`. */
  //@ requires acc(a.elems, 1/2) * 0 <= n && n <= a.length;
  //@ ensures acc(a.elems, 1/2) * \result == Sums.count(a[..n], value);
  public static int count(int[] a, int n, int value) {
    int count = 0;
    //@ invariant acc(a.elems, 1/2) * 0 <= i && i <= n;
    //@ invariant count == Sums.count(a[..i], value);
    //@ decreases n - i;
    for (int i = 0; i < n; i++) {
      //@ assert a[..i + 1][..i] == a[..i];
      if (a[i] == value) {
        count++;
      }
    }
    return count;
  }

  /** The place of a largest element. */
  //@ requires acc(a.elems, 1/2) * 0 < n && n <= a.length;
  //@ ensures acc(a.elems, 1/2) * 0 <= \result && \result < n;
  //@ ensures (\forall int k; 0 <= k && k < n; a[k] <= a[\result]);
  public static int largest(int[] a, int n) {
    int best = 0;
    //@ invariant acc(a.elems, 1/2) * 0 <= best && best < i && i <= n;
    //@ invariant (\forall int k; 0 <= k && k < i; a[k] <= a[best]);
    //@ decreases n - i;
    for (int i = 1; i < n; i++) {
      if (a[best] < a[i]) {
        best = i;
      }
    }
    return best;
  }

  /** Reverses an array. */
  //@ requires acc(a.elems);
  //@ ensures acc(a.elems) * multiset(a[..]) == old(multiset(a[..]));
  //@ ensures (\forall int k; 0 <= k && k < a.length; a[k] == old(a[..])[a.length - 1 - k]);
  public static void reverse(int[] a) {
    int i = 0;
    int j = a.length - 1;
    /*@ invariant acc(a.elems) * 0 <= i && i + j == a.length - 1 && i <= j + 2;
      @ invariant multiset(a[..]) == old(multiset(a[..]));
      @ invariant (\forall int k; 0 <= k && k < i; a[k] == old(a[..])[a.length - 1 - k]);
      @ invariant (\forall int k; j < k && k < a.length; a[k] == old(a[..])[a.length - 1 - k]);
      @ invariant (\forall int k; i <= k && k <= j; a[k] == old(a[..])[k]);
      @ decreases j - i;
      @*/
    while (i < j) {
      swap(a, i, j);
      i++;
      j--;
    }
  }

  /** Sorts an array by insertion. */
  //@ requires acc(a.elems);
  //@ ensures acc(a.elems) * Sums.sorted(a[..]);
  //@ ensures multiset(a[..]) == old(multiset(a[..]));
  public static void sort(int[] a) {
    //@ invariant acc(a.elems) * 0 <= i && i <= a.length;
    //@ invariant Sums.sorted(a[..i]);
    //@ invariant multiset(a[..]) == old(multiset(a[..]));
    //@ decreases a.length - i;
    for (int i = 0; i < a.length; i++) {
      insert(a, i);
    }
  }

  /** Moves the element at `n` to its place among those before it, which are sorted. */
  //@ requires acc(a.elems) * 0 <= n && n < a.length;
  //@ requires Sums.sorted(a[..n]);
  //@ ensures acc(a.elems) * Sums.sorted(a[..n + 1]);
  //@ ensures multiset(a[..]) == old(multiset(a[..]));
  private static void insert(int[] a, int n) {
    int j = n;
    /*@ invariant acc(a.elems) * 0 <= j && j <= n;
      @ invariant multiset(a[..]) == old(multiset(a[..]));
      @ invariant (\forall int x, y; 0 <= x && x < y && y < j; a[x] <= a[y]);
      @ invariant (\forall int x, y; j <= x && x < y && y <= n; a[x] <= a[y]);
      @ invariant (\forall int x, y; 0 <= x && x < j && j < y && y <= n; a[x] <= a[y]);
      @ decreases j;
      @*/
    while (0 < j && a[j] < a[j - 1]) {
      swap(a, j, j - 1);
      j--;
    }
  }

  /** A place of a number in a sorted array, or -1: each step halves what is left. */
  //@ requires acc(a.elems, 1/2) * Sums.sorted(a[..]);
  //@ ensures acc(a.elems, 1/2) * -1 <= \result && \result < a.length;
  //@ ensures 0 <= \result ==> a[\result] == value;
  //@ ensures \result < 0 ==> !(value in a[..]);
  public static int search(int[] a, int value) {
    int low = 0;
    int high = a.length;
    /*@ invariant acc(a.elems, 1/2) * Sums.sorted(a[..]);
      @ invariant 0 <= low && low <= high && high <= a.length;
      @ invariant (\forall int k; 0 <= k && k < low; a[k] < value);
      @ invariant (\forall int k; high <= k && k < a.length; value < a[k]);
      @ decreases high - low;
      @*/
    while (low < high) {
      int middle = low + (high - low) / 2;
      if (a[middle] == value) {
        return middle;
      }
      if (a[middle] < value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return -1;
  }
}
