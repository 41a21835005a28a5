// Guards against: a cast that nobody checks.
class Bag<T> {
  T v;

  //@ requires acc(this.v);
  //@ ensures acc(this.v);
  void put(Object o) {
    v = (T) o; //~ unsupported
  }
}
