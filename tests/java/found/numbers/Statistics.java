package found.numbers;

/** Simple statistics of samples. */
public class Statistics {

  public static int sum(int[] values) {
    int sum = 0;
    for (int v : values) {
      sum += v;
    }
    return sum;
  }

  /** The average, rounded towards zero. */
  public static int average(int[] values) {
    return sum(values) / values.length;
  }

  public static double mean(double[] values) {
    double sum = 0.0;
    for (double v : values) {
      sum += v;
    }
    return sum / values.length;
  }

  public static double deviation(double[] values) {
    double m = mean(values);
    double s = 0;
    for (int i = 0; i < values.length; i++) {
      s += (values[i] - m) * (values[i] - m);
    }
    return Math.sqrt(s / values.length);
  }

  public static int max(int... values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("no values");
    }
    int max = Integer.MIN_VALUE;
    for (int v : values) {
      if (v > max) {
        max = v;
      }
    }
    return max;
  }

  public static int range(int[] values) {
    int min = values[0];
    int max = values[0];
    for (int i = 1; i < values.length; i++) {
      min = Math.min(min, values[i]);
      max = Math.max(max, values[i]);
    }
    return max - min;
  }

  public static void main(String[] args) {
    int[] sample = {2, 4, 4, 5};
    System.out.println(average(sample));
    System.out.println(mean(new double[] {1.5, 2.5}));
    System.out.println(range(sample));
  }
}
