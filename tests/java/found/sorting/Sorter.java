package found.sorting;

/** A sorting strategy. */
public interface Sorter {
  void sort(int[] data);

  String name();

  /** Sorts a copy and leaves the argument alone. */
  default int[] sorted(int[] data) {
    int[] copy = new int[data.length];
    for (int i = 0; i < data.length; i++) {
      copy[i] = data[i];
    }
    sort(copy);
    return copy;
  }
}
