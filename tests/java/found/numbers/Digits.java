package found.numbers;

/** Digits of decimal numbers. */
public class Digits {

  //@ requires 0 <= n;
  //@ ensures 0 <= \result && \result <= 9;
  static int lastDigit(int n) {
    return n % 10;
  }

  public static int digitSum(int n) {
    n = Math.abs(n);
    int sum = 0;
    while (n > 0) {
      sum += n % 10;
      n /= 10;
    }
    return sum;
  }

  public static int countDigits(int n) {
    int digits = 0;
    do {
      digits++;
      n /= 10;
    } while (n != 0);
    return digits;
  }

  public static int reverse(int n) {
    int result = 0;
    while (n != 0) {
      result = result * 10 + n % 10;
      n = n / 10;
    }
    return result;
  }

  /** Is it the sum of the cubes of its digits? */
  public static boolean isArmstrong(int n) {
    int rest = n;
    int sum = 0;
    while (rest > 0) {
      int d = rest % 10;
      sum = sum + d * d * d;
      rest = rest / 10;
    }
    return sum == n;
  }

  public static boolean isHarshad(int n) {
    return n % digitSum(n) == 0;
  }

  public static void main(String[] args) {
    System.out.println(digitSum(1234));
    System.out.println(countDigits(0));
    System.out.println(reverse(120));
    System.out.println(isArmstrong(153));
  }
}
