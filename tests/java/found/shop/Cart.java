package found.shop;

/** A shopping cart with at most twenty different products. */
public class Cart {
  public static final int MAX = 20;

  private final Product[] products = new Product[MAX];
  private final int[] quantities = new int[MAX];
  private int used;

  public void add(Product product, int quantity) {
    int i = indexOf(product);
    if (i < 0) {
      products[used] = product;
      quantities[used++] = quantity;
    } else {
      quantities[i] += quantity;
    }
  }

  private int indexOf(Product product) {
    for (int i = 0; i < used; i++) {
      if (products[i] == product) {
        return i;
      }
    }
    return -1;
  }

  public int total() {
    int total = 0;
    for (int i = 0; i < products.length; i++) {
      total += products[i].getPrice() * quantities[i];
    }
    return total;
  }

  public void remove(Product product) {
    int i = indexOf(product);
    used--;
    products[i] = products[used];
    quantities[i] = quantities[used];
    products[used] = null;
  }

  static int shipping(int total, boolean express) {
    int cost = total >= 5000 ? 0 : 490;
    return express ? cost + 1000 : cost;
  }

  static int points(int total) {
    return total < 0 ? 0 : total / 100;
  }
}
