/** What Java throws by itself, in its order of evaluation, where a handler could catch it. */
class WaysGuards {
    //@ signals (IllegalStateException e) b;
    //@ ensures \result == 1 && !b;
    static int f(boolean b) {
        if (b) throw new IllegalStateException();
        return 1;
    }

    // The variable is assigned after the call.
    //@ ensures \result == (b ? 1 : 2);
    static int compound(boolean b) {
        int x = 1;
        try {
            x += f(b);
        } catch (IllegalStateException e) {
            return x;
        }
        return x;
    }

    // The index is computed before the call, the element is assigned after it.
    //@ requires acc(a.elems) * a.length == 2 && a[0] == 0;
    //@ ensures acc(a.elems) * a[0] == (b ? 0 : 1);
    static void element(int[] a, boolean b) {
        int i = 0;
        try {
            a[i++] = f(b);
        } catch (IllegalStateException e) {
            assert i == 1;
        }
    }

    // The divisor comes before the bounds.
    //@ requires acc(a.elems);
    //@ ensures acc(a.elems);
    static void first(int[] a, int i, int d) {
        try {
            a[i] = 5 / d;
        } catch (ArithmeticException e) {
            assert d == 0;
        } catch (ArrayIndexOutOfBoundsException e) {
            assert d != 0 && (i < 0 || a.length <= i);
        }
    }

    static void nothing(String s) {
        try {
            int n = s.length();
        } catch (Throwable t) {
            assert s == null;
        }
    }

    static int inSwitch(int k) {
        int r = 0;
        try {
            switch (k) {
                case 1:
                    r = 1;
                    break;
                case 2:
                    throw new RuntimeException();
                default:
                    r = 3;
            }
            r += 10;
        } catch (RuntimeException e) {
            assert k == 2 && r == 0;
            r = 5;
        } finally {
            assert r == 11 || r == 13 || r == 5;
        }
        return r;
    }

    static void assigned() {
        try {
            throw new IllegalStateException();
        } catch (RuntimeException e) {
            e = new IllegalArgumentException();
            assert !(e instanceof IllegalStateException);
        }
    }

    //@ ensures \result == 3;
    static int finallyContinues() {
        int k = 0;
        //@ loop_invariant k == i && 0 <= i && i <= 3;
        for (int i = 0; i < 3; i++) {
            try {
                throw new RuntimeException();
            } finally {
                k++;
                continue;
            }
        }
        return k;
    }

    //@ ensures \result == 8; //~ postcondition:may-not-hold
    static int notAssigned(int d) {
        int k = 7;
        try {
            k = 1 / d;
            k = 8;
        } catch (ArithmeticException e) {
            return k;
        }
        return k;
    }
}
