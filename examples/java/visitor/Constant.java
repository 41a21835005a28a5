/** True or false. */
public final class Constant extends Formula {
  final boolean truth;

  //@ predicate valid() { return acc(truth); }

  //@ ghost pure boolean value() { return truth; }

  //@ ghost pure int size() { return 1; }

  //@ ghost pure seq<int> text() { return [truth ? 1 : 0]; }

  //@ ensures valid() * value() == truth && size() == 1 && text() == [truth ? 1 : 0];
  public Constant(boolean truth) {
    this.truth = truth;
  }

  @Override
  public void accept(Visitor v) {
    v.visitConstant(this);
  }
}
