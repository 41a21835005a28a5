// What was refused of static fields concerns the main routines whose proofs use some static field.
// verified: Other.takes, Other.add, Alone.main, Uses.main
// failed: Unrelated.main
// unknown: Reads.main, Calls.main, Names.main
class Lost { static Object o = String.class; }
class Other {
  static int n = 3;
  //@ requires acc(n) * n == 3;
  static void takes() { }
  static int add(int a) { return 1; }
}
class Alone { public static void main(String[] args) { int q = Other.add(1); } }
class Unrelated { public static void main(String[] args) { int q = 1 / args.length; } }
class Reads { public static void main(String[] args) { /*@ assert Other.n == 3; @*/ } }
class Uses { public static void main(String[] args) { Other.n = 4; /*@ assert Other.n == 4; @*/ } }
class Calls { public static void main(String[] args) { Other.takes(); } }
class Names { public static void main(String[] args) { Object q = Lost.o; } }
