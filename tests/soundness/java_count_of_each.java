// Guards against: `\count` as anything but the number of elements that the loop around it has seen.
class Each {
  //@ requires acc(a.elems, 1/2);
  //@ ensures acc(a.elems, 1/2) * (\forall int k; 0 <= k && k < a.length; a[k] <= \result);
  static int max(int[] a) {
    int max = Integer.MIN_VALUE;
    //@ loop_invariant acc(a.elems, 1/2) * (\forall int k; 0 <= k && k < \count; a[k] <= max);
    for (int x : a) {
      //@ assert x == a[\count] && \count < a.length;
      if (x <= max) continue;
      max = x;
    }
    return max;
  }

  //@ requires acc(a.elems, 1/2) * 0 < a.length;
  //@ ensures acc(a.elems, 1/2);
  static int oneTooMany(int[] a) {
    int max = a[0];
    //@ loop_invariant acc(a.elems, 1/2) * (\forall int k; 0 <= k && k <= \count && k < a.length; a[k] <= max); //~ invariant-preserved:may-not-hold
    for (int x : a) {
      if (x > max) max = x;
    }
    return max;
  }

  //@ requires acc(a.elems, 1/2);
  //@ ensures acc(a.elems, 1/2);
  static void begins(int[] a) {
    //@ loop_invariant acc(a.elems, 1/2) * 0 < \count; //~ invariant-entry:may-not-hold
    for (int x : a) {
    }
  }

  //@ requires acc(a.elems, 1/2) * acc(b.elems, 1/2);
  //@ ensures acc(a.elems, 1/2) * acc(b.elems, 1/2);
  static int nested(int[] a, int[] b) {
    int n = 0;
    //@ loop_invariant acc(a.elems, 1/2) * acc(b.elems, 1/2) * n == \count;
    for (int x : a) {
      int m = 0;
      //@ loop_invariant acc(b.elems, 1/2) * m == \count;
      for (int y : b) {
        m++;
      }
      //@ assert m == b.length;
      n++;
      //@ assert n == \count; //~ assert:may-not-hold
    }
    return n;
  }

  //@ requires acc(a.elems, 1/2) * 3 < a.length;
  //@ ensures acc(a.elems, 1/2);
  static void left(int[] a) {
    int seen = 0;
    //@ loop_invariant acc(a.elems, 1/2) * seen == \count;
    for (int x : a) {
      if (x == 7) break;
      seen++;
    }
    //@ assert seen == a.length; //~ assert:may-not-hold
  }
}
