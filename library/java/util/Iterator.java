package java.util;

/** Elements one after the other; `rest()` is the sequence of those that are left. */
public interface Iterator<E> {
  //@ predicate valid();

  //@ requires valid();
  //@ ghost pure seq<Object> rest();

  //@ requires valid();
  //@ ensures \result == (0 < |rest()|);
  public /*@ pure @*/ boolean hasNext();

  //@ requires valid() * hasNext();
  //@ ensures valid() * rest() == old(rest())[1..];
  //@ ensures \result == old(rest()[0]);
  public E next();
}
