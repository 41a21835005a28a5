/** Members that take any number of arguments: an array of the last ones, or an array itself. */
class AnyNumber {
  //@ requires xs != null && acc(xs.elems, 1/2);
  //@ ensures acc(xs.elems, 1/2) * \result == xs.length;
  static int count(int... xs) {
    return xs.length;
  }

  //@ requires rest != null && acc(rest.elems);
  //@ ensures acc(rest.elems) * (rest.length > 0 ==> \result == \old(rest[0]));
  //@ ensures rest.length == 0 ==> \result == first;
  static int second(int first, int... rest) {
    return rest.length > 0 ? rest[0] : first;
  }

  static void calls(int[] given)
  //@ requires given != null && acc(given.elems) && given.length == 5;
  //@ ensures acc(given.elems);
  {
    int none = count();
    int three = count(1, 2, 3);
    int all = count(given);
    //@ assert none == 0 && three == 3 && all == 5;
    int two = second(1, 2, 3);
    int one = second(1);
    //@ assert two == 2 && one == 1;
  }

  static int chosen(int a) {
    return 1;
  }

  static int chosen(int... a) {
    return 2;
  }

  static int chosen(String s, Object... more) {
    return 3;
  }

  static void chooses() {
    int one = chosen(1);
    int two = chosen(1, 2);
    int three = chosen("a", 1, 'c', 2.5, true, "b");
  }

  final int n;

  AnyNumber(String name, int... xs)
  //@ requires xs != null && acc(xs.elems);
  //@ ensures acc(n) && n == xs.length;
  {
    n = xs.length;
  }

  static void makes() {
    AnyNumber made = new AnyNumber("a", 7, 8);
    //@ assert made.n == 2;
  }

  static void prints(int n, double d, String s, Integer boxed) {
    System.out.printf("%d %f %s %d%n", n, d, s, boxed);
    System.out.printf("nothing%n").printf("%d", 1);
    String text = String.format("%05d", n);
    //@ assert text != null;
  }

  static void refused(Object o, String format) {
    System.out.printf("%s", o); //~ unsupported
  }

  static void wrongElement() {
    int n = count(1, "two"); //~ type-mismatch
  }

  static void noFormat(String format) {
    System.out.printf(format, 1); //~ precondition
  }

  static void caught() {
    boolean failed = false;
    try {
      System.out.printf("%d", "text");
    } catch (RuntimeException e) {
      failed = true;
    }
    //@ assert !failed; //~ assert
  }

  static void wrongCount() {
    int n = count(1, 2);
    //@ assert n == 3; //~ assert
  }
}
