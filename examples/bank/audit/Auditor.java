package bank.audit;

/**
 * Who is told of each change of an account. All that a bank knows of an auditor is
 * how many changes it was told.
 */
public interface Auditor {
  //@ predicate valid();

  /** How many changes it was told. */
  //@ requires valid();
  //@ ghost pure int events();

  /** Tells of a change of an account. */
  //@ requires valid();
  //@ ensures valid() * events() == old(events()) + 1;
  void changed(int account, int amount);
}
