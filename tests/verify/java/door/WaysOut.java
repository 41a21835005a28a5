/** How statements end: `finally`, returns, jumps and exceptions that take one another's place. */
class WaysOut {
    //@ ensures \result == 2;
    static int finallyReturns() {
        try {
            throw new IllegalStateException();
        } finally {
            return 2;
        }
    }

    // The value is that of the time of `return`.
    //@ ensures \result == 1;
    static int valueIsKept() {
        int n = 1;
        try {
            return n;
        } finally {
            n = 5;
        }
    }

    //@ ensures \result == 6;
    static int order() {
        int n = 0;
        try {
            try {
                n = 1;
                throw new RuntimeException();
            } finally {
                n = n * 2;
            }
        } catch (RuntimeException e) {
            n = n + 1;
        } finally {
            n = n * 2;
        }
        return n;
    }

    //@ ensures \result == 4;
    static int takesPlace() {
        try {
            try {
                throw new IllegalStateException();
            } finally {
                throw new IllegalArgumentException();
            }
        } catch (IllegalStateException e) {
            return 3;
        } catch (IllegalArgumentException e) {
            return 4;
        }
    }

    //@ ensures \result == 5;
    static int jumpEndsIt() {
        int n = 0;
        out: {
            try {
                throw new IllegalStateException();
            } finally {
                n = 5;
                break out;
            }
        }
        return n;
    }

    //@ requires 0 <= n && n < 1000;
    //@ ensures \result == n;
    static int continues(int n) {
        int k = 0;
        //@ loop_invariant 0 <= i && i <= n && k == i;
        for (int i = 0; i < n; i++) {
            try {
                if (i % 3 == 0) throw new IllegalStateException();
                k++;
            } catch (IllegalStateException e) {
                k++;
                continue;
            }
        }
        return k;
    }

    //@ ensures \result == (b ? 12 : 11);
    static int labelled(boolean b) {
        int n = 1;
        here: try {
            if (b) {
                n = 2;
                break here;
            }
        } finally {
            n += 10;
        }
        return n;
    }

    //@ ensures \result == 3;
    static int handlerThrows() {
        try {
            try {
                throw new IllegalStateException();
            } catch (IllegalStateException e) {
                throw new UnsupportedOperationException();
            } catch (UnsupportedOperationException e) {
                return 1;
            }
        } catch (RuntimeException e) {
            return e instanceof UnsupportedOperationException ? 3 : 2;
        }
    }

    // A handler of a superclass is not reached before that of the class itself.
    //@ ensures \result == 1;
    static int firstThatFits() {
        try {
            throw new NumberFormatException("x");
        } catch (IllegalStateException e) {
            return 0;
        } catch (NumberFormatException e) {
            return 1;
        } catch (IllegalArgumentException e) {
            return 2;
        }
    }

    //@ ensures \result == 9;
    static int nestedFinally() {
        int n = 0;
        try {
            n += 1;
        } finally {
            try {
                n += 2;
                throw new IllegalStateException();
            } catch (IllegalStateException e) {
                n += 2;
            } finally {
                n += 4;
            }
        }
        return n;
    }
}
