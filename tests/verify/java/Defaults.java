/** Methods with bodies in interfaces. */
interface Counted {
  //@ predicate valid();

  //@ requires valid();
  //@ ensures \result >= 0;
  /*@ pure @*/ int count();

  //@ requires valid();
  //@ ensures valid() * \result == (count() == 0) && count() == old(count());
  default boolean isEmpty() {
    return count() == 0;
  }

  //@ requires valid();
  //@ ensures \result == 2L * count();
  default /*@ pure @*/ long twice() {
    return 2L * count();
  }

  //@ requires valid();
  //@ ensures valid() * \result < 0; //~ postcondition:may-not-hold
  default int wrong() {
    return count();
  }

  //@ ensures \result == 0;
  static int zero() {
    return 0;
  }
}

class Bag implements Counted {
  int n;

  //@ predicate valid() { return acc(n) * 0 <= n; }

  //@ ensures valid() * count() == 0;
  Bag() {}

  public /*@ pure @*/ int count() {
    return n;
  }

  static void main(String[] args) {
    Bag b = new Bag();
    boolean e = b.isEmpty();
    long t = b.twice();
    int z = Counted.zero();
    assert e && t == 0 && z == 0;
  }
}

/** An override must keep what the default promises. */
class Lying implements Counted {
  //@ predicate valid() { return true; }

  public /*@ pure @*/ int count() {
    return 1;
  }

  //@ requires valid();
  //@ ensures valid();
  public boolean isEmpty() { //~ override-contract
    return true;
  }
}

interface Named {
  //@ ensures \result == 1;
  default int id() {
    return 1;
  }
}

interface Renamed extends Named {
  //@ ensures \result == 1 && true;
  default int id() {
    return 1;
  }
}

/** The interface below counts, wherever it is named. */
class Both implements Named, Renamed {
  static void main(String[] args) {
    Both b = new Both();
    int i = b.id();
    assert i == 1;
  }
}
