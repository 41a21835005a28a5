package found.numbers;

/** Greatest common divisors. */
public final class Gcd {
  private Gcd() {
  }

  public static int gcd(int a, int b) {
    if (a < 0 || b < 0) {
      throw new ArithmeticException("negative argument");
    }
    while (b != 0) {
      int r = a % b;
      a = b;
      b = r;
    }
    return a;
  }

  public static int gcdRecursive(int a, int b) {
    return b == 0 ? Math.abs(a) : gcdRecursive(b, a % b);
  }

  public static int lcm(int a, int b) {
    return a / gcd(a, b) * b;
  }

  /** Of several numbers. */
  public static int gcd(int... numbers) {
    int result = 0;
    for (int n : numbers) {
      result = gcd(result, n);
    }
    return result;
  }

  public static void main(String[] args) {
    System.out.println(gcd(48, 36));
    System.out.println(lcm(4, 6));
    System.out.println(gcd(12, 18, 27));
  }
}
