import java.util.*;
import java.util.function.Function;

/** What a member without contract is not handed, and what is not known of its result. */
class Box {
    int value;
}

class Told {
    public String toString() { return "told"; }
}

class UnderBox extends Box {
    public boolean equals(Object o) { return o == this; }
}

class Cloned {
    protected Object clone() { return this; }
}

class Ordered implements Comparable<Ordered> {
    public int compareTo(Ordered other) { return 0; }
}

class Single {
    int value;
}

class WorldRefused {
    static void told(Deque<Told> all, Told t) {
        if (all != null) all.push(t); //~ unsupported
    }

    static void below(Deque<Box> all, Box b) {
        if (all != null) all.push(b); //~ unsupported
    }

    static void cloned(Deque<Cloned> all) {
        if (all != null) all.push(new Cloned()); //~ unsupported
    }

    static void ordered(TreeSet<Ordered> all, Ordered one) {
        if (all != null) all.add(one); //~ unsupported
    }

    static void object(Deque<Object> all, Object o) {
        if (all != null) all.push(o); //~ unsupported
    }

    static void rows(Deque<String[]> all, String[] row) {
        if (all != null) all.push(row); //~ unsupported
    }

    static void sorts(int[] a) {
        Arrays.fill(a, 3); //~ precondition:null-dereference
    }

    static Deque<String> copies(List<String> all) {
        return new ArrayDeque<>(all); //~ unsupported
    }

    static <T> void parameter(Deque<T> all, T one) {
        if (all != null) all.push(one); //~ unsupported
    }

    static void run(TreeMap<String, String> all, Function<String, String> f) {
        if (all != null) all.computeIfAbsent("a", f); //~ unsupported
    }

    //@ requires all != null;
    static int isNull(Deque<String> all) {
        return all.pop().length(); //~ null-dereference
    }

    static void receiver(Deque<String> all) {
        all.clear(); //~ null-dereference
    }

    //@ requires all != null;
    //@ ensures \result == 1; //~ postcondition:may-not-hold
    static int size(Deque<String> all) {
        all.clear();
        all.push("a");
        return all.size();
    }

    //@ requires all != null;
    //@ ensures \result; //~ postcondition:may-not-hold
    static boolean twice(Deque<String> all) {
        return all.isEmpty() == all.isEmpty();
    }

    static int overflows(Random r) {
        return r == null ? 0 : r.nextInt(5) + 1; //~ overflow
    }

    //@ requires acc(a.elems);
    //@ ensures acc(a.elems);
    static void index(int[] a, Random r) {
        if (r != null && 0 < a.length) {
            a[r.nextInt(a.length)] = 1; //~ index-out-of-bounds
        }
    }

    static int divides(Random r) {
        return 10 / (r == null ? 1 : 1 + (r.nextBoolean() ? 0 : -1)); //~ division-by-zero
    }

    //@ requires all != null;
    static int permission(Deque<Single> all, Single s) {
        all.push(s);
        Single first = all.peek();
        return first == null ? 0 : first.value; //~ insufficient-permission
    }

    //@ requires all != null && s != null && acc(s.value);
    //@ ensures acc(s.value) && \result; //~ postcondition:may-not-hold
    static boolean found(Deque<Single> all, Single s) {
        all.push(s);
        return all.contains(s);
    }

    static int caught(Deque<String> all) {
        try {
            all.pop(); //~ null-dereference
        } catch (NoSuchElementException e) {
            return 1;
        }
        return 0;
    }

    static int last(Deque<String> all) {
        int n = 0;
        try {
            n = all.size(); //~ null-dereference
        } finally {
            n = 3;
        }
        return n;
    }

    //@ ensures \result == 3;
    static int neighbour() {
        return 3;
    }
}
