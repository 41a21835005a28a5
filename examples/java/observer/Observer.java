/** Wants to know a subject's value. */
public interface Observer {
  //@ predicate valid();

  /** The value that the observer was told last. */
  //@ requires valid();
  /*@ pure @*/ int seen();

  //@ requires valid();
  //@ ensures valid() * seen() == value;
  void update(int value);
}
