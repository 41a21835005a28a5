/** Ghost code in annotations. */
class Ghosts {
  int x;
  //@ ghost int seen;

  //@ predicate valid() { return acc(x) * acc(seen) * seen == 2 * x; }

  //@ requires valid();
  //@ requires x < 1000;
  //@ ensures valid();
  void step() {
    //@ open valid();
    x++;
    //@ seen = seen + 2;
    //@ close valid();
  }
}
