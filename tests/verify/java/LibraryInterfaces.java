// Interfaces of the library promise nothing: whoever implements one demands nothing, so that a call
// of it changes nothing that the caller holds.

import java.io.Serializable;
import java.util.Comparator;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Supplier;

class Item implements Comparable<Item>, Serializable, Cloneable {
  int n;

  public int compareTo(Item other) { return 0; }
}

class ByNumber implements Comparator<Item> {
  public int compare(Item a, Item b) { return a.n - b.n; } //~ null-dereference
}

class Counter implements Runnable, Callable<Item> {
  int n;

  public void run() { n = 1; } //~ insufficient-permission

  //@ ensures \result == null;
  public Item call() { return null; }
}

class Demanding implements Consumer<Item> {
  int n;

  //@ requires acc(n);
  public void accept(Item item) { n = 1; } //~ override-contract:insufficient-permission
}

class Clients {
  //@ requires c != null * r != null * acc(c.n) * c.n == 5;
  //@ ensures acc(c.n) * c.n == 5;
  static void frame(Counter c, Runnable r) { r.run(); c.run(); }

  //@ requires s != null;
  //@ ensures \result == null || \result != null;
  static Item get(Supplier<Item> s) { return s.get(); }

  //@ requires s != null;
  //@ ensures \result != null; //~ postcondition:may-not-hold
  static Item some(Supplier<Item> s) { return s.get(); }

  //@ requires c != null;
  //@ ensures \result == null;
  static Item ofCounter(Counter c) { return c.call(); }

  //@ requires c != null;
  //@ ensures \result == null; //~ postcondition:may-not-hold
  static Item ofAny(Callable<Item> c) throws Exception { return c.call(); }
}
