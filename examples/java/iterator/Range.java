/** The numbers from one up to, and without, another. They are stored nowhere. */
public class Range implements IntIterator {
  private int from;
  private int to;

  //@ predicate valid() { return acc(from) * acc(to) * from <= to; }

  /*@ requires a <= b;
    @ ensures |\result| == b - a;
    @ decreases b - a;
    @ static ghost pure seq<int> numbers(int a, int b) {
    @   return a == b ? [] : [a] ++ Range.numbers(a + 1, b);
    @ }
    @*/

  //@ requires from <= to;
  //@ ensures valid() * rest() == Range.numbers(from, to);
  public Range(int from, int to) {
    this.from = from;
    this.to = to;
  }

  //@ ghost pure seq<int> rest() { return Range.numbers(from, to); }

  @Override
  public boolean hasNext() {
    return from < to;
  }

  @Override
  public int next() {
    from++;
    return from - 1;
  }
}
