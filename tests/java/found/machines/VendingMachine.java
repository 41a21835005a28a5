package found.machines;

/** A machine that sells drinks. */
public class VendingMachine {
  private static final int PRICE = 150;

  private int stock;
  private int credit;
  private int sold;

  public VendingMachine(int stock) {
    this.stock = stock;
  }

  public void insertCoin(int cents) {
    switch (cents) {
      case 10:
      case 20:
      case 50:
      case 100:
      case 200:
        credit += cents;
        break;
      default:
        throw new IllegalArgumentException("unknown coin: " + cents);
    }
  }

  public boolean buy() {
    if (stock == 0) {
      throw new IllegalStateException("sold out");
    }
    if (credit < PRICE) {
      return false;
    }
    credit -= PRICE;
    stock--;
    sold++;
    return true;
  }

  public int cancel() {
    int back = credit;
    credit = 0;
    return back;
  }

  /** Number of coins in change, largest first. */
  static int coins(int change) {
    int n = 0;
    int[] values = {200, 100, 50, 20, 10};
    for (int v : values) {
      n += change / v;
      change %= v;
    }
    return n;
  }

  public static void main(String[] args) {
    VendingMachine m = new VendingMachine(3);
    m.insertCoin(200);
    System.out.println(m.buy() + " " + m.cancel());
    System.out.println(coins(380));
  }
}
