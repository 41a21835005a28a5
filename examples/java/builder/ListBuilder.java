/** Makes a list of the parts. */
public final class ListBuilder implements Builder {
  private Part top;

  //@ predicate valid() { return acc(top) * (top != null ==> top.house()); }

  //@ ensures valid() * parts() == [];
  public ListBuilder() {
  }

  //@ ghost pure seq<int> parts() { return top == null ? [] : top.kinds(); }

  @Override
  public Builder floor(int rooms) {
    top = new Part(rooms, top);
    return this;
  }

  @Override
  public Builder roof() {
    top = new Part(0, top);
    return this;
  }

  /** Gives the product away, and can begin anew. */
  //@ requires valid() * parts() != [];
  //@ ensures valid() * parts() == [];
  //@ ensures \result.house() * \result.kinds() == old(parts());
  public Part build() {
    Part p = top;
    top = null;
    return p;
  }
}
