/** True or false. */
public final class Constant extends Formula {
  final boolean truth;

  //@ predicate valid() { return acc(truth); }

  //@ ghost pure boolean value() { return truth; }

  //@ ghost pure int size() { return 1; }

  //@ ensures valid() * value() == truth && size() == 1;
  public Constant(boolean truth) {
    this.truth = truth;
  }

  @Override
  public void accept(Visitor v) {
    v.visitConstant(this);
  }
}
