package found.games;

import java.util.Scanner;

/** The computer knows a number, the player guesses. */
public class GuessNumber {
  private final int secret;
  private int guesses;

  public GuessNumber(int secret) {
    this.secret = secret;
  }

  public int guess(int n) {
    guesses++;
    if (n < secret) {
      return -1;
    } else if (n > secret) {
      return 1;
    }
    return 0;
  }

  public static void main(String[] args) {
    Scanner scanner = new Scanner(System.in);
    GuessNumber game = new GuessNumber(17);
    int answer;
    do {
      System.out.print("Your guess: ");
      answer = game.guess(scanner.nextInt());
      if (answer < 0) {
        System.out.println("too small");
      } else if (answer > 0) {
        System.out.println("too large");
      }
    } while (answer != 0);
    System.out.println("correct after " + game.guesses);
    scanner.close();
  }
}
