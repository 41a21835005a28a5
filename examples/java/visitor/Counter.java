/** Counts the nodes; there may be a million at most. */
public final class Counter implements Visitor {
  private int total;

  /*@ predicate todo(Formula f) {
    @   return acc(total) * f.valid() * 0 <= total && total + f.size() <= 1000000;
    @ }
    @*/

  /*@ predicate done(Formula f, boolean v, int n, seq<int> t) {
    @   return acc(total) * f.valid() * f.value() == v && total == n;
    @ }
    @*/

  //@ predicate valid() { return acc(total); }

  //@ ghost pure boolean value(Formula f) { return opening todo(f) in f.value(); }

  //@ ghost pure seq<int> text(Formula f) { return seq<int>(); }

  // What the total will be.
  //@ ghost pure int number(Formula f) { return total + f.size(); }

  //@ ensures valid();
  public Counter() {
  }

  //@ requires valid() * f.valid() * f.size() <= 1000000;
  //@ ensures valid() * f.valid() * f.value() == old(f.value()) && \result == old(f.size());
  public int count(Formula f) {
    total = 0;
    add(f);
    return total;
  }

  /** The nodes of another formula in addition. */
  //@ requires acc(total) * f.valid() * 0 <= total && total + f.size() <= 1000000;
  //@ ensures acc(total) * f.valid() * total == old(total) + old(f.size());
  //@ ensures f.value() == old(f.value());
  private void add(Formula f) {
    f.accept(this);
  }

  @Override
  public void visitConstant(Constant f) {
    total++;
  }

  @Override
  public void visitNot(Not f) {
    total++;
    add(f.arg);
  }

  @Override
  public void visitAnd(And f) {
    total++;
    add(f.left);
    add(f.right);
  }

  @Override
  public void visitOr(Or f) {
    total++;
    add(f.left);
    add(f.right);
  }

  @Override
  public void visitChoice(Choice f) {
    total++;
    add(f.cond);
    add(f.yes);
    add(f.no);
  }
}
