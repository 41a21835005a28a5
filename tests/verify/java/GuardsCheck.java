// options: --guards=check
// What guards let pass is the precondition.
class GuardsCheck {
    static final int MOST = 9;
    private int count;

    //@ ensures \result == n;
    static int plain(int n) {
        if (n < 0) throw new IllegalArgumentException("n");
        return n;
    }

    static int blocks(int n, int k) {
        if (n < 0 || n > MOST) {
            throw new IllegalArgumentException("n");
        }
        if (!(0 < k && k <= GuardsCheck.MOST)) {
            throw new IllegalArgumentException("k");
        }
        return n / k;
    }

    static int array(int[] a, String s) {
        if (a == null || a.length == 0) throw new NullPointerException();
        if (s == null || s.isEmpty()) throw new NullPointerException();
        return a.length + s.charAt(0) - s.length(); //~ overflow
    }

    static int calls(int n) {
        int sum = plain(3);
        blocks(9, 1);
        plain(n); //~ precondition:may-not-hold
        blocks(10, 1); //~ precondition:may-not-hold
        return sum;
    }

    // A guard is not what comes later, has an `else`, does more, or depends on state.
    static int later(int n) {
        int k = n;
        if (k < 0) throw new IllegalArgumentException(); //~ assert:may-not-hold
        return k;
    }

    static int other(int n) {
        if (n < 0) throw new IllegalArgumentException(); //~ assert:may-not-hold
        else return n;
    }

    //@ requires acc(count);
    //@ ensures acc(count);
    void more(int n) {
        if (n < 0) {
            count = 1;
            throw new IllegalArgumentException(); //~ assert:may-not-hold
        }
    }

    //@ requires acc(count);
    //@ ensures acc(count);
    void state(int n) {
        if (count < n) throw new IllegalStateException(); //~ assert:may-not-hold
    }

    static boolean odd(int n) {
        return n % 2 != 0;
    }

    static int called(int n) {
        if (odd(n)) throw new IllegalArgumentException(); //~ assert:may-not-hold
        return n;
    }

    // What the contract says of exceptions counts.
    //@ signals (IllegalArgumentException e) n < 0;
    static int told(int n) {
        if (n < 0) throw new IllegalArgumentException();
        return n;
    }

    GuardsCheck(int n) {
        if (n == 0) throw new IllegalArgumentException();
        count = 5 / n;
    }

    static void make(int n) {
        new GuardsCheck(1);
        new GuardsCheck(n); //~ precondition:may-not-hold
    }

    // It may not be called at all.
    //@ ensures \result == 7;
    static int never(int n) {
        if (true) throw new IllegalStateException(); //~ vacuous-contract
        return n;
    }

    static void callsIt() {
        never(3); //~ precondition:may-not-hold
    }
}

class Above {
    //@ ensures \result == n;
    int same(int n) {
        return n;
    }
}

class Below extends Above {
    int same(int n) { //~ override-contract:may-not-hold //~ override-contract:may-not-hold
        if (n < 0) throw new IllegalArgumentException();
        return n;
    }
}
