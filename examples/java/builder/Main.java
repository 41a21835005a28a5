/**
 * The builder pattern. A `Director` knows of which parts a house is made; a `Builder` knows what
 * comes of them.
 */
public final class Main {
  /** Fails at run time if it is wrong. Its contract shows that it never is. */
  //@ requires ok;
  private static void check(boolean ok) {
    if (!ok) {
      throw new AssertionError();
    }
  }

  public static void main(String[] args) {
    ListBuilder list = new ListBuilder();
    Director.cottage(list);
    Part house = list.build();
    //@ assert house.kinds() == [4, 2, 0];
    check(house.height() == 3);
    //@ assert list.parts() == [];

    Director.tower(list, 10);
    house = list.build();
    check(house.height() == 11);

    PriceBuilder price = new PriceBuilder();
    Director.cottage(price);
    price.floor(1).roof();
    //@ assert price.parts() == [4, 2, 0, 1, 0];
    int n = price.total();
    //@ use PriceBuilder.price([4, 2]);
    //@ use PriceBuilder.price([4]);
    check(n == 800);
  }
}
