/** A pure method with type arguments for parameters: an annotation could give it other objects. */
interface Weight<T> {
  /*@ pure @*/ int of(T a);
}

class Length implements Weight<String> {
  public /*@ pure @*/ int of(String a) { //~ unsupported
    return a == null ? 0 : a.length();
  }
}

/** A method with other types is another method. */
class Other implements Weight<String> { //~ not-allowed-here
  public /*@ pure @*/ int of(Length a) {
    return 0;
  }
}

interface Marked<T> {
  //@ predicate marked(T a);
}

class Mark implements Marked<String> {
  //@ public predicate marked(String a) { return true; } //~ unsupported
}
