import java.util.*;

/** Objects of the JDK stand in fields, parameters and results, and are compared and cast. */
class WorldPassed {
    private Queue<String> waiting = new ArrayDeque<>();
    private final Random random = null;

    //@ predicate valid() { return acc(waiting) * waiting != null; }

    //@ ensures valid();
    WorldPassed() { }

    //@ requires valid() * text != null;
    //@ ensures valid();
    void add(String text) {
        waiting.add(text);
    }

    //@ requires valid();
    //@ ensures valid();
    String next() {
        String first = waiting.poll();
        return first == null ? "" : first;
    }

    //@ requires valid();
    //@ ensures valid() * \result != null;
    Queue<String> replaced() {
        Queue<String> old = waiting;
        waiting = new LinkedList<>();
        return old;
    }

    //@ ensures \result ==> q != null;
    static boolean isDeque(Queue<String> q) {
        return q instanceof Deque;
    }

    //@ ensures \result == (a == b);
    static boolean same(Random a, Random b) {
        return a == b;
    }

    static Random either(boolean b, Random r) {
        return b ? r : new Random();
    }

    //@ requires s != null;
    static String any(Stack<String> s) {
        while (!s.isEmpty()) {
            String one = s.pop();
            if (one != null) return one;
        }
        return null;
    }
}
