/** The opposite. */
public final class Not extends Formula {
  Formula arg;

  //@ predicate valid() { return acc(arg) * arg.valid(); }

  //@ ghost pure boolean value() { return !arg.value(); }

  //@ ghost pure int size() { return 1 + arg.size(); }

  //@ ghost pure seq<int> text() { return [2] ++ arg.text(); }

  //@ requires arg.valid();
  //@ ensures valid() * value() == !old(arg.value()) && size() == 1 + old(arg.size());
  //@ ensures text() == [2] ++ old(arg.text());
  public Not(Formula arg) {
    this.arg = arg;
  }

  @Override
  public void accept(Visitor v) {
    v.visitNot(this);
  }
}
