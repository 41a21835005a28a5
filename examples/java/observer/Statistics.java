/** Remembers the largest value that there was, and at most a million changes. */
public class Statistics implements Observer {
  private int last;
  private int largest;
  private int times;

  /*@ predicate valid() {
    @   return acc(last) * acc(largest) * acc(times) *
    @     0 <= times && times <= 1000000 && last <= largest;
    @ }
    @*/

  //@ ensures valid();
  public Statistics() {
  }

  @Override
  public /*@ pure @*/ int seen() {
    return last;
  }

  //@ requires valid();
  //@ ensures seen() <= \result;
  public /*@ pure @*/ int getLargest() {
    return largest;
  }

  @Override
  public void update(int value) {
    last = value;
    if (times < 1000000) {
      times++;
    }
    if (largest < value) {
      largest = value;
    }
  }
}
