/** What a `ListBuilder` makes: the parts from the last to the first. */
public class Part {
  private final int kind;
  private final Part below;

  /*@ predicate house() {
    @   return acc(kind) * acc(below) * (below != null ==> below.house());
    @ }
    @*/

  //@ requires below != null ==> below.house();
  //@ ensures house() * kinds() == (below == null ? [] : old(below.kinds())) ++ [kind];
  public Part(int kind, Part below) {
    this.kind = kind;
    this.below = below;
  }

  /*@ requires house();
    @ ghost pure seq<int> kinds() { return (below == null ? [] : below.kinds()) ++ [kind]; }
    @*/

  //@ requires house() * |kinds()| <= Integer.MAX_VALUE;
  //@ ensures house() * untouched(house()) * \result == |kinds()|;
  public int height() {
    return 1 + (below == null ? 0 : below.height());
  }
}
