package found.games;

import java.util.Random;

/** A die. */
public class Dice {
  private final Random random = new Random();
  private final int sides;

  public Dice(int sides) {
    if (sides < 2) {
      throw new IllegalArgumentException("sides: " + sides);
    }
    this.sides = sides;
  }

  public int roll() {
    return 1 + random.nextInt(sides);
  }

  public int rollSum(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      sum += roll();
    }
    return sum;
  }

  static boolean isPair(int a, int b) {
    return a == b;
  }
}
