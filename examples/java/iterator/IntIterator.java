/** Gives numbers one by one. All that is known of it is the sequence of those still to come. */
public interface IntIterator {
  //@ predicate valid();

  //@ requires valid();
  //@ ghost pure seq<int> rest();

  //@ requires valid();
  //@ ensures valid() * untouched(valid());
  //@ ensures \result <==> 0 < |rest()|;
  boolean hasNext();

  //@ requires valid() * 0 < |rest()|;
  //@ ensures valid() * \result == old(rest()[0]) && rest() == old(rest()[1..]);
  int next();
}
