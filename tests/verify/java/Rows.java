/** Arrays of arrays, and assignments that are values. */
class Rows {
  static final int N = 2;

  int[] start = {1, 2};

  //@ ensures acc(start) * acc(start.elems) * start.length == 2 && start[1] == 2;
  Rows() {}

  static void rows(int m) {
    if (m > 1) {
      int[][] a = new int[3][m];
      a[0][1] = 4;
      a[2][0] = 5;
      assert a.length == 3 && a[1].length == m && a[0] != a[1] && a[1] != a[2];
      assert a[1][0] == 0 && a[0][1] == 4 && a[2][0] == 5;
    }
    int[][][] cube = new int[N][N + 1][];
    assert cube[1][2] == null && cube[0].length == 3;
    boolean[][] none = new boolean[0][5];
    assert none.length == 0;
    Rows[][] objects = new Rows[1][1];
    assert objects[0][0] == null;
  }

  static void literals() {
    int k = new int[] {4, 5}[1] + new int[3].length;
    assert k == 8;
    //@ assert [7, 4, 7][0..2] == [7, 4] && [7, 4][1] == 4;
  }

  static void outsideOfLiteral() {
    int k = new int[] {4, 5}[2]; //~ index-out-of-bounds
  }

  static void outside(int n) {
    int[][] a = new int[2][2];
    a[1][2] = 1; //~ index-out-of-bounds
  }

  static void negative(int n) {
    int[][] a = new int[2][n]; //~ negative-array-size
  }

  static void negativeThough(int n) {
    int[][] a = new int[0][n]; //~ negative-array-size
  }

  static void values(int[] b) {
    int x;
    int y = x = 3;
    assert x == 3 && y == 3;
    x = y = 4;
    assert x == 4 && y == 4;
    byte c;
    int z = (c = (byte) 44);
    assert z == 44;
    x = (x = 1) + x;
    assert x == 2;
    x += (x = 10) + x;
    assert x == 22;
    int[] a = new int[3];
    int i = 0;
    a[i] = i = 2;
    assert a[0] == 2 && a[2] == 0 && i == 2;
    int[] d = {7, 8};
    a = d = new int[] {9};
    assert a == d && d[0] == 9;
    Rows r;
    Object o = r = new Rows();
    assert o == r && r.start[1] == 2;
    int n = 0;
    //@ loop_invariant 0 <= n && n <= 4;
    while ((n = n + 1) < 5) {
    }
    assert n == 5;
  }

  static void width(int a) {
    long l;
    long m = (l = a) * 4;
    assert m == 4L * a;
  }
}
