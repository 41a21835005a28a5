/**
 * Has a value, and tells it to its observers. While observers are registered, the subject has
 * access to them: no one can change them behind its back. `unregister` gives one back.
 */
public class Subject {
  private int value;
  private Link first;

  /*@ predicate valid() {
    @   return acc(value) * acc(first) * (first != null ==> first.list()) *
    @     (first != null ==> Link.each(first.told(), value));
    @ }
    @*/

  //@ ensures valid() * getValue() == 0 && observers() == [];
  public Subject() {
  }

  //@ requires valid();
  public /*@ pure @*/ int getValue() {
    return value;
  }

  /*@ requires valid();
    @ ghost pure seq<Observer> observers() { return first == null ? [] : first.all(); }
    @*/

  // What the observers have seen, in the same order. It is always the value.
  /*@ requires valid();
    @ ensures |\result| == |observers()|;
    @ ensures Link.each(\result, getValue());
    @ ghost pure seq<int> told() { return first == null ? [] : first.told(); }
    @*/

  /** The new observer is told the value at once. */
  //@ requires valid() * o.valid();
  //@ ensures valid() * getValue() == old(getValue());
  //@ ensures observers() == [o] ++ old(observers());
  public void register(Observer o) {
    o.update(value);
    first = new Link(o, first);
  }

  //@ requires valid();
  //@ ensures valid() * getValue() == v && observers() == old(observers());
  public void set(int v) {
    value = v;
    if (first != null) {
      first.updateAll(v);
    }
  }

  /** Gives back the observer that was registered last. */
  //@ requires valid() * 0 < |observers()|;
  //@ ensures valid() * getValue() == old(getValue());
  //@ ensures observers() == old(observers()[1..]);
  //@ ensures \result == old(observers()[0]);
  //@ ensures \result.valid() * \result.seen() == getValue();
  public Observer unregister() {
    Link l = first;
    first = l.next;
    return l.observer;
  }
}
