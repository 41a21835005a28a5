// Unsupported words of Java at members: `strictfp`, `synchronized`, `native`, `transient`, initialiser blocks.
class A {
    int x; transient int y;
    //@ predicate valid() { return acc(x); }
    //@ requires valid(); ensures valid();
    synchronized void add(int n) { x = x + n; }
    //@ requires valid(); ensures valid() && \result == 1;
    int audit() { return 1; }
    //@ requires valid(); ensures false;
    strictfp void fail() throws java.io.IOException, E { throw new E(); }
    //@ ensures \result == 1;
    static native int count(int[] xs);
    //@ ensures \result == 1;
    static int count(int x) { return 1; }
    { x = 3; }
    static { C.s = 5; }
}
class B extends A { /*@ ensures acc(x) && x == 0; @*/ B() { } }
class C { static int s;
    //@ requires a.valid(); ensures a.valid();
    static void ok(A a) { int i = a.audit(); /*@ assert i == 1; @*/ }
    //@ requires a.valid(); ensures a.valid();
    static void uses(A a) { a.add(1); }
    //@ requires a.valid(); ensures false;
    static void uses2(A a) { a.fail(); }
    static void uses3() { int i = A.count(1); /*@ assert i == 1; @*/ }
    static void uses4() { A a = new A(); /*@ assert a.x == 0; @*/ }
    static void uses5() { B a = new B(); /*@ assert a.x == 0; @*/ }
    //@ requires acc(a.y);
    static void uses6(A a) { a.y = 1; }
    public static void main(String[] args) { /*@ assert s == 0; @*/ }
}
class E { }
class U { int add(int n) { return n; } void v() { add(1); } }
// verified: A.valid, A.audit, C.ok, U.add, U.v
// failed: A.static
// unknown: A.count(int), B.B, C.uses, C.uses2, C.uses3, C.uses4, C.uses5, C.uses6, C.main
// refused: A.add, A.fail, A.count(int[])
