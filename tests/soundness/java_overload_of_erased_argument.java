// Guards against: another choice than Java's, which is by the arguments of generic classes.
class Box<T> {
  T item;
  T[] items;

  //@ requires acc(item);
  //@ ensures acc(item);
  T get() {
    return item;
  }

  static <U> U same(U u) {
    return u;
  }
}

class Chooser {
  //@ ensures \result == 1;
  static int any(Object o) {
    return 1;
  }

  //@ ensures \result == 2;
  static int any(String s) {
    return 2;
  }

  //@ ensures \result == 1;
  static int all(Object[] o) {
    return 1;
  }

  //@ ensures \result == 2;
  static int all(String[] s) {
    return 2;
  }

  //@ requires acc(b.item) * acc(b.items);
  static void use(Box<String> b, boolean c, String s, Object o) {
    int one = any(b.get());
    int two = any(b.item);
    int three = all(b.items); //~ unsupported
    int four = any(c ? s : s); //~ unsupported
    int five = any((Object) s);
    int six = any(s);
  }

  //@ requires acc(b.item) * acc(d.item);
  static <T extends Chooser> void open(Box<?> b, Box<T> d, T t) {
    int one = any(b.get()); //~ unsupported
    int two = any(d.item); //~ unsupported
    int three = any(t); //~ unsupported
    int four = any(Box.same("a")); //~ unsupported
  }
}
