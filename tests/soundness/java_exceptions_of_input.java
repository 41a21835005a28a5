// Guards against: a handler that is taken not to be reached, because contracts do not tell of wrong input.
import java.util.InputMismatchException;
import java.util.Scanner;

class OfInput {
    //@ requires s != null;
    static void reads(Scanner s) {
        try {
            int n = s.nextInt(); //~ unsupported
        } catch (InputMismatchException e) {
            assert false;
        }
    }

    //@ requires s != null;
    //@ signals (RuntimeException e) false;
    static int states(Scanner s) {
        return s.nextInt(); //~ unsupported
    }

    //@ requires s != null;
    static void goesOn(Scanner s) {
        int n = s.nextInt();
        try {
            int m = 3 / n;
        } catch (ArithmeticException e) {
            assert n == 0;
        }
    }
}
