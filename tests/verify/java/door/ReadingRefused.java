import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** What is read and not supported is refused where it stands; the members beside it keep their verdicts. */
class ReadingRefused {
    //@ ensures \result == 1;
    static int before() {
        return 1;
    }

    static Supplier<String> lambda() {
        return () -> "a"; //~ unsupported
    }

    static Function<String, String> lambdaOfBlock() {
        return (String s) -> { return s; }; //~ unsupported
    }

    //@ ensures \result == 2; //~ postcondition:may-not-hold
    static int between() {
        return before();
    }

    static Supplier<String> reference(List<String> all) {
        return all::toString; //~ unsupported
    }

    static int value(int k) {
        return switch (k) { case 1, 2 -> 3; default -> 4; }; //~ unsupported
    }

    static int text(String k) {
        switch (k) { //~ unsupported
            case "a":
                return 1;
            default:
                return 2;
        }
    }

    //@ ensures \result == k / 2;
    static int half(int k) {
        return k / 2;
    }

    static boolean pattern(Object o) {
        return o instanceof String s; //~ unsupported
    }

    static Class<?> literal() {
        return String.class; //~ unsupported
    }

    static int locked(Object o) {
        synchronized (o) { //~ unsupported
            return 1;
        }
    }

    static synchronized int whole() { //~ unsupported
        return 1;
    }

    static int bits(int a, long b) {
        return a << b; //~ unsupported
    }

    static Short boxed(short a) {
        return a; //~ unsupported
    }

    static int[][] square(int n) {
        return new int[n][n]; //~ unsupported
    }

    static int given(int a) {
        return twice(a = 3); //~ unsupported
    }

    //@ requires 0 <= a && a < 1000;
    //@ ensures \result == 2 * a;
    static int twice(int a) {
        return a + a;
    }

    static Object severalTypes(Object o) {
        return (Runnable & java.io.Serializable) o; //~ unsupported
    }

    static int division(int a, int b) {
        return a / b; //~ division-by-zero //~ overflow
    }

    static native int elsewhere(); //~ unsupported

    static <T> int taken(T t) {
        return 3;
    }

    static int explicit() {
        return ReadingRefused.<String>taken("a"); //~ unsupported
    }

    transient int passing; //~ unsupported

    //@ ensures \result == 4; //~ postcondition:may-not-hold
    static int after() {
        return taken("a") + 1; //~ overflow
    }
}
