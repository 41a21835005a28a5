package found.exceptions;

/** Tries an action several times. */
public class Retry {

  /** What is tried. */
  public interface Action {
    int run() throws Exception;
  }

  private final int attempts;

  public Retry(int attempts) {
    if (attempts < 1) {
      throw new IllegalArgumentException("attempts: " + attempts);
    }
    this.attempts = attempts;
  }

  public int run(Action action) throws Exception {
    Exception last = null;
    for (int i = 0; i < attempts; i++) {
      try {
        return action.run();
      } catch (Exception e) {
        last = e;
      }
    }
    throw last;
  }

  public static void main(String[] args) throws Exception {
    Retry retry = new Retry(3);
    int result = retry.run(() -> 42);
    System.out.println(result);
  }
}
