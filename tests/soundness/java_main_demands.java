// Nobody gives what `main` asks for.
class D {
  static int n = 0;

  //@ requires acc(D.n) * D.n == 7; //~ not-allowed-here
  public static void main(String[] args) {
    int x = 1 / n;
  }
}
