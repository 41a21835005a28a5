// Guards against: an exception of the program's with the name of one of Java's, which Java does not throw.
class ArithmeticException extends RuntimeException {
    ArithmeticException() { }
}

class Shadowed {
    //@ ensures \result == 1;
    static int divides(int x) {
        try {
            int y = 1 / x; //~ division-by-zero
            return 1;
        } catch (ArithmeticException e) {
            return 1;
        }
    }

    //@ ensures \result == 1;
    static int above(int x) {
        try {
            int y = 1 / x;
            return 1;
        } catch (ArithmeticException e) {
            assert false;
            return 2;
        } catch (RuntimeException e) {
            return 1;
        }
    }
}
