package found.shop;

/** A product with its stock. */
public class Product {
  private final String name;
  private final int price;
  private int stock;

  public Product(String name, int price, int stock) {
    this.name = name;
    this.price = price;
    this.stock = stock;
  }

  public String getName() {
    return name;
  }

  public int getPrice() {
    return price;
  }

  public boolean available(int quantity) {
    return quantity <= stock;
  }

  public void take(int quantity) {
    if (!available(quantity)) {
      throw new IllegalStateException("only " + stock + " left");
    }
    stock -= quantity;
  }

  public void refill(int quantity) {
    if (quantity < 0) {
      throw new IllegalArgumentException("quantity");
    }
    stock += quantity;
  }

  static int withTax(int price, int percent) {
    return price + price * percent / 100;
  }

  static int perUnit(int total, int units) {
    return total / units;
  }
}
