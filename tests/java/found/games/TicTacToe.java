package found.games;

/** The board of tic-tac-toe. */
public class TicTacToe {
  private static final int SIZE = 3;

  private final char[][] board = new char[3][3];
  private char player = 'X';
  private int moves;

  public boolean play(int row, int column) {
    if (row < 0 || row > SIZE || column < 0 || column > SIZE) {
      throw new IllegalArgumentException("not on the board");
    }
    if (board[row][column] != 0) {
      return false;
    }
    board[row][column] = player;
    player = player == 'X' ? 'O' : 'X';
    moves++;
    return true;
  }

  public boolean wins(char p) {
    for (int i = 0; i < SIZE; i++) {
      if (board[i][0] == p && board[i][1] == p && board[i][2] == p) {
        return true;
      }
      if (board[0][i] == p && board[1][i] == p && board[2][i] == p) {
        return true;
      }
    }
    return board[0][0] == p && board[1][1] == p && board[2][2] == p
        || board[0][2] == p && board[1][1] == p && board[2][0] == p;
  }

  public boolean isFull() {
    return moves == SIZE * SIZE;
  }

  public static void main(String[] args) {
    TicTacToe game = new TicTacToe();
    game.play(0, 0);
    game.play(1, 1);
    System.out.println(game.wins('X'));
  }
}
