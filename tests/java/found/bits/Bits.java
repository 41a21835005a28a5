package found.bits;

/** Tricks with bits. */
public class Bits {
  public static int count(int n) {
    int count = 0;
    while (n != 0) {
      n &= n - 1;
      count++;
    }
    return count;
  }

  public static boolean isSet(int n, int bit) {
    return (n >> bit & 1) == 1;
  }

  public static int set(int n, int bit) {
    return n | 1 << bit;
  }

  public static boolean isOdd(int n) {
    return (n & 1) == 1;
  }

  public static int half(int n) {
    return n >> 1;
  }

  public static int low(int n) {
    return n & 0xFF;
  }

  public static int xorAll(int[] a) {
    int x = 0;
    for (int v : a) {
      x ^= v;
    }
    return x;
  }

  public static void main(String[] args) {
    System.out.println(count(255) + " " + isOdd(3));
    System.out.println(half(9));
  }
}
