/**
 * A formula. `value` and `size` say what it means; they are ghost, since at run time only visitors
 * compute them.
 */
public abstract class Formula {
  //@ predicate valid();

  //@ requires valid();
  //@ ghost pure boolean value();

  // The number of nodes.
  //@ requires valid();
  //@ ensures 0 < \result;
  //@ ghost pure int size();

  // How it is printed: the code of each node, before those of its operands.
  //@ requires valid();
  //@ ensures |\result| == size();
  //@ ghost pure seq<int> text();

  //@ requires v.todo(this);
  //@ ensures v.done(this, old(v.value(this)), old(v.number(this)), old(v.text(this)));
  public abstract void accept(Visitor v);
}
