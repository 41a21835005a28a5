/**
 * What can be done with formulas. What a visit needs and what it leaves behind differs from visitor
 * to visitor; so each defines it, by two predicates:
 *
 * <ul>
 *   <li>`todo(f)`: the visitor may visit `f`; `value(f)`, `number(f)` and `text(f)` say what is to
 *       come of it;
 *   <li>`done(f, v, n, t)`: it has visited `f`, of which `v`, `n` and `t` were to come.
 * </ul>
 *
 * <p>`accept` turns one into the other, whatever they mean. What number and text are each visitor
 * decides.
 */
public interface Visitor {
  //@ predicate todo(Formula f);
  //@ predicate done(Formula f, boolean v, int n, seq<int> t);

  //@ requires todo(f);
  //@ ghost pure boolean value(Formula f);

  //@ requires todo(f);
  //@ ghost pure int number(Formula f);

  //@ requires todo(f);
  //@ ghost pure seq<int> text(Formula f);

  //@ requires todo(f);
  //@ ensures done(f, old(value(f)), old(number(f)), old(text(f)));
  void visitConstant(Constant f);

  //@ requires todo(f);
  //@ ensures done(f, old(value(f)), old(number(f)), old(text(f)));
  void visitNot(Not f);

  //@ requires todo(f);
  //@ ensures done(f, old(value(f)), old(number(f)), old(text(f)));
  void visitAnd(And f);

  //@ requires todo(f);
  //@ ensures done(f, old(value(f)), old(number(f)), old(text(f)));
  void visitOr(Or f);

  //@ requires todo(f);
  //@ ensures done(f, old(value(f)), old(number(f)), old(text(f)));
  void visitChoice(Choice f);
}
