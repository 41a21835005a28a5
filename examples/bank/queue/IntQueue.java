package bank.queue;

/** A queue of numbers; `contents()` are its elements, the oldest first. */
public interface IntQueue {
  //@ predicate valid();

  //@ requires valid();
  //@ ghost pure seq<int> contents();

  /** The number of elements. */
  //@ requires valid();
  //@ ensures \result == |contents()|;
  /*@ pure @*/ int size();

  /** How many elements can be added. */
  //@ requires valid();
  //@ ensures 0 <= \result;
  /*@ pure @*/ int free();

  /** Whether no element can be added. */
  //@ requires valid();
  //@ ensures \result == (free() == 0);
  /*@ pure @*/ boolean isFull();

  /** The oldest element. */
  //@ requires valid() * 0 < size();
  //@ ensures \result == contents()[0];
  /*@ pure @*/ int peek();

  /** Adds an element at the end. */
  //@ requires valid() * !isFull();
  //@ ensures valid() * contents() == old(contents()) ++ [value];
  //@ ensures free() == old(free()) - 1;
  void put(int value);

  /** Takes the oldest element. */
  //@ requires valid() * 0 < size();
  //@ ensures valid() * contents() == old(contents())[1..];
  //@ ensures \result == old(contents())[0] * free() == old(free()) + 1;
  int take();
}
