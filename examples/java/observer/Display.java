/** Shows the value. */
public class Display implements Observer {
  private int shown;

  //@ predicate valid() { return acc(shown); }

  //@ ensures valid();
  public Display() {
  }

  @Override
  public /*@ pure @*/ int seen() {
    return shown;
  }

  @Override
  public void update(int value) {
    shown = value;
  }
}
