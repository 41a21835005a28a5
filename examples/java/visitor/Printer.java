/** Prints: the codes of the nodes, one after the other, into an array. */
public final class Printer implements Visitor {
  private final int[] out;
  private int length;

  /*@ predicate todo(Formula f) {
    @   return acc(out) * acc(length) * out != null * acc(out.elems) * f.valid() *
    @     0 <= length && length + f.size() <= out.length;
    @ }
    @*/

  /*@ predicate done(Formula f, boolean v, int n, seq<int> t) {
    @   return acc(out) * acc(length) * out != null * acc(out.elems) * f.valid() *
    @     f.value() == v && out.length == n && 0 <= length && length <= out.length &&
    @     out[0..length] == t;
    @ }
    @*/

  /*@ predicate valid() {
    @   return acc(out) * acc(length) * out != null * acc(out.elems) *
    @     0 <= length && length <= out.length;
    @ }
    @*/

  //@ ghost pure boolean value(Formula f) { return opening todo(f) in f.value(); }

  // How much fits.
  //@ ghost pure int number(Formula f) { return opening todo(f) in out.length; }

  // What will have been printed.
  //@ ghost pure seq<int> text(Formula f) { return opening todo(f) in out[0..length] ++ f.text(); }

  //@ requires valid();
  //@ ghost pure seq<int> printed() { return out[0..length]; }

  //@ requires valid();
  //@ ensures |printed()| <= \result;
  /*@ pure @*/ int capacity() {
    return out.length;
  }

  //@ requires valid() * 0 <= i && i < |printed()|;
  //@ ensures \result == printed()[i];
  /*@ pure @*/ int at(int i) {
    return out[i];
  }

  //@ requires 0 <= capacity;
  //@ ensures valid() * printed() == seq<int>() && capacity() == capacity;
  public Printer(int capacity) {
    out = new int[capacity];
  }

  //@ requires valid() * f.valid() * |printed()| + f.size() <= capacity();
  //@ ensures valid() * f.valid() * printed() == old(printed()) ++ old(f.text());
  //@ ensures f.value() == old(f.value()) && capacity() == old(capacity());
  public void print(Formula f) {
    f.accept(this);
  }

  //@ requires acc(out) * acc(length) * out != null * acc(out.elems) * 0 <= length;
  //@ requires length < out.length;
  //@ ensures acc(out) * acc(length) * out == old(out) * acc(out.elems) * length == old(length) + 1;
  //@ ensures out[0..length] == old(out[0..length]) ++ [code];
  private void put(int code) {
    out[length] = code;
    length++;
  }

  @Override
  public void visitConstant(Constant f) {
    put(f.truth ? 1 : 0);
  }

  @Override
  public void visitNot(Not f) {
    put(2);
    f.arg.accept(this);
  }

  @Override
  public void visitAnd(And f) {
    put(3);
    f.left.accept(this);
    f.right.accept(this);
  }

  @Override
  public void visitOr(Or f) {
    put(4);
    f.left.accept(this);
    f.right.accept(this);
  }

  @Override
  public void visitChoice(Choice f) {
    put(5);
    f.cond.accept(this);
    f.yes.accept(this);
    f.no.accept(this);
  }
}
