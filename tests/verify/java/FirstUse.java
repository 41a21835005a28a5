import java.awt.Color;
import java.util.Comparator;
import java.util.Random;
import java.util.regex.Pattern;

/** Static fields whose values Java computes when their class is first used. */
class FirstUse {
  private static final Pattern WORDS = Pattern.compile("[a-z]+");
  static final Color BLUE = new Color(9, 90, 166);
  static final String NEWLINE = System.getProperty("line.separator");
  static final Comparator<String> ORDER = new Order();
  static final int[] PRIMES = {2, 3, 5};
  static final FirstUse[] ALL = new FirstUse[]{new FirstUse(1), new FirstUse(2)};
  static final long START = System.nanoTime();
  private static Random random = new Random(17L);
  static int count = one();

  private static class Order implements Comparator<String> {
    public int compare(String a, String b) {
      return 0;
    }
  }

  int n;

  //@ ensures acc(this.n);
  FirstUse(int n) {
    this.n = n;
  }

  private static int one() {
    return 1;
  }

  static boolean isWord(String s) {
    Pattern words = WORDS;
    return words != null && words.matcher(s) != null;
  }

  static int compared(String a, String b) {
    Comparator<String> order = ORDER;
    return order == null ? 0 : order.compare(a, b);
  }

  static String line(String s) {
    return s + NEWLINE;
  }

  //@ requires acc(FirstUse.count) * FirstUse.count < 10;
  //@ ensures acc(FirstUse.count) * FirstUse.count == \old(FirstUse.count) + 1;
  static void counted() {
    count = count + 1;
  }

  //@ requires acc(random, 1/2);
  //@ ensures acc(random, 1/2);
  static int uniform() {
    return random == null ? 0 : random.nextInt();
  }

  static long since() {
    long start = START;
    return start > 0 ? start : 0;
  }
}
