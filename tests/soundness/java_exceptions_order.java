// Guards against: a test for an exception behind effects of operands to the right of it.
class InOrder {
    int k;

    //@ requires acc(k);
    //@ ensures acc(k) * k == 1 && \result == 0;
    int sets() {
        k = 1;
        return 0;
    }

    //@ requires acc(k) * k == 0;
    //@ ensures acc(k) * k == 1; //~ postcondition
    int divides(int x) {
        try {
            return 1 / x + sets();
        } catch (ArithmeticException e) {
            return 0;
        }
    }

    //@ requires acc(k) * k == 0;
    //@ ensures acc(k) * k == 1; //~ postcondition
    int length(int[] a) {
        try {
            return a.length + sets();
        } catch (NullPointerException e) {
            return 0;
        }
    }

    static int second(int a, int b) { return b; }

    //@ requires acc(k) * k == 0;
    //@ ensures acc(k) * k == 1; //~ postcondition
    int argument(int x) {
        try {
            return second(1 / x, sets());
        } catch (ArithmeticException e) {
            return 0;
        }
    }

    //@ requires acc(k) * k == 0;
    //@ ensures acc(k) * k == 1;
    int behind(int x) {
        try {
            return sets() + 1 / x;
        } catch (ArithmeticException e) {
            return 0;
        }
    }
}
