/** Loops and cases: `for` over arrays, `do`, `switch`. */
class Loops {
  //@ requires acc(a.elems);
  //@ ensures acc(a.elems);
  //@ ensures 0 <= \result && \result <= a.length;
  static int positives(int[] a) {
    int count = 0;
    //@ invariant acc(a.elems, 1/2) * 0 <= count;
    for (int x : a) {
      if (x > 0 && count < a.length) {
        count++;
      }
    }
    return count < a.length ? count : a.length;
  }

  //@ requires 0 < n;
  //@ ensures \result == 0;
  static int down(int n) {
    int i = n;
    //@ loop_invariant 0 < i;
    //@ decreases i;
    do {
      i--;
    } while (i > 0);
    return i;
  }

  //@ ensures \result == (n == 1 || n == 2 ? 10 : n == 3 ? 20 : 0);
  static int cases(int n) {
    int r;
    switch (n) {
      case 1:
      case 2:
        r = 10;
        break;
      case 3: {
        r = 20;
        break;
      }
      default:
        r = 0;
    }
    return r;
  }

  //@ ensures \result == (n == 7 ? 1 : 2);
  static int arrows(int n) {
    int r = 0;
    switch (n) {
      case 7 -> r = 1;
      default -> { r = 2; }
    }
    return r;
  }

  static int firstOf() {
    int[] a = {3, 4, 5};
    int[] b = new int[] {a[0], a[1]};
    //@ assert b[1] == 4;
    int i = 0, j = 2;
    for (i = 0, j = 2; i < j; i++, j--)
      //@ invariant 0 <= i && i <= 2 && i + j == 2;
    {
    }
    return a[i];
  }

  //@ requires acc(a.elems) * 0 < a.length;
  //@ ensures acc(a.elems);
  static int doReturns(int[] a) {
    int i = 0;
    do
      //@ invariant acc(a.elems) * 0 <= i && i < a.length;
    {
      if (a[i] == 0) {
        return i;
      }
      i++;
    } while (i < a.length);
    return -1;
  }

  static int lost(int[] a) {
    int i = 0;
    return a[i]; //~ null-dereference
  }
}
