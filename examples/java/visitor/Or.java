/** At least one. */
public final class Or extends Formula {
  Formula left;
  Formula right;

  //@ predicate valid() { return acc(left) * acc(right) * left.valid() * right.valid(); }

  //@ ghost pure boolean value() { return left.value() || right.value(); }

  //@ ghost pure int size() { return 1 + left.size() + right.size(); }

  //@ ghost pure seq<int> text() { return [4] ++ left.text() ++ right.text(); }

  //@ requires left.valid() * right.valid();
  //@ ensures valid() * value() == old(left.value() || right.value());
  //@ ensures size() == 1 + old(left.size()) + old(right.size());
  //@ ensures text() == [4] ++ old(left.text()) ++ old(right.text());
  public Or(Formula left, Formula right) {
    this.left = left;
    this.right = right;
  }

  @Override
  public void accept(Visitor v) {
    v.visitOr(this);
  }
}
