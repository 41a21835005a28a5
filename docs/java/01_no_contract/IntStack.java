/** A stack of numbers, as one writes it in Java. */
public class IntStack {
  private int[] items = new int[16];
  private int size;

  public void push(int n) {
    items[size] = n; //~ insufficient-permission
    size++;
  }

  public int pop() {
    size--; //~ insufficient-permission
    return items[size];
  }

  public int size() {
    return size; //~ insufficient-permission
  }

  public static int largest(int[] a) {
    return a[0]; //~ null-dereference
  }

  public static int average(int sum, int n) {
    return sum / n; //~ division-by-zero //~ overflow
  }

  public static int middle(int low, int high) {
    return (low + high) / 2; //~ overflow
  }
}
