/** A `default` method knows nothing of what a predicate is in the classes. */
interface Locked {
  //@ predicate valid();

  //@ requires valid();
  //@ ensures valid();
  default void peek() {
    //@ open valid(); //~ unknown-predicate-body
  }
}

class Lock implements Locked {
  int n;

  //@ predicate valid() { return acc(n) * n == 1; }
}
