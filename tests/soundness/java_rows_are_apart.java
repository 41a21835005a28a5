/** Rows of a new array are new, each by itself, and full of defaults. */
class Rows {
  static void apart() {
    int[][] a = new int[2][3];
    a[0][0] = 1;
    assert a[1][0] == 1; //~ assert:may-not-hold
  }

  static void rowOfNone() {
    int[][] a = new int[2][];
    a[0][0] = 1; //~ null-dereference
  }

  static void above() {
    int[][] a = new int[2][3];
    a[2][0] = 1; //~ index-out-of-bounds
  }

  static void filled(int m) {
    if (m > 0) {
      int[][] a = new int[1][m];
      assert a[0][m - 1] != 0; //~ assert:may-not-hold
    }
  }

  static void evaluatedOnce(int[] c) {
    int i = 0;
    int[][] a = new int[2][++i];
    assert i == 1 && a[1].length == 1;
    assert i == 2; //~ assert:may-not-hold
  }
}
