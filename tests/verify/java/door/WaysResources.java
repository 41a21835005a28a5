import java.io.Closeable;

/** `try` with resources: closed in the opposite order, also when an exception leaves the block. */
class WaysResources {
    static class Log implements AutoCloseable {
        int closed;

        //@ ensures acc(closed) * closed == 0;
        Log() { }

        public void close() { }
    }

    //@ ensures \result == 3;
    static int returns() {
        try (Log log = new Log()) {
            return 3;
        }
    }

    //@ ensures \result == 4;
    static int throwsInside() {
        try (Log log = new Log(); Log other = new Log()) {
            throw new IllegalArgumentException();
        } catch (IllegalArgumentException e) {
            return 4;
        } finally {
            int n = 3;
        }
    }

    // A resource that is null is not closed.
    //@ ensures \result == 5;
    static int ofNull() {
        Log none = null;
        try (Log log = none) {
            return 5;
        }
    }

    //@ ensures \result == 6;
    static int variable(Log log) {
        try (log) {
            return 6;
        }
    }

    //@ ensures \result == 12;
    static int inALoop() {
        int n = 0;
        //@ loop_invariant 0 <= n && n <= 12 && n == 3 * i && i <= 4;
        for (int i = 0; i < 4; i++) {
            try (Log log = new Log()) {
                n += 3;
                if (i == 2) continue;
            }
        }
        return n;
    }
}
