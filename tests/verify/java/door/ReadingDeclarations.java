import java.io.IOException;;
import java.util.*;

/** Declarations in the forms that are less common: modifiers, annotations, type parameters, words as names. */
@Deprecated @SuppressWarnings("x")
final class ReadingDeclarations {
    int[] numbers; int[][] rows;
    private final static int LIMIT = 2 + 3 * 4, TWICE = 2 * LIMIT;
    ;

    //@ ensures \result == 14 + 28;
    final static public int constants() {
        return LIMIT + TWICE;
    };

    @SuppressWarnings({"unchecked", "a" + "b",})
    //@ ensures \result == 3;
    static int annotated(@Deprecated final int a) {
        @Deprecated final int b = 3;
        return b;
    }

    @Deprecated(since = "1", forRemoval = true)
    @java.lang.SuppressWarnings(value = {})
    //@ ensures \result == 1;
    static int named() {
        return 1;
    }

    //@ ensures \result == 21;
    static int words() {
        int record = 1, sealed = 2, permits = 3, var = 4, module = 5, with = 6;
        return record + sealed + permits + var + module + with;
    }

    //@ ensures \result == 2;
    static int record() {
        return permits();
    }

    //@ ensures \result == 2;
    static int permits() {
        return 2;
    }

    static <T extends Object & Comparable<T>, U extends List<? super T>> T bounded(U list) {
        return null;
    }

    static Map<String, List<List<? extends Comparable<?>>>> types() {
        return null;
    }

    //@ ensures \result == 6;
    static int rows() {
        int[][] a = {{1}, {2, 3}, {},};
        int[] b = new int[] {3, 2,};
        return a[0][0] + b[0] + b.length + a[2].length;
    }

    //@ ensures \result == 2;
    static int made() {
        return new int[] {1, 2}[1];
    }

    static void thrown() throws IOException, InterruptedException { }

    enum None { }

    enum Few {
        FIRST, SECOND, ;

        //@ ensures \result == 1;
        static int one() {
            return 1;
        }
    }

    interface Parts {
        int SIZE = 4;

        //@ ensures \result == 1;
        private int part() {
            return 1;
        }

        //@ ensures \result == 2;
        private static int other() {
            return 2;
        }

        //@ ensures \result == 7;
        default int whole() {
            return part() + other() + SIZE;
        }
    }

    static abstract class Half implements Parts {
        abstract protected int half(int n);

        //@ ensures \result == 7;
        int both() {
            return whole();
        }
    }
}
