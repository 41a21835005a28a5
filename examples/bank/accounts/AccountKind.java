package bank.accounts;

/** The kinds of accounts. */
public enum AccountKind {
  CHECKING, SAVINGS, PREMIUM;
}
