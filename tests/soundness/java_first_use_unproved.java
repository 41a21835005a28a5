// Guards against: what computes a static field's value when its class is first used, and was proved by nobody.
import java.util.Comparator;

class Writes {
  static int written = 0;
}

class Unproved {
  static final int DIVIDED = 10 / Integer.parseInt("0"); //~ unsupported
  static final int WRITTEN = write(); //~ unsupported
  static final Thread RUNS = new Thread(new Runs()); //~ unsupported
  static final Comparator<String> LAMBDA = (a, b) -> 0; //~ unsupported

  //@ requires acc(Writes.written);
  //@ ensures acc(Writes.written);
  static int write() {
    Writes.written = 5;
    return 1;
  }
}

class Converted {
  static final int UNBOXED = absent(); //~ unsupported
  static final int[] ELEMENTS = {absent()}; //~ unsupported
  static final String[] CAST = make(); //~ unsupported

  static final Integer NOTHING = null;
  static final int OF_BOX = twice(NOTHING); //~ unsupported
  static final int[] OF_BOXES = {NOTHING}; //~ unsupported
  static final int DIVIDED = twice(1 + (1 / 0)); //~ unsupported
  static final int NEGATED = twice(-(1 % 0)); //~ unsupported
  static final int SUM = twice(-(1 + 2));

  static int twice(int n) {
    return n;
  }

  static Integer absent() {
    return null;
  }

  static <E> E[] make() {
    return (E[]) new Object[1];
  }
}

class Runs implements Runnable {
  public void run() { }
}

class Unread {
  static final Unread KEPT = new Unread(0); //~ unsupported

  //@ requires n > 0;
  Unread(int n) { }
}
