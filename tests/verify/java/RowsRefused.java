/** Lengths that are not known, and arrays that are not made so. */
class RowsRefused {
  static void m(int n) {
    int[][] a = new int[n][3]; //~ unsupported
    int[][][] b = new int[100][3][100]; //~ unsupported
    int[][][] c = new int[100][100][1]; //~ unsupported
    int[][] d = new int[true][1]; //~ type-mismatch
    //@ assert (n = 3) == 3; //~ not-allowed-here
  }
}
