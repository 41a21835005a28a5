/** A pure method with type arguments for parameters: an annotation could give it other objects. */
interface Weight<T> {
  /*@ pure @*/ int of(T a);
}

class Length implements Weight<String> {
  public /*@ pure @*/ int of(String a) { //~ unsupported
    return a == null ? 0 : a.length();
  }
}

class Other implements Weight<String> {
  public /*@ pure @*/ int of(Length a) { //~ not-allowed-here
    return 0;
  }
}
