package found.bank;

/** Loans with monthly rates. */
public class LoanCalculator {
  static final int MONTHS = 12;

  public static int monthlyRate(int principal, int years) {
    int months = years * MONTHS;
    return principal / months;
  }

  public static double compound(double principal, double rate, int years) {
    return principal * Math.pow(1 + rate, years);
  }

  public static int remaining(int principal, int rate, int paid) {
    int rest = principal;
    for (int i = 0; i < paid && rest > 0; i++) {
      rest -= rate;
    }
    return rest < 0 ? 0 : rest;
  }

  public static int cents(long amount) {
    return (int) (amount * 100);
  }

  static byte percent(int part, int whole) {
    if (whole == 0) {
      return 0;
    }
    return (byte) (100 * part / whole);
  }
}
