/** A node of a linked list. */
public class Node {
  int value;
  Node next;

  /*@ predicate list() {
    @   return acc(value) * acc(next) * (next != null ==> next.list());
    @ }
    @*/

  //@ requires next != null ==> next.list();
  //@ ensures list();
  //@ ensures items() == [value] ++ (next == null ? [] : old(next.items()));
  public Node(int value, Node next) {
    this.value = value;
    this.next = next;
  }

  /*@ requires list();
    @ ensures 0 < |\result|;
    @ ghost pure seq<int> items() { return [value] ++ (next == null ? [] : next.items()); }
    @*/
}
