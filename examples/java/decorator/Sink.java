/** Takes numbers, up to a million. */
public interface Sink {
  //@ predicate valid();

  //@ requires valid();
  //@ ghost pure seq<int> content();

  //@ requires valid() * |content()| < 1000000;
  //@ ensures valid() * content() == old(content()) ++ [n];
  void put(int n);
}
