package found.bank;

/** An invoice with up to ten lines. */
public class Invoice {

  private static class Line {
    final String text;
    final int quantity;
    final int price;

    Line(String text, int quantity, int price) {
      this.text = text;
      this.quantity = quantity;
      this.price = price;
    }

    int amount() {
      return quantity * price;
    }
  }

  private static final int MAX_LINES = 10;
  private final Line[] lines = new Line[MAX_LINES];
  private int used;

  public void add(String text, int quantity, int price) {
    if (quantity < 1) {
      throw new IllegalArgumentException("quantity: " + quantity);
    }
    lines[used] = new Line(text, quantity, price);
    used++;
  }

  public int total() {
    int total = 0;
    for (Line line : lines) {
      total += line.amount();
    }
    return total;
  }

  public int tax(int percent) {
    return total() * percent / 100;
  }

  public int averageLine() {
    return total() / used;
  }

  static int discount(int total) {
    int percent = total > 100000 ? 10 : total > 50000 ? 5 : 0;
    return total / 100 * percent;
  }
}
