/** Computes the value. */
public final class Evaluator implements Visitor {
  private boolean last; // the value of the formula visited last

  //@ predicate todo(Formula f) { return acc(last) * f.valid(); }

  /*@ predicate done(Formula f, boolean v, int n, seq<int> t) {
    @   return acc(last) * f.valid() * f.value() == v && f.size() == n && f.text() == t &&
    @     last == v;
    @ }
    @*/

  //@ predicate valid() { return acc(last); }

  //@ ghost pure boolean value(Formula f) { return opening todo(f) in f.value(); }

  //@ ghost pure int number(Formula f) { return opening todo(f) in f.size(); }

  //@ ghost pure seq<int> text(Formula f) { return opening todo(f) in f.text(); }

  //@ ensures valid();
  public Evaluator() {
  }

  //@ requires valid() * f.valid();
  //@ ensures valid() * f.valid() * \result == f.value();
  //@ ensures f.value() == old(f.value()) && f.size() == old(f.size());
  //@ ensures f.text() == old(f.text());
  public boolean eval(Formula f) {
    f.accept(this);
    return last;
  }

  @Override
  public void visitConstant(Constant f) {
    last = f.truth;
  }

  @Override
  public void visitNot(Not f) {
    boolean a = eval(f.arg);
    last = !a;
  }

  @Override
  public void visitAnd(And f) {
    boolean a = eval(f.left);
    boolean b = eval(f.right);
    last = a && b;
  }

  @Override
  public void visitOr(Or f) {
    boolean a = eval(f.left);
    boolean b = eval(f.right);
    last = a || b;
  }

  @Override
  public void visitChoice(Choice f) {
    boolean a = eval(f.cond);
    if (a) {
      last = eval(f.yes);
    } else {
      last = eval(f.no);
    }
  }
}
