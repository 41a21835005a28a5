/**
 * The visitor pattern. Formulas form a tree of five classes; what can be done with them is in
 * visitors. `f.accept(v)` calls the method of `v` for the class of `f`, so that neither side asks
 * for the other's class.
 */
public final class Main {
  /** Fails at run time if it is wrong. Its contract shows that it never is. */
  //@ requires ok;
  private static void check(boolean ok) {
    if (!ok) {
      throw new AssertionError();
    }
  }

  public static void main(String[] args) {
    // If not true and true, then false, else not false.
    Formula both = new And(new Not(new Constant(true)), new Constant(true));
    Formula f = new Choice(both, new Constant(false), new Not(new Constant(false)));
    //@ assert f.value() && f.size() == 8;

    Evaluator evaluator = new Evaluator();
    check(evaluator.eval(f));

    Counter counter = new Counter();
    check(counter.count(new And(new Constant(true), new Not(new Constant(false)))) == 4);

    Printer printer = new Printer(8);
    Formula either = new Or(new Constant(true), new Not(new Constant(false)));
    //@ assert either.text() == [4, 1, 2, 0];
    printer.print(either);
    //@ assert printer.printed() == [4, 1, 2, 0];
    check(printer.at(0) == 4 && printer.at(2) == 2);

    Simplifier simplifier = new Simplifier();
    either = simplifier.simplify(either);
    check(evaluator.eval(either));
    f = simplifier.simplify(f);
    //@ assert f.size() <= 8;
    check(evaluator.eval(f));
    check(counter.count(f) <= 8);
  }
}
