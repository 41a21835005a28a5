// Guards against: a handler that is taken not to be reached, because contracts do not tell of wrong input.
import java.util.InputMismatchException;
import java.util.Scanner;

class OfInput {
    //@ requires s != null;
    static void reads(Scanner s) {
        try {
            int n = s.nextInt();
        } catch (InputMismatchException e) {
            assert false; //~ assert:may-not-hold
        }
    }

    //@ requires s != null;
    //@ signals (RuntimeException e) false; //~ signals:may-not-hold
    static int states(Scanner s) {
        return s.nextInt();
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

class Behind {
    //@ requires s != null;
    static int read(Scanner s) {
        return s.nextInt();
    }

    //@ requires s != null;
    static void caught(Scanner s) {
        try {
            int n = read(s);
        } catch (RuntimeException e) {
            assert false; //~ assert:may-not-hold
        }
    }

    //@ requires s != null;
    //@ ensures result; //~ postcondition:may-not-hold
    static boolean swallowed(Scanner s) {
        boolean isRead = false;
        try {
            int n = read(s);
            isRead = true;
        } finally {
            return isRead;
        }
    }

    int first;

    //@ requires s != null;
    //@ ensures acc(first);
    Behind(Scanner s) {
        first = read(s);
    }

    //@ requires s != null;
    static void made(Scanner s) {
        try {
            Behind behind = new Behind(s);
        } catch (RuntimeException e) {
            assert false; //~ assert:may-not-hold
        }
    }
}
