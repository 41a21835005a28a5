import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.Stack;

// Members of the JDK without contracts can be called with what leads them to nothing of the program: they
// return any value of its type, and nothing changes that somebody has permission for.
class Node {
    int value;
    Node next;
}

class Named {
    int uses;

    public String toString() {
        return "named";
    }
}

class Below extends Node {
    public int hashCode() {
        return 1;
    }
}

class Leaf {
    int value;
}

class Calls {
    int n;

    //@ requires acc(this.n);
    //@ ensures acc(this.n) * this.n == old(this.n);
    //@ ensures \result != null;
    String text(int k) {
        StringBuilder text = new StringBuilder();
        text.append(k).append("; ");
        return text.toString();
    }

    //@ requires acc(this.n);
    //@ ensures acc(this.n) * this.n == old(this.n);
    //@ ensures \result != null;
    String texts(int k) {
        StringBuilder text = new StringBuilder("n: ");
        text.append(k);
        text.append("; ");
        text.append('c');
        return text.toString();
    }

    //@ requires acc(leaf.value) * leaf.value == 3;
    //@ ensures acc(leaf.value) * leaf.value == 3;
    static Leaf keeps(Leaf leaf) {
        Stack<Leaf> all = new Stack<>();
        all.push(leaf);
        return all.pop();
    }

    //@ ensures \result == leaf; //~ postcondition:may-not-hold
    static Leaf anyValue(Leaf leaf) {
        Stack<Leaf> all = new Stack<>();
        all.push(leaf);
        return all.pop();
    }

    static int noPermission(Leaf leaf) {
        Stack<Leaf> all = new Stack<>();
        all.push(leaf);
        Leaf found = all.peek();
        if (found == null) {
            return 0;
        }
        return found.value; //~ insufficient-permission
    }

    //@ ensures 0 <= \result; //~ postcondition:may-not-hold
    static int random() {
        Random random = new Random(42L);
        return random.nextInt(10);
    }

    static void oneMoreObject(Deque<String> other) {
        Deque<String> names = new ArrayDeque<>();
        names.addLast("a");
        //@ assert names != other;
        boolean same = names.equals(other);
    }

    // A library could write these, or run what a program says of them.
    static void elements(int[] a) {
        Arrays.sort(a); //~ precondition:null-dereference
    }

    static void contents(List<String> names) {
        Collections.sort(names); //~ unsupported
    }

    static void copy(ArrayList<String> names) {
        Deque<String> all = new ArrayDeque<>(names); //~ unsupported
    }

    static void run(Named named) {
        Stack<Named> all = new Stack<>();
        all.push(named); //~ unsupported
    }

    static void runBelow(Node node) {
        Stack<Node> all = new Stack<>();
        all.push(node); //~ unsupported
    }

    static void anything(Object o) {
        Stack<Object> all = new Stack<>();
        all.push(o); //~ unsupported
    }

    static <T> void generic(T o) {
        Stack<T> all = new Stack<>();
        all.push(o); //~ unsupported
    }

    static void arrays(int[] a) {
        Stack<int[]> all = new Stack<>();
        all.push(a); //~ unsupported
    }

    static void handler(Random random) {
        try {
            random.nextInt(0); //~ null-dereference
        } catch (IllegalArgumentException e) {
            return;
        }
    }

    static int throwsInside(Random random, int n) {
        return random.nextInt(n); //~ null-dereference
    }

    //@ ensures \result == 0; //~ postcondition:may-not-hold
    static int handlesInside(Random random) {
        try {
            throwsInside(random, 0);
        } catch (IllegalArgumentException e) {
            return 1;
        }
        return 0;
    }
}

class Elements {
    static boolean push(Stack<String> all, String one) {
        if (all == null || all.isEmpty() || all.size() > 9) {
            return false;
        }
        return all.add(one);
    }

    //@ requires all != null;
    static int compare(java.math.BigInteger one, java.math.BigInteger other, Stack<String> all) {
        List<String> list = all;
        if (list.isEmpty()) { //~ precondition:missing-predicate
            return 0;
        }
        return one == null ? 0 : one.compareTo(other);
    }
}

class Joined {
    static String joined(StringBuilder text) {
        return "a" + text; //~ unsupported
    }

    static int sum(Deque<String> all) {
        int n = 0;
        for (String one : all) { //~ null-dereference //~ invariant-entry
            n++;
        }
        return n;
    }
}
