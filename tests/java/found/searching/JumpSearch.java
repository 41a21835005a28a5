package found.searching;

/** Jump search with a fixed step. */
public class JumpSearch {
  private final int step;

  public JumpSearch(int step) {
    this.step = step;
  }

  public int search(int[] sorted, int key) {
    int prev = 0;
    int next = step;
    while (next < sorted.length && sorted[next] < key) {
      prev = next;
      next += step;
    }
    int last = Math.min(next, sorted.length - 1);
    for (int i = prev; i <= last; i++) {
      if (sorted[i] == key) {
        return i;
      }
    }
    return -1;
  }

  /** Number of blocks of an array of this length. */
  public int blocks(int length) {
    return (length + step - 1) / step;
  }

  public int getStep() {
    return step;
  }

  public static void main(String[] args) {
    JumpSearch js = new JumpSearch(3);
    int[] data = {1, 3, 5, 7, 9, 11, 13};
    System.out.println("found at " + js.search(data, 9));
    System.out.println("blocks: " + js.blocks(data.length));
  }
}
