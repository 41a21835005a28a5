package found.lists;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** The numbers from a start to an end, for use in a for loop. */
public class Range implements Iterable<Integer> {
  private final int start;
  private final int end;

  public Range(int start, int end) {
    if (start > end) {
      throw new IllegalArgumentException("start > end");
    }
    this.start = start;
    this.end = end;
  }

  @Override
  public Iterator<Integer> iterator() {
    return new Iterator<Integer>() {
      private int current = start;

      @Override
      public boolean hasNext() {
        return current < end;
      }

      @Override
      public Integer next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        return current++;
      }
    };
  }

  public int size() {
    return end - start;
  }

  public boolean contains(int n) {
    return start <= n && n < end;
  }

  public static void main(String[] args) {
    int sum = 0;
    for (int n : new Range(1, 5)) {
      sum += n;
    }
    System.out.println(sum);
  }
}
