package found.numbers;

/** Factorials and binomial coefficients. */
public class Factorial {
  private static final int LARGEST = 12;

  public static int factorial(int n) {
    if (n < 0) {
      throw new IllegalArgumentException("number is negative");
    }
    if (n > LARGEST) {
      throw new ArithmeticException("too large");
    }
    return n == 0 || n == 1 ? 1 : n * factorial(n - 1);
  }

  public static long factorialLong(int n) {
    long result = 1;
    for (int i = 2; i <= n; i++) {
      result *= i;
    }
    return result;
  }

  public static long binomial(int n, int k) {
    if (k > n) {
      throw new IllegalArgumentException();
    }
    return factorialLong(n) / (factorialLong(k) * factorialLong(n - k));
  }

  public static int trailingZeros(int n) {
    int zeros = 0;
    while (n >= 5) {
      n /= 5;
      zeros += n;
    }
    return zeros;
  }

  public static void main(String[] args) {
    System.out.println(factorial(5));
    System.out.println(binomial(5, 2));
    System.out.println(trailingZeros(100));
  }
}
