// Guards against: an override whose parameter stands for a type parameter going unnoticed.
class Sink<T> {
  //@ ensures \result == 1;
  int put(T t) {
    return 1;
  }
}

class StringSink extends Sink<String> {
  //@ ensures \result == 2;
  int put(String s) { //~ override-contract
    return 2;
  }

  static void use() {
    Sink<String> s = new StringSink();
    int n = s.put("a");
    assert n == 1;
  }
}

class Between extends Sink<String> {
  public int put(String s) { //~ override-contract
    return 1;
  }
}

class Far extends Between {
  //@ ensures \result == 3;
  public int put(String s) { //~ override-contract
    return 3;
  }
}

interface Zero {
  //@ ensures \result == 0;
  int put(String s);
}

class Both extends Between implements Zero {
}

class Again extends Between implements Zero {
  //@ ensures \result == 0;
  public int put(String s) { //~ override-contract
    return 0;
  }
}
