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

  //@ public predicate lent(Iterator<E> iterator);

  public Iterator<E> iterator();
}
