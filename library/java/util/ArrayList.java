package java.util;

/** A list in an array that grows; `contents()` is the sequence of its elements. */
public class ArrayList<E> {
  //@ predicate valid();

  //@ requires valid();
  //@ ghost pure seq<Object> contents();

  //@ ensures valid() * |contents()| == 0;
  public ArrayList();

  //@ requires valid();
  //@ ensures \result == |contents()|;
  public /*@ pure @*/ int size();

  //@ requires valid();
  //@ ensures \result == (|contents()| == 0);
  public /*@ pure @*/ boolean isEmpty();

  //@ requires valid() * 0 <= index && index < size();
  //@ ensures \result == contents()[index];
  public /*@ pure @*/ E get(int index);

  //@ requires valid();
  //@ ensures valid() * contents() == old(contents()) ++ [element] * \result;
  public boolean add(E element);

  //@ requires valid() * 0 <= index && index < size();
  //@ ensures valid() * contents() == old(contents())[index := element];
  //@ ensures \result == old(contents()[index]);
  public E set(int index, E element);

  //@ requires valid() * 0 <= index && index < size();
  //@ ensures valid();
  //@ ensures contents() == old(contents())[..index] ++ old(contents())[index + 1..];
  //@ ensures \result == old(contents()[index]);
  public E remove(int index);

  //@ requires valid();
  //@ ensures valid() * |contents()| == 0;
  public void clear();
}
