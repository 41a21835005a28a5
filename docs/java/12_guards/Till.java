// options: --guards=check

/** Guards: what they let pass is what the methods are meant for. */
class Till {
  static final int MOST = 500;

  //@ ensures \result == coins * value;
  static int worth(int coins, int value) {
    if (coins < 0 || coins > MOST) {
      throw new IllegalArgumentException("coins");
    }
    if (value < 0 || value > MOST) {
      throw new IllegalArgumentException("value");
    }
    return coins * value;
  }

  static int first(int[] counts) {
    if (counts == null || counts.length == 0) throw new IllegalArgumentException("counts");
    return counts.length;
  }

  static int twice(int coins) {
    return worth(coins, 2); //~ precondition:may-not-hold
  }

  static int ten() {
    first(new int[3]);
    return worth(10, 2);
  }
}
