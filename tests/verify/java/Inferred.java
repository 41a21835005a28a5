// `var`: the type of the initial value.
import java.util.ArrayList;

class Inferred {
    int[] data = new int[3];

    //@ requires acc(data) * data != null * acc(data.elems, 1/2);
    //@ ensures acc(data) * data != null * acc(data.elems, 1/2) * \result == 7;
    int sorts() {
        var x = new int[4];
        var s = "abc";
        var b = true;
        var d = data;
        var list = new ArrayList<String>();
        x[0] = 7;
        //@ loop_invariant acc(x.elems) * x[0] == 7;
        for (var e : x) {
            if (e > 100) b = false;
        }
        assert x[0] == 7 : "message " + x[0];
        return x[0];
    }

    //@ requires 0 <= n && n <= 10;
    //@ ensures \result == 2 * n;
    static int counts(int n) {
        var sum = 0;
        //@ loop_invariant 0 <= i && i <= n && sum == 2 * i;
        for (var i = 0; i < n; i++) sum += 2;
        return sum;
    }

    static int overflows(int n) {
        var sum = 1;
        return sum + n; //~ overflow
    }

    static long wide(int n) {
        var sum = 1L;
        return sum + n;
    }

    static void unknown(int n) {
        var sum = n * 2; //~ unsupported
    }
}
