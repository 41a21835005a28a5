// The sum of `(low + high) >>> 1` may wrap: as in Java, its half is then right all the same.
class MidIdiom {
  //@ requires 0 <= low && low <= high;
  //@ ensures low <= \result && \result <= high;
  static int mid(int low, int high) { return (low + high) >>> 1; }

  //@ requires 0 <= low && low <= high;
  //@ ensures \result == (low + high) / 2;
  static int exact(int low, int high) { return (low + high) >>> 1; }

  //@ ensures \result == (low + high) / 2; //~ postcondition:may-not-hold
  static int negative(int low, int high) { return (low + high) >>> 1; }

  //@ requires 0 <= low && low <= high;
  //@ ensures low <= \result;
  static int signed(int low, int high) { return (low + high) >> 1; } //~ overflow

  //@ requires 0 <= low && low <= high;
  static int divided(int low, int high) { return (low + high) / 2; } //~ overflow

  //@ requires 0 <= low && low <= high;
  static int later(int low, int high) { int sum = low + high; return sum >>> 1; } //~ overflow

  //@ requires a != null * acc(a.elems, 1/2);
  //@ requires (\forall int i; 0 <= i && i < a.length - 1; a[i] <= a[i + 1]);
  //@ ensures acc(a.elems, 1/2) * -1 <= \result && \result < a.length;
  static int search(int[] a, int key) {
    int low = 0;
    int high = a.length - 1;
    //@ invariant acc(a.elems, 1/2) * 0 <= low && low <= high + 1 && high < a.length;
    //@ decreases high - low + 1;
    while (low <= high) {
      int mid = (low + high) >>> 1;
      if (a[mid] < key) { low = mid + 1; }
      else if (a[mid] > key) { high = mid - 1; }
      else { return mid; }
    }
    return -1;
  }
}
