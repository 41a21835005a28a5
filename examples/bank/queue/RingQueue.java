package bank.queue;

/**
 * A queue in an array that is used as a ring. The elements begin at `first`; those
 * that do not fit behind it stand at the array's beginning.
 */
public final class RingQueue implements IntQueue {
  private final int[] ring;
  private int first;
  private int size;

  /*@ predicate valid() {
    @   return acc(ring) * acc(first) * acc(size) * acc(ring.elems)
    @     * 0 < ring.length && ring.length <= 1000000
    @     * 0 <= first && first < ring.length
    @     * 0 <= size && size <= ring.length;
    @ }
    @*/

  /** A queue without elements. */
  //@ requires 0 < capacity && capacity <= 1000000;
  //@ ensures valid() * contents() == [] * capacity() == capacity;
  public RingQueue(int capacity) {
    ring = new int[capacity];
  }

  /** How many elements there can be. */
  //@ requires valid();
  //@ ensures 0 < \result && \result <= 1000000 && |contents()| <= \result;
  public /*@ pure @*/ int capacity() {
    return ring.length;
  }

  /*@ requires valid();
    @ ghost pure seq<int> contents() {
    @   return first + size <= ring.length
    @     ? ring[first..first + size]
    @     : ring[first..] ++ ring[..first + size - ring.length];
    @ }
    @*/

  @Override
  public /*@ pure @*/ int size() {
    return size;
  }

  //@ requires valid();
  //@ ensures \result == capacity() - |contents()|;
  @Override
  public /*@ pure @*/ int free() {
    return ring.length - size;
  }

  @Override
  public /*@ pure @*/ boolean isFull() {
    return size == ring.length;
  }

  @Override
  public /*@ pure @*/ int peek() {
    return ring[first];
  }

  //@ requires valid() * !isFull();
  //@ ensures valid() * contents() == old(contents()) ++ [value];
  //@ ensures free() == old(free()) - 1;
  //@ ensures capacity() == old(capacity());
  @Override
  public void put(int value) {
    int end = first + size;
    if (end >= ring.length) {
      end -= ring.length;
    }
    ring[end] = value;
    size++;
  }

  //@ requires valid() * 0 < size();
  //@ ensures valid() * contents() == old(contents())[1..];
  //@ ensures \result == old(contents())[0] * free() == old(free()) + 1;
  //@ ensures capacity() == old(capacity());
  @Override
  public int take() {
    int value = ring[first];
    first++;
    if (first == ring.length) {
      first = 0;
    }
    size--;
    return value;
  }
}
