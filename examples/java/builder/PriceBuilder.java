/** Computes what the parts cost, up to a limit: rooms 100 each, a roof 50. */
public final class PriceBuilder implements Builder {
  private static final int LIMIT = 1000000;

  private int cost;
  //@ private ghost seq<int> seen;

  /*@ decreases |s|;
    @ static ghost pure int price(seq<int> s) {
    @   return s == [] ? 0
    @     : let k := s[|s| - 1] in
    @       PriceBuilder.sum(PriceBuilder.price(s[..|s| - 1]), k == 0 ? 50 : 100 * k);
    @ }
    @*/

  //@ static ghost pure int sum(int a, int b) { return a + b < LIMIT ? a + b : LIMIT; }

  /*@ predicate valid() {
    @   return acc(cost) * acc(seen) *
    @     0 <= cost && cost <= LIMIT && cost == PriceBuilder.price(seen);
    @ }
    @*/

  //@ ensures valid() * parts() == [];
  public PriceBuilder() {
  }

  //@ ghost pure seq<int> parts() { return seen; }

  //@ requires acc(cost) * 0 <= cost && cost <= LIMIT && 0 <= amount && amount <= LIMIT;
  //@ ensures acc(cost) * 0 <= cost && cost <= LIMIT && cost == PriceBuilder.sum(old(cost), amount);
  private void add(int amount) {
    cost = cost + amount < LIMIT ? cost + amount : LIMIT;
  }

  @Override
  public Builder floor(int rooms) {
    add(100 * rooms);
    //@ seen = seen ++ [rooms];
    return this;
  }

  @Override
  public Builder roof() {
    add(50);
    //@ seen = seen ++ [0];
    return this;
  }

  //@ requires valid();
  //@ ensures valid() * untouched(valid()) * \result == PriceBuilder.price(parts());
  public int total() {
    return cost;
  }
}
