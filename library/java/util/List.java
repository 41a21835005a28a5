package java.util;

/**
 * A list that can be changed; `contents()` is the sequence of its elements. What compares
 * elements, like `contains`, has no contract: it runs their `equals`.
 */
public interface List<E> {
  //@ predicate valid();

  //@ requires acc(valid(), _);
  //@ ghost pure seq<Object> contents();

  //@ requires acc(valid(), _);
  //@ ensures \result == |contents()|;
  /*@ pure @*/ int size();

  //@ requires acc(valid(), _);
  //@ ensures \result == (|contents()| == 0);
  /*@ pure @*/ boolean isEmpty();

  //@ requires acc(valid(), _) * 0 <= index && index < size();
  //@ ensures \result == contents()[index];
  /*@ pure @*/ E get(int index);

  //@ requires valid();
  //@ ensures valid() * contents() == old(contents()) ++ [element] * \result;
  boolean add(E element);

  //@ requires valid() * 0 <= index && index <= size();
  //@ ensures valid();
  //@ ensures contents() == old(contents())[..index] ++ [element] ++ old(contents())[index..];
  void add(int index, E element);

  //@ requires valid() * 0 <= index && index < size();
  //@ ensures valid() * contents() == old(contents())[index := element];
  //@ ensures \result == old(contents()[index]);
  E set(int index, E element);

  //@ requires valid() * 0 <= index && index < size();
  //@ ensures valid();
  //@ ensures contents() == old(contents())[..index] ++ old(contents())[index + 1..];
  //@ ensures \result == old(contents()[index]);
  E remove(int index);

  //@ requires valid();
  //@ ensures valid() * |contents()| == 0;
  void clear();

  // An iterator borrows one half of the list: while there is one, the list is read only.
  // `lent` is what that half is had back for.
  //@ predicate lent(Iterator<E> iterator);

  //@ requires acc(valid(), 1/2);
  //@ ensures \result != null && \result.valid() * lent(\result);
  //@ ensures \result.rest() == old(contents());
  Iterator<E> iterator();

  // The end of an iteration: the iterator gives back what it borrowed, and is of no use then.
  //@ requires iterator.valid() * lent(iterator);
  //@ ensures acc(valid(), 1/2);
  //@ lemma void giveBack(Iterator<E> iterator);
}
