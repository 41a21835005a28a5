package found.scheduling;

/** A time of day. */
public final class Clock {
  private static final int MINUTES_PER_DAY = 24 * 60;

  //@ ensures 0 <= \result && \result < 1440;
  static int normalize(int minutes) {
    int m = minutes % MINUTES_PER_DAY;
    return m < 0 ? m + MINUTES_PER_DAY : m;
  }

  //@ requires 0 <= h && h < 24 && 0 <= m && m < 60;
  //@ ensures 0 <= \result && \result < 1440;
  static int of(int h, int m) {
    return 60 * h + m;
  }

  //@ requires 0 <= minutes && minutes < 1440;
  //@ ensures 0 <= \result && \result < 24;
  static int hour(int minutes) {
    return minutes / 60;
  }

  static String format(int minutes) {
    int h = minutes / 60;
    int m = minutes % 60;
    return (h < 10 ? "0" + h : "" + h) + ":" + (m < 10 ? "0" : "") + m;
  }

  static boolean isLeapYear(int year) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  }

  static int daysInMonth(int month, int year) {
    return switch (month) {
      case 2 -> isLeapYear(year) ? 29 : 28;
      case 4, 6, 9, 11 -> 30;
      default -> 31;
    };
  }

  public static void main(String[] args) {
    System.out.println(format(normalize(-30)));
    System.out.println(daysInMonth(2, 2024));
  }
}
