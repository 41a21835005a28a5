package java.util;

/**
 * A list in an array that grows; its contracts are those of `List`. (`addAll` has none: it asks
 * the other collection for an array, which could run code of the program.)
 */
public class ArrayList<E> implements List<E> {
  //@ public predicate valid();

  //@ public ghost pure seq<Object> contents();

  //@ ensures valid() * |contents()| == 0;
  public ArrayList();

  //@ requires 0 <= capacity;
  //@ ensures valid() * |contents()| == 0;
  public ArrayList(int capacity);

  public /*@ pure @*/ int size();

  public /*@ pure @*/ boolean isEmpty();

  public /*@ pure @*/ E get(int index);

  public boolean add(E element);

  public void add(int index, E element);

  public E set(int index, E element);

  public E remove(int index);

  public void clear();

  // An iterator borrows one half of the list: while there is one, the list is read only.
  // `lent` is what that half is had back for.
  //@ public predicate lent(Iterator<E> iterator);

  //@ requires acc(valid(), 1/2);
  //@ ensures \result != null && \result.valid() * lent(\result);
  //@ ensures \result.rest() == old(contents());
  public Iterator<E> iterator();

  // The end of an iteration: the iterator gives back what it borrowed, and is of no use then.
  //@ requires iterator.valid() * lent(iterator);
  //@ ensures acc(valid(), 1/2);
  //@ public lemma void giveBack(Iterator<E> iterator);
}
