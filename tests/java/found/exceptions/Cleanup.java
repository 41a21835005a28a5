package found.exceptions;

/** A resource that must be closed. */
public class Cleanup implements AutoCloseable {
  private boolean closed;

  public int read(int index) {
    if (closed) {
      throw new IllegalStateException("closed");
    }
    return 100 / index;
  }

  @Override
  public void close() {
    closed = true;
  }

  public static int readAll(int n) {
    int sum = 0;
    try (Cleanup c = new Cleanup()) {
      for (int i = 0; i < n; i++) {
        sum += c.read(i);
      }
    }
    return sum;
  }

  public static int safeDivide(int a, int b) {
    try {
      return a / b;
    } catch (ArithmeticException e) {
      return 0;
    }
  }

  public static int elementOr(int[] a, int i, int otherwise) {
    try {
      return a[i];
    } catch (ArrayIndexOutOfBoundsException e) {
      return otherwise;
    }
  }

  public static int finallyWins(int a) {
    int r = 1;
    try {
      r = 10 / a;
    } finally {
      r = r + 1;
    }
    return r;
  }
}
