package found.caches;

/** Remembers the last result of a function. */
public abstract class Memo {
  private boolean known;
  private int lastArgument;
  private int lastResult;

  protected abstract int compute(int argument);

  public int apply(int argument) {
    if (known && argument == lastArgument) {
      return lastResult;
    }
    lastResult = compute(argument);
    lastArgument = argument;
    known = true;
    return lastResult;
  }

  public void forget() {
    known = false;
  }

  /** Squares. */
  public static class Square extends Memo {
    @Override
    protected int compute(int argument) {
      return argument * argument;
    }
  }

  /** Sum of the numbers up to an argument. */
  public static class Sum extends Memo {
    @Override
    protected int compute(int argument) {
      int sum = 0;
      for (int i = 1; i <= argument; i++) {
        sum += i;
      }
      return sum;
    }
  }

  public static void main(String[] args) {
    Memo memo = new Square();
    System.out.println(memo.apply(5) + memo.apply(5));
  }
}
