/** The second operand, if the first is true, else the third. */
public final class Choice extends Formula {
  Formula cond;
  Formula yes;
  Formula no;

  /*@ predicate valid() {
    @   return acc(cond) * acc(yes) * acc(no) * cond.valid() * yes.valid() * no.valid();
    @ }
    @*/

  //@ ghost pure boolean value() { return cond.value() ? yes.value() : no.value(); }

  //@ ghost pure int size() { return 1 + cond.size() + yes.size() + no.size(); }

  //@ ghost pure seq<int> text() { return [5] ++ cond.text() ++ yes.text() ++ no.text(); }

  //@ requires cond.valid() * yes.valid() * no.valid();
  //@ ensures valid() * value() == old(cond.value() ? yes.value() : no.value());
  //@ ensures size() == 1 + old(cond.size()) + old(yes.size()) + old(no.size());
  //@ ensures text() == [5] ++ old(cond.text()) ++ old(yes.text()) ++ old(no.text());
  public Choice(Formula cond, Formula yes, Formula no) {
    this.cond = cond;
    this.yes = yes;
    this.no = no;
  }

  @Override
  public void accept(Visitor v) {
    v.visitChoice(this);
  }
}
