import java.util.*;
import java.util.function.*;

/** Members of the library that a program overrides or implements keep what their contracts say. */
class WorldOverrides implements Comparable<WorldOverrides>, Runnable {
    private final int key = 3;
    int runs;

    public int compareTo(WorldOverrides other) {
        return other == null ? 1 : 0;
    }

    // Whoever calls it by the interface hands over no permission.
    public void run() {
        runs++; //~ insufficient-permission
    }

    //@ ensures \result == (o == this);
    public /*@ pure @*/ boolean equals(Object o) {
        return o == this;
    }

    public /*@ pure @*/ int hashCode() {
        return 7;
    }

    //@ ensures \result != null;
    public String toString() {
        return "overrides";
    }
}

class Tally {
    int n;

    //@ requires r != null && acc(n) * n == 2;
    //@ ensures acc(n) * n == 2;
    void runsAnother(Runnable r) {
        r.run();
    }

    //@ requires f != null;
    //@ ensures \result == 3; //~ postcondition:may-not-hold
    static int applies(IntUnaryOperator f) {
        return f.applyAsInt(3);
    }

    //@ requires s != null;
    //@ ensures \result != null; //~ postcondition:may-not-hold
    static String supplied(Supplier<String> s) {
        return s.get();
    }

    static int compares(Comparator<String> c) {
        return c.compare("a", "b"); //~ null-dereference
    }

    //@ requires o != null;
    //@ ensures \result == (o == p);
    static boolean same(WorldOverrides o, Object p) {
        return o.equals(p);
    }

    //@ requires o != null;
    //@ ensures \result == 7; //~ postcondition:may-not-hold
    static int hash(Tally o) {
        return o.hashCode();
    }
}
