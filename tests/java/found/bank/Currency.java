package found.bank;

/** Currencies with their minor units. */
public enum Currency {
  EUR("Euro", 2),
  USD("US Dollar", 2),
  JPY("Yen", 0);

  private final String title;
  private final int decimals;

  Currency(String title, int decimals) {
    this.title = title;
    this.decimals = decimals;
  }

  public String title() {
    return title;
  }

  public int minorUnits(int major) {
    int units = major;
    for (int i = 0; i < decimals; i++) {
      units *= 10;
    }
    return units;
  }

  public static Currency byTitle(String title) {
    for (Currency c : values()) {
      if (c.title.equals(title)) {
        return c;
      }
    }
    return null;
  }
}
