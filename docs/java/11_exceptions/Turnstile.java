/** Exceptions: what a contract says of them, handlers, `finally`, and a failure on the way out. */
public class Turnstile {
  private int left;
  private int tries;

  //@ predicate valid() { return acc(left) * acc(tries) * 0 <= left; }

  //@ requires valid();
  public /*@ pure @*/ int left() {
    return left;
  }

  //@ requires 0 <= places;
  //@ ensures valid() * left() == places;
  public Turnstile(int places) {
    left = places;
  }

  //@ requires valid();
  //@ ensures valid() * left() == \old(left()) - 1;
  //@ signals (IllegalStateException e) valid() * left() == 0 && \old(left()) == 0;
  public void enter() {
    if (left == 0) {
      throw new IllegalStateException("full");
    }
    left--;
  }

  //@ requires valid();
  //@ ensures valid() * \result == (\old(left()) > 0);
  public boolean tryToEnter() {
    try {
      enter();
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  //@ requires valid();
  //@ ensures valid() * left() == \old(left()) - 1;
  //@ signals (IllegalStateException e) valid() * left() == \old(left()); //~ signals:missing-predicate
  public void enterWrong() {
    left--;
    if (left < 0) {
      throw new IllegalStateException("full");
    }
  }

  //@ ensures -1 <= \result;
  public static int length(String name) {
    try {
      return name.length();
    } catch (NullPointerException e) {
      return -1;
    }
  }
}
