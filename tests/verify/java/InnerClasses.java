// Nested classes see the static members of those around, and inner ones can be used as far as they need no
// object around.
class Outer {
    static final int MOST = 3;
    private static int made;
    private int count;

    //@ requires n < 100;
    //@ ensures \result == n + 1;
    private static int next(int n) {
        return n + 1;
    }

    static int size(int[] a) {
        return a == null ? 0 : a.length;
    }

    int count() {
        return 1;
    }

    class Inner {
        int value;

        //@ ensures acc(value) * value == n;
        Inner(int n) {
            value = n;
        }

        //@ ensures \result == 3;
        int most() {
            return MOST;
        }

        //@ ensures \result == 2;
        int called() {
            return next(1);
        }

        int wrong() {
            return next(100); //~ precondition:may-not-hold
        }

        //@ requires acc(made);
        //@ ensures acc(made) * made == n;
        void make(int n) {
            made = n;
        }

        int field() {
            return count; //~ unsupported
        }

        int method() {
            return count(); //~ unsupported
        }

        //@ ensures \result == 4;
        int size(int n) {
            return 4;
        }

        //@ ensures \result == 4;
        int own() {
            return size(1);
        }
    }

    //@ ensures \result == 5;
    int inner() {
        Inner inner = new Inner(5);
        return inner.value;
    }

    static class Hiding {
        static final int MOST = 7;
        private int made;

        //@ ensures \result == 7;
        static int most() {
            return MOST;
        }

        //@ requires acc(made);
        //@ ensures acc(made) * made == 1;
        void own() {
            made = 1;
        }
    }

    static class Below extends Hiding {
        //@ ensures \result == 7;
        static int inherited() {
            return MOST;
        }

        //@ requires acc(Outer.made);
        //@ ensures acc(Outer.made) * Outer.made == 2;
        void around() {
            made = 2;
        }

        //@ ensures \result == 4; //~ postcondition:may-not-hold
        static int other() {
            return next(4);
        }
    }
}
