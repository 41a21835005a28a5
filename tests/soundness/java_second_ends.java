import java.util.regex.Matcher;

// Guards against: a value that is taken for a number or a text by what its name denotes elsewhere, and an object that a
// library asks for its text.
class Loud {
  //@ signals (IllegalStateException e) true;
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append("a");
    return text.toString();
  }

  int run() {
    StringBuilder text = new StringBuilder();
    text.append("a");
    return text.length();
  }
}

class Above {
  Loud s = new Loud();
}

class Hidden extends Above {
  int n;

  // Behind the block, `s` is the field.
  //@ requires acc(n) * acc(s) * s != null;
  //@ ensures acc(n) * acc(s);
  void behind() {
    {
      String s = "a";
    }
    s.run();
  }

  //@ requires acc(n) * acc(s) * s != null;
  //@ ensures acc(n) * acc(s);
  //@ signals (IllegalArgumentException e) false; //~ signals:may-not-hold
  void callsBehind() {
    behind();
  }

  //@ requires acc(n) * acc(s) * s != null;
  //@ ensures acc(n) * acc(s);
  void before() {
    s.run();
    String s = "a";
  }

  //@ requires acc(n) * acc(s) * s != null;
  //@ ensures acc(n) * acc(s);
  //@ signals (IllegalArgumentException e) false; //~ signals:may-not-hold
  void callsBefore() {
    before();
  }

  //@ requires acc(n) * acc(s) * s != null;
  //@ ensures acc(n) * acc(s);
  void loop() {
    //@ loop_invariant acc(n) * acc(this.s) * s != null;
    for (Loud s = this.s; n < 0; n++) {
      s.run();
    }
  }

  //@ requires acc(n) * acc(s) * s != null;
  //@ ensures acc(n) * acc(s);
  //@ signals (IllegalArgumentException e) false; //~ signals:may-not-hold
  void callsLoop() {
    loop();
  }
}

class Sums {
  static int text(Loud loud, int n) {
    String s = n + " " + loud; //~ assert:may-not-hold
    return 1;
  }

  //@ requires loud != null;
  //@ signals (IllegalArgumentException e) false; //~ signals:may-not-hold
  static int callsText(Loud loud) {
    return text(loud, 1);
  }

  static int more(Loud loud) {
    String s = "a";
    s += loud; //~ assert:may-not-hold
    return 1;
  }

  //@ requires loud != null;
  //@ signals (IllegalArgumentException e) false; //~ signals:may-not-hold
  static int callsMore(Loud loud) {
    return more(loud);
  }
}

class Named<String extends Loud> {
  //@ requires s != null;
  int of(String s) {
    return s.run();
  }

  //@ requires s != null;
  //@ signals (IllegalArgumentException e) false; //~ signals:may-not-hold
  int callsOf(String s) {
    return of(s);
  }
}

class Ends {
  static int fail() {
    StringBuilder text = new StringBuilder();
    text.deleteCharAt(3);
    return 1;
  }
}

class Private {
  private String Ends;
}

class Below extends Private {
  // The private field is not inherited: `Ends` is the class.
  static int notInherited() {
    return Ends.fail();
  }

  // Behind the block, it is the class again.
  static int ofClass() {
    {
      String Ends = "a";
    }
    return Ends.fail();
  }

  static int inLoop() {
    for (String Ends = "a"; Ends.length() < 0; ) {
    }
    return Ends.fail();
  }

  // A matcher looks into the text that it was given.
  //@ requires matcher != null;
  static int shown(Matcher matcher) {
    return matcher.toString().length();
  }
}

class Catches {
  static void notInherited() {
    try {
      Below.notInherited();
    } catch (RuntimeException e) {
      //@ assert false; //~ assert:may-not-hold
    }
  }

  static void ofClass() {
    try {
      Below.ofClass();
    } catch (RuntimeException e) {
      //@ assert false; //~ assert:may-not-hold
    }
  }

  static void inLoop() {
    try {
      Below.inLoop();
    } catch (RuntimeException e) {
      //@ assert false; //~ assert:may-not-hold
    }
  }

  //@ requires matcher != null;
  static void shown(Matcher matcher) {
    try {
      Below.shown(matcher);
    } catch (IllegalStateException e) {
      //@ assert false; //~ assert:may-not-hold
    }
  }
}
