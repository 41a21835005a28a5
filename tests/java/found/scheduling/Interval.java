package found.scheduling;

/** A half-open interval of minutes. */
public class Interval {
  final int start;
  final int end;

  public Interval(int start, int end) {
    if (end < start) {
      throw new IllegalArgumentException("ends before it starts");
    }
    this.start = start;
    this.end = end;
  }

  public int minutes() {
    return end - start;
  }

  public boolean overlaps(Interval other) {
    return start < other.end && other.start < end;
  }

  public Interval union(Interval other) {
    if (!overlaps(other)) {
      throw new IllegalArgumentException("disjoint");
    }
    return new Interval(Math.min(start, other.start), Math.max(end, other.end));
  }

  /** Greatest number of intervals that can be chosen without overlap; sorted by end. */
  static int choose(Interval[] sorted) {
    int count = 0;
    int free = Integer.MIN_VALUE;
    for (Interval i : sorted) {
      if (i.start >= free) {
        count++;
        free = i.end;
      }
    }
    return count;
  }

  static int hours(int minutes) {
    return minutes / 60;
  }
}
