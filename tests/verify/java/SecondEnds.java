// What nothing of a member leads to changes no verdict about it: a `toString()` that might end with an exception of a
// library is called by no constructor that is given a text, and by no `+` of numbers.
class Shown {
  private int s;

  //@ requires acc(s);
  //@ ensures acc(s);
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(s);
    return text.toString();
  }
}

class EmptyException extends RuntimeException {
  EmptyException(String message) {
    super(message);
  }
}

enum Level {
  LOW, HIGH;
}

class Counter {
  private int n;
  private final String name;

  //@ requires name != null && name.length() == 3;
  //@ ensures acc(n) * acc(this.name) * n == name.length() && this.name == name;
  Counter(String name) {
    this.n = name.length();
    this.name = name;
  }

  //@ requires acc(n);
  //@ ensures acc(n);
  //@ signals (IllegalStateException e) acc(n);
  void take() {
    if (n <= 0) {
      throw new IllegalStateException("empty: " + n);
    }
    int less = n < 9 ? n + 1 : 3;
    n = less - 2;
  }

  //@ requires acc(n);
  //@ ensures acc(n);
  //@ signals (IllegalStateException e) acc(n);
  void two() {
    take();
  }

  //@ requires acc(n) * acc(a.elems, 1/2);
  //@ ensures acc(n) * acc(a.elems, 1/2);
  //@ signals (EmptyException e) acc(n) * acc(a.elems, 1/2);
  void sum(int[] a, Level level) {
    int sum = 0;
    //@ loop_invariant acc(a.elems, 1/2) * acc(n);
    for (int x : a) {
      if (-9 < x && x < 9 && -9 < sum && sum < 9) sum += x + a.length % 3;
    }
    if (level != Level.LOW && a.length % 5 + sum % 5 == 3) {
      throw new EmptyException("no");
    }
  }

  //@ requires acc(n) * acc(a.elems, 1/2);
  //@ ensures acc(n) * acc(a.elems, 1/2);
  //@ signals (EmptyException e) acc(n) * acc(a.elems, 1/2);
  void sums(int[] a) {
    sum(a, Level.HIGH);
  }

  //@ requires acc(n) * acc(name) * name != null * name.length() == 3;
  //@ ensures \result != null;
  //@ signals (IllegalArgumentException e) acc(name) * name == "abc";
  Counter copy() {
    if (name.equals("abc")) {
      throw new IllegalArgumentException();
    }
    return new Counter(name);
  }
}
