package found.searching;

/** Binary search in sorted arrays. */
public final class BinarySearch {
  private BinarySearch() {
  }

  /**
   * Looks for a key.
   *
   * @return the index of the key, or -1
   */
  public static int find(int[] array, int key) {
    int low = 0;
    int high = array.length - 1;
    while (low <= high) {
      int mid = (low + high) / 2;
      if (array[mid] == key) {
        return mid;
      } else if (array[mid] < key) {
        low = mid + 1;
      } else {
        high = mid - 1;
      }
    }
    return -1;
  }

  /** The same, recursively. */
  public static int findRecursive(int[] array, int key, int low, int high) {
    if (high < low) {
      return -1;
    }
    int mid = low + (high - low) / 2;
    if (key == array[mid]) {
      return mid;
    }
    return key < array[mid]
        ? findRecursive(array, key, low, mid - 1)
        : findRecursive(array, key, mid + 1, high);
  }

  static int middle(int low, int high) {
    if (low < 0 || high < low) {
      throw new IllegalArgumentException();
    }
    return (low + high) / 2;
  }

  static int safeMiddle(int low, int high) {
    return (low + high) >>> 1;
  }

  public static void main(String[] args) {
    int[] primes = {2, 3, 5, 7, 11, 13};
    System.out.println(find(primes, 7));
    System.out.println(findRecursive(primes, 4, 0, primes.length - 1));
  }
}
