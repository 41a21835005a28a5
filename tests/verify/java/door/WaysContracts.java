import java.io.IOException;

/** Exceptions of a program's own, and what contracts say of them. */
class Refused extends Exception {
    final int code;

    //@ ensures acc(this.code) * this.code == code;
    Refused(int code) {
        this.code = code;
    }
}

class Closed extends IllegalStateException {
    Closed(String text, Throwable cause) {
        super(text, cause);
    }
}

class WaysContracts {
    int left;

    //@ predicate valid() { return acc(left) * 0 <= left; }

    //@ ensures valid();
    //@ signals (IllegalArgumentException e) n < 0;
    WaysContracts(int n) {
        if (n < 0) throw new IllegalArgumentException("negative");
        left = n;
    }

    //@ ensures valid();
    WaysContracts() { }

    //@ requires valid();
    //@ ensures valid();
    //@ signals (Refused r) valid() * acc(r.code) * r.code == 7;
    void take() throws Refused {
        if (left == 0) throw new Refused(7);
        left--;
    }

    //@ requires valid();
    //@ ensures valid() * (\result == 0 || \result == 7);
    int code() {
        try {
            take();
            return 0;
        } catch (Refused r) {
            return r.code;
        }
    }

    //@ requires valid();
    //@ ensures valid();
    //@ signals (Closed e) valid();
    void wraps() {
        try {
            take();
        } catch (Refused r) {
            throw new Closed("none", r);
        }
    }

    //@ ensures \result ==> 0 <= n;
    static boolean makes(int n) {
        try {
            new WaysContracts(n);
            return n >= 0;
        } catch (IllegalArgumentException e) {
            assert n < 0;
            return false;
        }
    }

    //@ signals_only IOException, IllegalStateException;
    void several(int k) throws IOException {
        if (k == 1) throw new java.io.FileNotFoundException();
        if (k == 2) throw new Closed("", null);
    }

    //@ ensures 1 <= \result && \result <= 3;
    int catches(int k) {
        try {
            several(k);
            return 1;
        } catch (IOException | IllegalStateException e) {
            return e instanceof IOException ? 2 : 3;
        }
    }

    static class Under extends WaysContracts {
        Under() {
            super();
        }

        // It may throw less.
        //@ requires valid();
        //@ ensures valid();
        void take() { }
    }
}
