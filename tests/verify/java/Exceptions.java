// Exceptions: `throw`, `try`, `catch`, `finally`, and what contracts say of them.
import java.io.Closeable;
import java.io.IOException;

public class Exceptions {
    private int left;

    //@ requires acc(left) * 0 <= left;
    //@ ensures acc(left) * 0 <= left && left == \old(left) - 1;
    //@ signals (IllegalStateException e) acc(left) * left == 0 && \old(left) == 0;
    void take() {
        if (left == 0) throw new IllegalStateException("empty");
        left--;
    }

    //@ requires acc(left) * 0 <= left;
    //@ ensures acc(left) * \result == (\old(left) > 0) && 0 <= left;
    boolean tryTake() {
        try {
            take();
            return true;
        } catch (IllegalStateException e) {
            return false;
        }
    }

    //@ requires acc(left) * 0 <= left;
    //@ ensures acc(left);
    void uncaught() {
        take(); //~ assert:may-not-hold
    }

    //@ requires acc(left) * 0 <= left;
    //@ ensures acc(left) * left == \old(left) - 2;
    //@ signals (RuntimeException e) acc(left) * left == 0;
    void twice() {
        take();
        take();
    }

    //@ requires acc(left) * 0 <= left;
    //@ ensures acc(left);
    //@ signals (IllegalArgumentException e) acc(left); //~ signals:may-not-hold
    void wrongClass() {
        take();
    }

    //@ requires acc(left) * 1 <= left;
    //@ ensures acc(left);
    //@ signals (RuntimeException e) acc(left) * left == \old(left); //~ signals:may-not-hold
    void changes(boolean b) {
        left--;
        if (b) throw new RuntimeException();
    }

    //@ requires acc(left);
    //@ ensures acc(left);
    //@ signals (RuntimeException e) acc(left); //~ signals:insufficient-permission
    void loses(boolean b) {
        lose();
        throw new RuntimeException();
    }

    //@ requires acc(left);
    void lose() { }

    //@ signals_only IOException, IllegalStateException;
    static void either(int n) throws IOException {
        if (n == 1) throw new IOException("one");
        if (n == 2) throw new IllegalStateException("two");
        if (n == 3) throw new NullPointerException(); //~ assert:may-not-hold
    }

    //@ ensures 0 <= \result && \result <= 3;
    static int which(int n) {
        try {
            either(n);
        } catch (IOException | IllegalArgumentException e) {
            return 1;
        } catch (RuntimeException e) {
            return e instanceof IllegalStateException ? 2 : 4;
        } finally {
            n = 0;
        }
        return 3;
    }

    //@ ensures \result == 2;
    static int replaces(int x) {
        try {
            if (x > 3) throw new IllegalStateException();
            return 1;
        } finally {
            return 2;
        }
    }

    //@ ensures \result == 1; //~ postcondition:may-not-hold
    static int lost(int x) {
        try {
            return 1;
        } finally {
            return 2;
        }
    }

    //@ requires 0 <= n && n <= 100;
    //@ ensures \result == n;
    static int counts(int n) {
        int seen = 0;
        //@ loop_invariant 0 <= i && i <= n && seen == i;
        for (int i = 0; i < n; i++) {
            try {
                if (i % 2 == 0) continue;
                if (i == n) break;
            } finally {
                seen++;
            }
        }
        return seen;
    }

    //@ ensures \result == 5;
    static int rethrown() {
        int r = 0;
        try {
            try {
                throw new RuntimeException();
            } catch (IllegalStateException e) {
                r = 100;
            } finally {
                r += 2;
            }
        } catch (Exception e) {
            r += 3;
        }
        return r;
    }

    static void rethrows(RuntimeException given, boolean b) {
        try { //~ assert:may-not-hold
            if (b) throw given; //~ assert:may-not-hold
        } catch (IllegalStateException e) {
            throw e; //~ assert:may-not-hold
        }
    }

    static class Opened implements Closeable {
        boolean isOpen = true;

        //@ requires true;
        public void close() { }
    }

    //@ ensures \result == 7;
    static int uses(boolean b) {
        try (Opened one = new Opened()) {
            if (b) throw new IllegalArgumentException();
            return 7;
        } catch (IllegalArgumentException e) {
            return 7;
        }
    }

    // What a loop throws or leaves by is not forgotten at its head.
    //@ requires acc(a.elems, 1/2);
    //@ ensures acc(a.elems, 1/2) * (\result ==> (\exists int k; 0 <= k && k < a.length; a[k] < 0));
    //@ ensures !\result ==> (\forall int k; 0 <= k && k < a.length; 0 <= a[k]);
    static boolean isAnyNegative(int[] a) {
        try {
            //@ loop_invariant acc(a.elems, 1/2) * 0 <= i && i <= a.length;
            //@ loop_invariant (\forall int k; 0 <= k && k < i; 0 <= a[k]);
            for (int i = 0; i < a.length; i++) {
                if (a[i] < 0) throw new IllegalArgumentException();
            }
        } catch (IllegalArgumentException e) {
            return true;
        }
        return false;
    }

    //@ requires acc(a.elems, 1/2);
    //@ ensures acc(a.elems, 1/2) * (\forall int k; 0 <= k && k < a.length; 0 <= a[k]);
    //@ signals (IllegalArgumentException e) acc(a.elems, 1/2) * (\exists int k; 0 <= k && k < a.length; a[k] < 0);
    static void refuses(int[] a) {
        //@ loop_invariant acc(a.elems, 1/2) * 0 <= i && i <= a.length;
        //@ loop_invariant (\forall int k; 0 <= k && k < i; 0 <= a[k]);
        for (int i = 0; i < a.length; i++) {
            if (a[i] < 0) throw new IllegalArgumentException();
        }
    }

    //@ requires 0 <= n;
    //@ ensures \result == (n < 5 ? 1 : 2);
    static int leaves(int n) {
        try {
            //@ loop_invariant 0 <= i && i <= n && i <= 4;
            for (int i = 0; i < n; i++) {
                if (i == 4) return 2;
            }
        } finally {
            n = 0;
        }
        return 1;
    }

    // The variable of a handler of several classes has the type of what is above all of them.
    static boolean isOfInput(int n) {
        try {
            either(n);
        } catch (IOException | IllegalStateException e) {
            Exception kept = e;
            return kept instanceof IOException;
        }
        return false;
    }

    //@ ensures \result == n && n < 4;
    //@ signals (IllegalStateException e) 4 <= n;
    static int limited(int n) {
        if (n >= 4) throw new IllegalStateException();
        return n;
    }

    // What initialisers throw leaves the constructor.
    static class Limits {
        int low = Exceptions.limited(1);
        int high = 12 / Exceptions.limited(0);

        //@ ensures false;
        //@ signals_only IllegalStateException, ArithmeticException;
        Limits() { }
    }

    static class Unlimited {
        int high = Exceptions.limited(5); //~ assert:may-not-hold

        //@ ensures acc(high);
        Unlimited() { }
    }
}
