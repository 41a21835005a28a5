package found.numbers;

/** An immutable fraction in lowest terms. */
public final class Fraction implements Comparable<Fraction> {
  private final int numerator;
  private final int denominator;

  public Fraction(int numerator, int denominator) {
    if (denominator == 0) {
      throw new ArithmeticException("denominator is zero");
    }
    int sign = denominator < 0 ? -1 : 1;
    int g = gcd(Math.abs(numerator), Math.abs(denominator));
    this.numerator = sign * numerator / g;
    this.denominator = sign * denominator / g;
  }

  private static int gcd(int a, int b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  public Fraction plus(Fraction other) {
    return new Fraction(
        numerator * other.denominator + other.numerator * denominator,
        denominator * other.denominator);
  }

  public Fraction times(Fraction other) {
    return new Fraction(numerator * other.numerator, denominator * other.denominator);
  }

  public Fraction inverse() {
    return new Fraction(denominator, numerator);
  }

  public boolean isWhole() {
    return denominator == 1;
  }

  @Override
  public int compareTo(Fraction other) {
    return numerator * other.denominator - other.numerator * denominator;
  }

  @Override
  public String toString() {
    return numerator + "/" + denominator;
  }

  public static void main(String[] args) {
    Fraction half = new Fraction(1, 2);
    Fraction third = new Fraction(1, 3);
    System.out.println(half.plus(third));
    System.out.println(half.times(third));
  }
}
