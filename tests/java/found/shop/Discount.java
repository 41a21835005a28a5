package found.shop;

/** Discounts by rule. */
public interface Discount {
  int MAX_PERCENT = 50;

  int apply(int price);

  /** Nothing off. */
  class None implements Discount {
    @Override
    public int apply(int price) {
      return price;
    }
  }

  /** Some percent off. */
  class Percent implements Discount {
    private final int percent;

    public Percent(int percent) {
      if (percent < 0 || percent > MAX_PERCENT) {
        throw new IllegalArgumentException("percent: " + percent);
      }
      this.percent = percent;
    }

    @Override
    public int apply(int price) {
      return price - price * percent / 100;
    }
  }

  /** A fixed amount off. */
  class Fixed implements Discount {
    private final int amount;

    public Fixed(int amount) {
      this.amount = amount;
    }

    @Override
    public int apply(int price) {
      return Math.max(0, price - amount);
    }
  }

  static int percentOf(Discount d) {
    if (d instanceof Percent p) {
      return p.percent;
    }
    return 0;
  }

  static int applyAll(Discount[] discounts, int price) {
    int result = price;
    for (Discount d : discounts) {
      result = d.apply(result);
    }
    return result;
  }
}
