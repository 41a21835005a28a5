// What makes the constants of an enum runs at its first use, wherever that is, and before its constants are there.
// verified: Uses.plain, Uses.other, Plain.Plain, Plain.name
// unknown: Uses.asks, Uses.divides, Uses.calls, Uses.reads, Uses.throwing
// refused: Asks.Asks, Divides.d, Calls.Calls, Calls.go, Reads.Reads, Throws.Throws
class Uses {
  enum Plain {
    A, B;

    private final int rank;
    private final String text = "p" + 1;

    Plain() {
      this.rank = 3;
    }

    static int name() { return 1; }
  }

  enum Asks {
    A;

    //@ requires false;
    Asks() { }
  }

  enum Divides {
    A;

    int k = 1 / 0;

    static int d() { return 1; }
  }

  enum Calls {
    A;

    Calls() { go(); }

    static void go() { }
  }

  enum Reads {
    A;

    Reads() { Asks other = Asks.A; }
  }

  enum Throws {
    A;

    Throws() {
      if (true) throw new IllegalStateException();
    }
  }

  static int plain() { return Plain.name(); }
  static int other() { return 2; }
  static Asks asks() { return Asks.A; }
  static int divides() { return Divides.d(); }
  static void calls() { Calls.go(); }
  static Reads reads() { return Reads.A; }
  static Throws throwing() { return Throws.A; }
}
