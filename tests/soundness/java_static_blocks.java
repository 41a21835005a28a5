import java.util.ArrayList;
import java.util.List;

/** What blocks of classes could change, and what they are not allowed to. */
class Held {
  static int n;
  static int first = 7;
  static final int LAST;
  int value;
  //@ ghost static int ghostly;

  static {
    LAST = 1;
    first = 8;
    //@ ghostly = 4; //~ insufficient-permission
  }

  static {
    Other.n = 5; //~ insufficient-permission
  }

  //@ requires acc(Other.n);
  //@ ensures acc(Other.n);
  static void writes() {
    Other.n = 6;
  }

  static {
    writes(); //~ precondition:insufficient-permission
  }

  static {
    Below.inherited = 6; //~ insufficient-permission
  }

  static {
    throw new IllegalStateException(); //~ assert:may-not-hold
  }

  static {
    Held h = null;
    h.value = 3; //~ null-dereference
  }

  static {
    Other.FINAL = 3; //~ not-allowed-here
  }

  static void sets() {
    LAST = 3; //~ not-allowed-here
  }

  static {
    this.value = 4; //~ not-allowed-here
  }

  static {
    value = 4; //~ not-allowed-here
  }

  static {
    switchOff(); //~ unknown-name
  }
}

class Above {
  static int inherited;
}

class Below extends Above {
  static {
    inherited = 4; //~ insufficient-permission
  }
}

class Other {
  static int n;
  static int m = 4;
  static final int FINAL = 1;
  static final Other THE = null;

  static {
    m = 5;
  }

  //@ requires acc(n);
  //@ ensures acc(n);
  static void touch() {}
}

class Uses {
  public static void main(String[] args) {
    //@ assert Other.n == 0; //~ assert:may-not-hold
    int m = Other.m;
    //@ assert m == 4 || m == 5; //~ assert:may-not-hold
    //@ assert Held.ghostly == 0;
    Other.n = 3;
    Other.touch();
    //@ assert Other.n == 3; //~ assert:may-not-hold
  }

  //@ ensures \result == 0; //~ postcondition:may-not-hold
  static int caught() {
    try {
      return Fails.value();
    } catch (Error e) {
      return 1;
    }
  }
}

class Fails {
  static {
    int[] a = new int[new java.util.Random().nextInt()]; //~ negative-array-size
  }

  static int value() {
    return 0;
  }
}

class Finals {
  static final int FIRST;
  static final int[] TABLE;

  static {
    TABLE = new int[3];
    TABLE[0] = 4;
    FIRST = TABLE[0];
    //@ assert FIRST == 4;
    //@ assert FIRST == 5; //~ assert:may-not-hold
  }

  static {
    int first = FIRST;
    //@ assert first == 4; //~ assert:may-not-hold
    int second = Finals.FIRST;
    //@ assert first == second; //~ assert:may-not-hold
  }

  static int table() {
    return TABLE[0]; //~ null-dereference
  }

  static int labels(int n) {
    switch (n) {
      case FIRST: //~ not-allowed-here
        return 1;
      default:
        return 2;
    }
  }
}

class Before {
  static int n;

  static {
    n = 1;
    //@ assert \old(n) == 0; //~ assert:may-not-hold
    //@ assert \old(n) == \old(n);
  }
}
