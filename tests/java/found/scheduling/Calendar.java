package found.scheduling;

/** Days and weeks. */
public class Calendar {
  private static final int[] DAYS = new int[12];

  static {
    for (int i = 0; i < DAYS.length; i++) {
      DAYS[i] = 31;
    }
    DAYS[1] = 28;
    DAYS[3] = 30;
    DAYS[5] = 30;
    DAYS[8] = 30;
    DAYS[10] = 30;
  }

  public static int days(int month) {
    if (month < 1 || month > 12) {
      throw new IllegalArgumentException("month " + month);
    }
    return DAYS[month];
  }

  public static int dayOfYear(int day, int month) {
    int n = day;
    for (int m = 0; m < month - 1; m++) {
      n += DAYS[m];
    }
    return n;
  }

  public static int week(int dayOfYear) {
    return (dayOfYear - 1) / 7 + 1;
  }
}
