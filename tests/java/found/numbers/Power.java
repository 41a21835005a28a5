package found.numbers;

/** Powers and roots of whole numbers. */
public class Power {

  public static int power(int base, int exponent) {
    if (exponent < 0) {
      throw new IllegalArgumentException("negative exponent");
    }
    int result = 1;
    for (int i = 0; i < exponent; i++) {
      result *= base;
    }
    return result;
  }

  /** By squaring, modulo m. */
  public static long modPow(long base, long exponent, long m) {
    long result = 1;
    base %= m;
    while (exponent > 0) {
      if (exponent % 2 == 1) {
        result = result * base % m;
      }
      base = base * base % m;
      exponent /= 2;
    }
    return result;
  }

  //@ requires 0 <= n;
  //@ ensures 0 <= \result;
  public static int squareRoot(int n) {
    int r = 0;
    //@ loop_invariant 0 <= r && r <= 46340;
    while (r < 46340 && (r + 1) * (r + 1) <= n) {
      r++;
    }
    return r;
  }

  public static boolean isPowerOfTwo(int n) {
    return n > 0 && (n & (n - 1)) == 0;
  }

  public static boolean isSquare(int n) {
    int r = squareRoot(n);
    return r * r == n;
  }

  public static void main(String[] args) {
    System.out.println(power(2, 10));
    System.out.println(modPow(3, 200, 13));
    System.out.println(squareRoot(50));
  }
}
