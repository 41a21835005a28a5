// Guards against: an inherited method whose `T[]` is an `Object[]`, as one of an interface with other elements.
class Maker<T> {
  public T[] make() { //~ unsupported
    return (T[]) new Object[2];
  }
}

interface Makes<T extends Comparable<T>> {
  T[] make();

  default int go() {
    T[] made = make();
    return 1;
  }
}

class Both<T extends Comparable<T>> extends Maker<T> implements Makes<T> {}

interface Texts {
  String[] make();
}

class OfTexts extends Maker<String> implements Texts {}

class Fine<T> {
  public T[] make() {
    return (T[]) new Object[2];
  }
}

interface Same<T> {
  T[] make();
}

class Plain<T> extends Fine<T> implements Same<T> {}
