import java.io.File;
import java.math.*;
import java.time.*;
import java.util.*;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/** Classes of the JDK as types: by imports, on demand, with all their packages, and as they extend one another. */
class NamingJdk {
    Map.Entry<String, String> entry;
    java.util.concurrent.locks.ReentrantLock lock;
    private final Deque<BigInteger> numbers = null;

    //@ ensures \result == l;
    static Iterable<String> above(LinkedList<String> l) { return l; }

    //@ ensures \result == l;
    static Queue<String> queue(LinkedList<String> l) { return l; }

    //@ ensures \result == b;
    static Number number(BigDecimal b) { return b; }

    //@ ensures \result == b;
    static Comparable<BigInteger> comparable(BigInteger b) { return b; }

    //@ ensures \result ==> o != null;
    static boolean isFile(Object o) { return o instanceof File; }

    //@ ensures \result == null;
    static SortedMap<String, List<TreeMap<String, int[]>>> sorted(Object o) {
        Deque<int[]> none = null;
        return null;
    }

    //@ requires acc(entry);
    //@ ensures acc(entry) && entry == e;
    void keep(Map.Entry<String, String> e) { entry = e; }

    //@ requires acc(entry);
    //@ ensures acc(entry) && entry == e;
    void keepToo(java.util.Map.Entry<String, String> e) { this.entry = e; }

    // `Duration` and `Period` are final, and neither is the other one.
    //@ requires d != null;
    //@ ensures !\result;
    static boolean noPeriod(Duration d) { Object o = d; return o instanceof Period; }

    static Thread thread(Thread t) { return t; }

    static java.sql.Connection connection() { return null; }

    static java.awt.Point point(java.awt.Point p) { return p; }

    //@ ensures \result == b;
    static StringBuilder built(StringBuilder b) { CharSequence c = b; return (StringBuilder) c; }

    static AtomicInteger atomic(Pattern p) { return p == null ? null : new AtomicInteger(3); }

    static class File2 {
        static class Random {
            //@ ensures \result == 4;
            static int four() { return 4; }
        }

        // The nearer class hides the one of the import on demand.
        //@ ensures \result == 4;
        static int nearer() { return Random.four(); }
    }
}
