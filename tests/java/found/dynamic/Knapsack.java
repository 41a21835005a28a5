package found.dynamic;

/** Dynamic programming: knapsack and its relatives. */
public class Knapsack {

  public static int best(int[] weights, int[] values, int capacity) {
    int[] best = new int[capacity + 1];
    for (int i = 0; i < weights.length; i++) {
      for (int c = capacity; c >= weights[i]; c--) {
        best[c] = Math.max(best[c], best[c - weights[i]] + values[i]);
      }
    }
    return best[capacity];
  }

  public static int ways(int[] coins, int amount) {
    if (amount < 0) {
      return 0;
    }
    int[] ways = new int[amount + 1];
    ways[0] = 1;
    for (int coin : coins) {
      for (int a = coin; a <= amount; a++) {
        ways[a] += ways[a - coin];
      }
    }
    return ways[amount];
  }

  //@ requires 0 <= n && n <= 40;
  //@ ensures 0 <= \result;
  static int stairs(int n) {
    int a = 1;
    int b = 1;
    int i = 1;
    //@ loop_invariant 1 <= i && 0 <= a && 0 <= b && a <= 1000000000 && b <= 1000000000;
    while (i < n && a + b <= 1000000000) {
      int next = a + b;
      a = b;
      b = next;
      i++;
    }
    return b;
  }

  static int recursive(int[] weights, int i, int rest) {
    if (i == weights.length || rest == 0) {
      return 0;
    }
    int without = recursive(weights, i + 1, rest);
    if (weights[i] > rest) {
      return without;
    }
    return Math.max(without, weights[i] + recursive(weights, i + 1, rest - weights[i]));
  }
}
