/** Java chooses by the arguments of generic classes, which are erased here. */
class Box<T> {
  T item;
  T[] items;

  //@ requires acc(item);
  //@ ensures acc(item);
  T get() {
    return item;
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
    int one = any(b.get()); //~ unsupported
    int two = any(b.item); //~ unsupported
    int three = all(b.items); //~ unsupported
    int four = any(c ? s : s); //~ unsupported
    int five = any((Object) s); //~ unsupported
    int six = any(s);
  }
}
