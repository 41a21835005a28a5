import java.math.BigInteger;
import java.util.*;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/** Members of the JDK without contracts return any value of their type, and change nothing that a contract speaks of. */
class WorldValues {
    int n;
    private Deque<String> names;

    //@ requires acc(n) * acc(names) * names != null;
    //@ ensures acc(n) * acc(names) * n == \old(n) && names == \old(names);
    void changesNothing() {
        names.push("a");
        names.pop();
        names.clear();
    }

    //@ ensures -2147483648 <= \result && \result <= 2147483647;
    static int ofItsType() {
        return new Random(3L).nextInt();
    }

    //@ ensures 0 <= \result && \result <= 65535;
    static char character(StringBuilder text) {
        if (text == null || text.length() == 0) return 'a';
        return text.charAt(0);
    }

    //@ ensures \result != null;
    static Deque<String> isNew(Deque<String> other) {
        Deque<String> made = new ArrayDeque<>(7);
        //@ assert made != other;
        return made;
    }

    //@ ensures 0 <= \result && \result < 10;
    static int checked() {
        int n = new Random().nextInt(10);
        return 0 <= n && n < 10 ? n : 0;
    }

    static boolean text(Stack<String> all, String one) {
        if (all == null) return false;
        String last = all.peek();
        return last != null && last.equals(one);
    }

    //@ ensures \result == null || \result != null;
    static String joined(int k) {
        StringBuilder b = new StringBuilder();
        //@ loop_invariant 0 <= i && b != null;
        for (int i = 0; i < k; i++) {
            b.append(i).append(',').append(true);
        }
        return b.toString();
    }

    //@ requires a != null && b != null;
    static int numbers(BigInteger a, BigInteger b) {
        BigInteger c = a.add(b);
        return c == null ? 0 : c.signum();
    }

    static int atomic() {
        AtomicInteger a = new AtomicInteger();
        a.incrementAndGet();
        return a.get();
    }

    static boolean matches(String text) {
        return Pattern.matches("a*", "b" + text);
    }

    //@ requires a != null && acc(a.elems) && 1 < a.length && a[0] == 4;
    //@ ensures acc(a.elems) && a[0] == 4;
    static void arrayIsKept(int[] a) {
        a[1] = new Random().nextInt();
        new ArrayDeque<String>().addFirst("a");
    }
}
