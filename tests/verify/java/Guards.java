// The exceptions that Java throws by itself, where something catches them.
class Guards {
    int n;
    Guards next;

    //@ ensures -1 <= \result;
    static int size(String s) {
        try {
            return s.length();
        } catch (NullPointerException e) {
            return -1;
        }
    }

    //@ ensures b == 0 ? \result == -1 : \result == a / b;
    //@ requires -1000 <= a && a <= 1000;
    static int divides(int a, int b) {
        try {
            return a / b;
        } catch (ArithmeticException e) {
            return -1;
        }
    }

    //@ requires a != null ==> acc(a.elems, 1/2);
    //@ ensures a != null ==> acc(a.elems, 1/2) * (0 <= i && i < a.length ==> \result == a[i]);
    //@ ensures a == null || i < 0 || i >= a.length ==> \result == 7;
    static int element(int[] a, int i) {
        try {
            return a[i];
        } catch (RuntimeException e) {
            return 7;
        }
    }

    //@ requires a != null * acc(a.elems);
    //@ ensures acc(a.elems);
    static void writes(int[] a, int i) {
        try {
            a[i] = 3;
        } catch (ArrayIndexOutOfBoundsException e) {
            assert i < 0 || i >= a.length;
        }
    }

    static int casts(Object o) {
        try {
            String s = (String) o;
            return 1;
        } catch (ClassCastException e) {
            assert !(o instanceof String);
            return 2;
        }
    }

    static int makes(int n) {
        try {
            int[] a = new int[n];
            return a.length;
        } catch (NegativeArraySizeException e) {
            assert n < 0;
            return 0;
        }
    }

    // Of what is not caught there is an error.
    static int another(int[] a) {
        try {
            return a.length; //~ null-dereference
        } catch (ArithmeticException e) {
            return 0;
        }
    }

    //@ requires acc(next) * (next != null ==> acc(next.n));
    //@ ensures acc(next) * (next != null ==> acc(next.n));
    //@ signals (NullPointerException e) acc(next) * next == null;
    int chained() {
        return next.n;
    }

    //@ requires acc(next) * (next != null ==> acc(next.n));
    //@ signals (NullPointerException e) acc(next) * next != null; //~ signals
    int wrong() {
        return next.n;
    }

    // The right operand is evaluated only where the left one asks for it.
    //@ ensures \result == (s != null && 3 < s.length());
    static boolean lazy(String s) {
        try {
            return s != null && 3 < s.length();
        } catch (NullPointerException e) {
            assert false;
            return false;
        }
    }

    //@ ensures \result == 5;
    static int inner(int b) {
        int r = 0;
        try {
            try {
                r = 1 / b;
                r = 0;
            } finally {
                r = 5;
            }
        } catch (ArithmeticException e) {
            assert b == 0 && r == 5;
        }
        return r;
    }

    //@ requires a != null ==> acc(a.elems);
    //@ ensures \result == 1; //~ postcondition
    static int both(int[] a) {
        try {
            int n = a[0];
            return 1;
        } catch (NullPointerException e) {
            return 2;
        } catch (RuntimeException e) {
            return 1;
        }
    }

    //@ requires a != null;
    static void accesses(int[] a) {
        try {
            a[0] = 1; //~ insufficient-permission
        } catch (RuntimeException e) {
        }
    }
}
