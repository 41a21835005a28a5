import java.util.Iterator;
import java.util.Optional;

/** Classes of Java's libraries by their contracts. */
class Item {
}

class Libraries {
  static void optionals() {
    Item item = new Item();
    Optional<Item> some = Optional.of(item);
    //@ assert some.isPresent() && !some.isEmpty();
    Item same = some.get();
    //@ assert same == item;
    Optional<Item> none = Optional.empty();
    Item other = none.orElse(item);
    //@ assert other == item;
    none.get(); //~ precondition
  }

  //@ requires items.valid() * 2 <= |items.rest()|;
  //@ ensures items.valid() * items.rest() == \old(items.rest())[2..];
  static void skip(Iterator<Item> items) {
    items.next();
    items.next();
  }

  static void strings(int n) {
    String s = "n = " + n;
    //@ assert s != null;
    System.out.println(s + "!");
    System.out.println(Math.max(n, 3));
  }
}
