package found.caches;

/** Two values. */
public class Pair<A, B> {
  private final A first;
  private final B second;

  public Pair(A first, B second) {
    this.first = first;
    this.second = second;
  }

  public A getFirst() {
    return first;
  }

  public B getSecond() {
    return second;
  }

  public Pair<B, A> swap() {
    return new Pair<>(second, first);
  }

  public static <T> Pair<T, T> twice(T value) {
    return new Pair<>(value, value);
  }

  public static <T extends Comparable<T>> T max(T a, T b) {
    return a.compareTo(b) >= 0 ? a : b;
  }

  public static int lengths(Pair<String, String> p) {
    return p.getFirst().length() + p.second.length();
  }
}
