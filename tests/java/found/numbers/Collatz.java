package found.numbers;

/** The 3n + 1 problem. */
public class Collatz {

  static int next(int n) {
    return n % 2 == 0 ? n / 2 : 3 * n + 1;
  }

  static int steps(int start) {
    if (start < 1) {
      throw new IllegalArgumentException("start must be positive");
    }
    int steps = 0;
    int n = start;
    while (n != 1) {
      n = next(n);
      steps++;
    }
    return steps;
  }

  static int longestUpTo(int limit) {
    int best = 1;
    int bestSteps = 0;
    for (int i = 1; i < limit; i++) {
      int s = steps(i);
      if (s > bestSteps) {
        bestSteps = s;
        best = i;
      }
    }
    return best;
  }

  public static void main(String[] args) {
    System.out.println(steps(27));
    System.out.println(longestUpTo(100));
  }
}
