package found.bank;

/** An amount of money. */
public record Money(int cents, Currency currency) {
  public Money {
    if (currency == null) {
      throw new IllegalArgumentException("currency");
    }
  }

  public Money plus(Money other) {
    if (currency != other.currency) {
      throw new IllegalArgumentException("different currencies");
    }
    return new Money(cents + other.cents, currency);
  }

  public boolean isNegative() {
    return cents < 0;
  }
}
