/** What a pure `default` method gives is not known of objects of other classes. */
interface Sized {
  default /*@ pure @*/ int size() {
    return 1;
  }

  static void unknown(Sized s) {
    if (s != null) {
      int n = s.size();
      assert n == 1; //~ assert:may-not-hold
    }
  }
}

class One implements Sized {
  static void known() {
    One o = new One();
    int n = o.size();
    assert n == 1;
    assert n == 2; //~ assert:may-not-hold
  }
}

class Two implements Sized {
  public /*@ pure @*/ int size() {
    return 2;
  }

  static void known() {
    Sized s = new Two();
    int n = s.size();
    assert n == 2;
    assert n == 1; //~ assert:may-not-hold
  }
}

/** The method of the interface below is the one that counts. */
interface Three extends Sized {
  default /*@ pure @*/ int size() {
    return 3;
  }
}

class Four implements Sized, Three {
  static void known() {
    Four f = new Four();
    int n = f.size();
    assert n == 3;
    assert n == 1; //~ assert:may-not-hold
  }
}
