class Average {
  //@ requires acc(a.elems);
  //@ ensures acc(a.elems);
  static int average(int[] a) {
    int sum = 0;
    /*@ loop_invariant acc(a.elems) * 0 <= i && i <= a.length * sum == 0; @*/
    for (int i = 0; i < a.length; i++) {
      sum = a[i] - a[i];
    }
    return sum / a.length;
  }
}
// confirmed
