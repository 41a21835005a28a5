package bank.ledger;

/** The entries of one kind. */
public final class KindFilter implements EntryFilter {
  private final EntryKind wanted;

  //@ predicate valid() { return acc(wanted) * wanted != null; }

  //@ requires kind != null;
  //@ ensures valid() * wanted() == kind;
  public KindFilter(EntryKind kind) {
    this.wanted = kind;
  }

  /** The kind. */
  //@ requires valid();
  //@ ensures \result != null;
  public /*@ pure @*/ EntryKind wanted() {
    return wanted;
  }

  //@ requires valid();
  //@ ensures \result == (kind == Kinds.code(wanted()));
  @Override
  public /*@ pure @*/ boolean accepts(int account, int kind, int amount) {
    return kind == Kinds.code(wanted);
  }
}
