/** Statements in the forms that are less common, and operators beside one another. */
class ReadingStatements {
    //@ ensures \result == (k == 1 || k == 2 ? 3 : k == 3 ? 5 : 4);
    static int labels(int k) {
        switch (k) {
            case 1, 2:
                return 3;
            case 3:
            case 4 - 1 + 40:
                return k == 3 ? 5 : 4;
            default:
                return 4;
        }
    }

    //@ ensures \result == (k == 1 ? 20 : k == 3 || k == 4 ? 30 : k);
    static int rules(int k) {
        switch (k) {
            case 1 -> k = 20;
            case 3, 4 -> {
                k = 30;
            }
            default -> { }
        }
        return k;
    }

    //@ ensures \result == 5;
    static int defaultFirst() {
        int k = 7;
        switch (k) {
            default:
                k = 5;
                break;
            case 1:
                k = 6;
        }
        return k;
    }

    //@ ensures \result == 6;
    static int steps() {
        int sum = 0;
        //@ loop_invariant 0 <= i && i <= 3 && j == 3 - i && sum == 2 * i;
        for (int i = 0, j = 3; i < j + i && i < 3; i++, --j) {
            sum += 2;
        }
        return sum;
    }

    //@ ensures \result == 1;
    static int endless() {
        int n = 0;
        //@ loop_invariant n == 0;
        for (;;) {
            n++;
            break;
        }
        return n;
    }

    //@ ensures \result == 0;
    static int once(int n) {
        do n = 0; while (n > 0);
        return n;
    }

    //@ ensures \result == (n > 1 ? 1 : 2);
    static int twoLabels(int n) {
        a: b: {
            if (n > 1) break a;
            ;;
            return 2;
        }
        return 1;
    }

    //@ ensures \result == (n > 0 ? 1 : m > 0 ? 2 : 0);
    static int hangingElse(int n, int m) {
        if (n > 0) return 1;
        else if (m > 0) return 2;
        else ;
        return 0;
    }

    //@ ensures \result == (a > 2 ? 3 : a > 1 ? 2 : 1);
    static int nested(int a) {
        return a > 1 ? a > 2 ? 3 : 2 : 1;
    }

    //@ requires 0 <= a && a <= 9;
    //@ ensures \result == -2 * a;
    static int signs(int a) {
        return - -a - (+a) - -(-a) - (int) +a;
    }

    //@ ensures \result == 11;
    static int effects() {
        int i = 3;
        int j = i++ + ++i - --i + i--;
        return j + i;
    }

    //@ ensures \result == 2;
    static int shadows() {
        { int n = 1; }
        { int n = 2; return n; }
    }

    //@ requires a != null && acc(a.elems) && a.length == 3;
    //@ ensures acc(a.elems) && a[0] == 5 && \result == 1;
    static int index(int[] a) {
        int i = 0;
        a[i++] = 5;
        return i;
    }

    //@ ensures \result == 7;
    static int chained() {
        int a, b, c;
        a = b = c = 7;
        return a == b && b == c ? a : 0;
    }

    //@ ensures \result;
    static boolean precedence() {
        return true || false && false == !true;
    }

    //@ ensures \result == (a != b);
    static boolean either(boolean a, boolean b) {
        return a ^ b;
    }

    //@ ensures \result == 4;
    static int late() {
        final int a;
        a = 4;
        return a;
    }
}
