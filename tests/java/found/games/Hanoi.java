package found.games;

/** The towers of Hanoi. */
public class Hanoi {
  private int moves;

  public void solve(int n, char from, char to, char via) {
    if (n == 0) {
      return;
    }
    solve(n - 1, from, via, to);
    move(n, from, to);
    solve(n - 1, via, to, from);
  }

  private void move(int disk, char from, char to) {
    moves++;
    System.out.println("disk " + disk + ": " + from + " -> " + to);
  }

  //@ requires 0 <= n && n <= 30;
  //@ ensures 0 <= \result && \result < 2147483647;
  static int expected(int n) {
    int moves = 0;
    int i = 0;
    //@ loop_invariant 0 <= i && i <= n && 0 <= moves && moves <= 2000000001;
    while (i < n) {
      if (moves > 1000000000) {
        return moves;
      }
      moves = 2 * moves + 1;
      i++;
    }
    return moves > 2147483646 ? 0 : moves;
  }

  public static void main(String[] args) {
    Hanoi h = new Hanoi();
    h.solve(3, 'A', 'C', 'B');
    System.out.println(h.moves + " = " + expected(3));
  }
}
