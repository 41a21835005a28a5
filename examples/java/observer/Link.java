/** A list of observers. */
public class Link {
  final Observer observer;
  final Link next;

  /*@ predicate list() {
    @   return acc(observer) * acc(next) * observer.valid() * (next != null ==> next.list());
    @ }
    @*/

  /*@ requires observer.valid() * (next != null ==> next.list());
    @ ensures list();
    @ ensures all() == [observer] ++ (next == null ? [] : old(next.all()));
    @ ensures told() == [old(observer.seen())] ++ (next == null ? [] : old(next.told()));
    @*/
  public Link(Observer observer, Link next) {
    this.observer = observer;
    this.next = next;
  }

  /*@ requires list();
    @ ghost pure seq<Observer> all() { return [observer] ++ (next == null ? [] : next.all()); }
    @*/

  // Whether all of `s` are `n`.
  /*@ static ghost pure boolean each(seq<int> s, int n) {
    @   return forall \bigint i :: 0 <= i && i < |s| ==> s[i] == n;
    @ }
    @*/

  // What each of them has seen.
  /*@ requires list();
    @ ensures |\result| == |all()|;
    @ ghost pure seq<int> told() { return [observer.seen()] ++ (next == null ? [] : next.told()); }
    @*/

  //@ requires list();
  //@ ensures list() * all() == old(all());
  //@ ensures Link.each(told(), value);
  public void updateAll(int value) {
    observer.update(value);
    if (next != null) {
      next.updateAll(value);
    }
  }
}
