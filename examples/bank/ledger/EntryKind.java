package bank.ledger;

/** Why an account changed. */
public enum EntryKind {
  DEPOSIT, WITHDRAWAL, TRANSFER, FEE, INTEREST;
}
