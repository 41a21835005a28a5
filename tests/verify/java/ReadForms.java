/** Forms of Java that are seldom written. */
class ReadForms {
  enum Nothing { , }

  int n;

  //@ requires acc(n, 1/2);
  //@ ensures acc(n, 1/2) * \result == n;
  int receiver(ReadForms this) {
    return n;
  }

  //@ requires acc(n);
  //@ ensures acc(n) * n == m;
  void receiver(ReadForms this, int m) {
    n = m;
  }

  static int[] behindParameters(int n)[]
  //@ requires 0 <= n;
  //@ ensures \result != null;
  {
    return new int[n][];
  }

  //@ requires rows != null * acc(rows.elems, 1/2);
  static int behindName(int[][] rows) {
    int count = 0;
    for (int row[] : rows)
      //@ invariant acc(rows.elems, 1/2) * 0 <= count <= 1;
    {
      count = row == null ? count : 1;
    }
    return count;
  }

  static boolean pattern(Object o) {
    return o instanceof final String s; //~ unsupported
  }

  static <T> ReadForms generic() {
    return new <T>ReadForms(); //~ unsupported
  }

  //@ ensures \result != null;
  static int[] cloned() {
    return new int[3].clone(); //~ unsupported
  }
}
