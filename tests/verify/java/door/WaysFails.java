import java.io.IOException;

/** What leaves a member though its contract does not say so, and what a handler does not know. */
class WaysFails {
    int n;

    static void thrown(boolean b) {
        if (b) throw new IllegalStateException(); //~ assert:may-not-hold
    }

    //@ signals (IllegalStateException e) n < 0;
    static void ofAnother(int n) {
        if (n < 0) throw new IllegalStateException();
        if (n == 0) throw new IllegalArgumentException(); //~ assert:may-not-hold
    }

    //@ signals (IllegalStateException e) n < 0; //~ signals:may-not-hold
    static void tooOften(int n) {
        if (n < 1) throw new IllegalStateException();
    }

    static void passesOn(int n) {
        ofAnother(n); //~ assert:may-not-hold
    }

    //@ ensures \result == 1; //~ postcondition:may-not-hold
    static int ends(int n) {
        try {
            ofAnother(n);
            return 1;
        } catch (IllegalStateException e) {
            return 2;
        }
    }

    //@ ensures \result == 2; //~ postcondition:may-not-hold
    static int lastReturn() {
        int n = 1;
        try {
            return n;
        } finally {
            n = 2;
        }
    }

    //@ ensures \result == 1; //~ postcondition:may-not-hold
    static int replaced() {
        try {
            throw new IllegalArgumentException();
        } catch (IllegalArgumentException e) {
            return 1;
        } finally {
            return 2;
        }
    }

    //@ requires acc(n);
    //@ ensures acc(n);
    //@ signals (IOException e) acc(n) * n == \old(n); //~ signals:may-not-hold
    void changes(boolean b) throws IOException {
        try {
            if (b) throw new IOException();
        } finally {
            n = 0;
        }
    }

    //@ requires acc(n);
    //@ ensures acc(n);
    //@ signals (IllegalStateException e) true;
    void keepsPermission(boolean b) {
        if (b) throw new IllegalStateException();
    }

    //@ requires acc(n);
    //@ ensures acc(n);
    void afterwards() {
        try {
            keepsPermission(true);
        } catch (IllegalStateException e) {
            n = 1; //~ insufficient-permission
        }
    }

    //@ ensures \result != null; //~ postcondition:may-not-hold
    static String message() {
        return new RuntimeException("a").getMessage();
    }

    static void inFinally(int k) {
        try {
            k = 1;
        } finally {
            if (k == 1) throw new RuntimeException(); //~ assert:may-not-hold
        }
    }

    static void again(RuntimeException e) {
        throw e; //~ assert:may-not-hold
    }

    //@ requires 0 <= n;
    //@ ensures \result == n; //~ postcondition:may-not-hold
    static int leavesLoop(int n) {
        int k = 0;
        try {
            //@ loop_invariant 0 <= k && k <= n;
            while (k < n) {
                if (k == 5) throw new IllegalStateException();
                k++;
            }
        } catch (IllegalStateException e) {
            //@ assert k == 5;
        }
        return k;
    }

    static class Failing implements AutoCloseable {
        //@ signals (IllegalStateException e) true;
        public void close() { //~ override-contract
            throw new IllegalStateException();
        }
    }

    static class Above {
        //@ signals (IllegalArgumentException e) true;
        void m(int k) {
            if (k == 3) throw new NumberFormatException();
        }
    }

    static class Under extends Above {
        //@ signals (RuntimeException e) true;
        void m(int k) { //~ override-contract
            if (k == 3) throw new IllegalStateException();
        }
    }

    static class Inherits extends Above {
        void m(int k) {
            if (k == 3) throw new IllegalStateException(); //~ assert:may-not-hold
        }
    }

    static class Made {
        //@ signals (IllegalStateException e) false; //~ signals:may-not-hold
        Made(boolean b) {
            if (b) throw new IllegalStateException();
        }
    }
}
