// The first use of a class begins with that of the classes above it, and of interfaces with default methods; and
// names of what a class declares, in the classes inside of it, are such a use.
// verified: Writes.w, Between.Between, Below.h, Below.Below, FirstUseBelow.other, Around.Around
// unknown: Inside.sets, Default.d, Implements.h, FirstUseBelow.above, FirstUseBelow.made, FirstUseBelow.defaults, Has.named, Has.nothing, Middle.Middle, Inner.sets
class Writes { static int c; static int w() /*@ requires acc(c); @*/ { c = 7; return 1; } }
class Above {
  static int o = Writes.w();
  static int k;

  static class Inside {
    //@ requires acc(Writes.c) * Writes.c == 0 * acc(k);
    //@ ensures acc(Writes.c) * Writes.c == 0;
    static void sets() { k = 4; }
  }
}
class Between extends Above { }
class Below extends Between { static void h() { } }
interface Default { int O = Writes.w(); default void d() { } }
class Implements implements Default { static void h() { } }

class FirstUseBelow {
  //@ requires acc(Writes.c) * Writes.c == 0;
  //@ ensures acc(Writes.c) * Writes.c == 0;
  static void above() { Below.h(); }

  //@ requires acc(Writes.c) * Writes.c == 0;
  //@ ensures acc(Writes.c) * Writes.c == 0;
  static void made() { new Between(); }

  //@ requires acc(Writes.c) * Writes.c == 0;
  //@ ensures acc(Writes.c) * Writes.c == 0;
  static void defaults() { Implements.h(); }

  // No class begins an interface without default methods; what it declares does.
  interface Plain { Object N = null; int O = Writes.w(); }

  static class Has implements Plain {
    //@ requires acc(Writes.c) * Writes.c == 0;
    //@ ensures acc(Writes.c) * Writes.c == 0;
    static boolean named() { return N == null; }

    static int nothing() { return 1; }
  }

  // The class around has begun, and the one around that has not.
  static class Around extends Above {
    static int q;

    static class Middle extends Above {
      static class Inner {
        //@ requires acc(Writes.c) * Writes.c == 0 * acc(q);
        //@ ensures acc(Writes.c) * Writes.c == 0;
        static void sets() { q = 4; }
      }
    }
  }

  static int other() { return 1; }
}
