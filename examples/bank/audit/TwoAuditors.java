package bank.audit;

/** Tells two others. */
public final class TwoAuditors implements Auditor {
  private final Auditor first;
  private final Auditor second;

  /*@ predicate valid() {
    @   return acc(first) * acc(second) * first.valid() * second.valid()
    @     * first.events() == second.events();
    @ }
    @*/

  /** Owns the two others; both have been told equally much. */
  //@ requires first.valid() * second.valid() * first.events() == second.events();
  //@ ensures valid() * events() == old(first.events());
  public TwoAuditors(Auditor first, Auditor second) {
    this.first = first;
    this.second = second;
  }

  //@ requires valid();
  //@ ghost pure int events() { return first.events(); }

  @Override
  public void changed(int account, int amount) {
    first.changed(account, amount);
    second.changed(account, amount);
  }
}
