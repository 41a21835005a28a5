/** Kinds of classes and members that are read and not supported: each is refused alone. */
class ReadingClasses {
    //@ ensures \result == 1;
    static int before() {
        return 1;
    }

    static int count;
    double weight;
    volatile boolean stopped; //~ unsupported

    static ReadingClasses outer(ReadingClasses o) {
        return null;
    }

    ReadingClasses self() {
        return ReadingClasses.this; //~ unsupported
    }

    //@ requires acc(count);
    //@ ensures acc(count) && count == \old(count) + 2; //~ postcondition:may-not-hold
    //@ ensures \result == 0;
    static int counts() {
        if (count < 5) count++;
        return 0;
    }

    static float narrowed(long n) {
        return n;
    }

    static strictfp int strict() { //~ unsupported
        return 1;
    }

    static boolean isArray(Object o) {
        return o instanceof int[]; //~ unsupported
    }

    static Object copied(int[] a) {
        return a.clone(); //~ unsupported
    }

    static String joined(Object o) {
        return "a" + o; //~ unsupported
    }

    static boolean same(Object a, Object b) {
        return a.equals(b); //~ unsupported
    }

    enum Light {
        RED, GREEN;

        //@ ensures \result == 2; //~ postcondition:may-not-hold
        static int two() {
            return 1;
        }
    }

    static int place(Light light) {
        return light.ordinal(); //~ unsupported
    }

    static Light[] all() {
        return Light.values(); //~ unsupported
    }

    static int indexed(int[] a, int b) {
        return a[b & 7 ^ b]; //~ null-dereference
    }

    static int shifted(int a, int b) {
        a >>>= b;
        return a;
    }

    static int unboxed(Integer a) {
        return a + 1; //~ null-dereference //~ overflow
    }

    //@ ensures \result == 3;
    static int after() {
        return before() + 2;
    }
}

class Blocks {
    static int n;
    int k;

    static {
        n = 3;
    }

    { //~ unsupported
        k = 4;
    }

    //@ ensures \result == 2; //~ postcondition:may-not-hold
    static int after() {
        return 1;
    }

    //@ ensures \result == 2;
    static int right() {
        return 2;
    }
}
