package bank.audit;

/** Keeps nothing; that it was told exists in proofs only. */
public final class SilentAuditor implements Auditor {
  //@ ghost int told;

  //@ predicate valid() { return acc(told); }

  //@ ensures valid() * events() == 0;
  public SilentAuditor() {
  }

  //@ requires valid();
  //@ ghost pure int events() { return told; }

  @Override
  public void changed(int account, int amount) {
    //@ told = told + 1;
  }
}
