/** An override whose parameter stands for a type parameter would go unnoticed. */
class Sink<T> {
  //@ ensures \result == 1;
  int put(T t) {
    return 1;
  }
}

class StringSink extends Sink<String> {
  //@ ensures \result == 2;
  int put(String s) { //~ unsupported
    return 2;
  }

  static void use() {
    Sink<String> s = new StringSink();
    int n = s.put("a");
    assert n == 1;
  }
}
