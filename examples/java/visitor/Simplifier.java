/**
 * Computes in advance what does not depend on anything. The formula is changed in place; where it
 * gets another root, that one is in `root`. The value stays, and the formula does not get larger.
 *
 * <p>That `simplify` gave a `Constant` is known only after the test. `use c.value()` then says what
 * the value of a `Constant` is.
 */
public final class Simplifier implements Visitor {
  private Formula root;

  //@ predicate todo(Formula f) { return acc(root) * f.valid(); }

  /*@ predicate done(Formula f, boolean v, int n, seq<int> t) {
    @   return acc(root) * root != null * root.valid() * root.value() == v && root.size() <= n;
    @ }
    @*/

  //@ predicate valid() { return acc(root); }

  //@ ghost pure boolean value(Formula f) { return opening todo(f) in f.value(); }

  //@ ghost pure seq<int> text(Formula f) { return seq<int>(); }

  // The largest size that is allowed.
  //@ ghost pure int number(Formula f) { return opening todo(f) in f.size(); }

  //@ ensures valid();
  public Simplifier() {
  }

  //@ requires valid() * f.valid();
  //@ ensures valid() * \result.valid();
  //@ ensures \result.value() == old(f.value()) && \result.size() <= old(f.size());
  public Formula simplify(Formula f) {
    f.accept(this);
    return root;
  }

  @Override
  public void visitConstant(Constant f) {
    root = f;
  }

  @Override
  public void visitNot(Not f) {
    Formula a = simplify(f.arg);
    if (a instanceof Constant) {
      Constant c = (Constant) a;
      //@ use c.value();
      root = new Constant(!c.truth);
    } else {
      f.arg = a;
      root = f;
    }
  }

  // A constant operand decides, or leaves it to the other one.
  @Override
  public void visitAnd(And f) {
    Formula a = simplify(f.left);
    Formula b = simplify(f.right);
    if (a instanceof Constant) {
      Constant c = (Constant) a;
      //@ use c.value();
      if (c.truth) {
        root = b;
      } else {
        root = c;
      }
    } else {
      f.left = a;
      f.right = b;
      root = f;
    }
  }

  @Override
  public void visitOr(Or f) {
    Formula a = simplify(f.left);
    Formula b = simplify(f.right);
    if (a instanceof Constant) {
      Constant c = (Constant) a;
      //@ use c.value();
      if (c.truth) {
        root = c;
      } else {
        root = b;
      }
    } else {
      f.left = a;
      f.right = b;
      root = f;
    }
  }

  // A condition that is known decides which branch remains.
  @Override
  public void visitChoice(Choice f) {
    Formula a = simplify(f.cond);
    Formula b = simplify(f.yes);
    Formula c = simplify(f.no);
    if (a instanceof Constant) {
      Constant d = (Constant) a;
      //@ use d.value();
      if (d.truth) {
        root = b;
      } else {
        root = c;
      }
    } else {
      f.cond = a;
      f.yes = b;
      f.no = c;
      root = f;
    }
  }
}
