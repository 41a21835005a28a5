// Labels, and `break` out of a `switch`.
class Jumps {
    //@ ensures \result == (k == 1 ? 10 : k == 2 ? 21 : 0);
    static int leaves(int k) {
        int r = 0;
        switch (k) {
            case 1:
                r = 10;
                break;
            case 2:
                r = 20;
                if (r > 5) {
                    r++;
                    break;
                }
                r = 7;
                break;
            default:
                if (k > 4) break;
                r = 0;
        }
        return r;
    }

    //@ requires acc(a.elems, 1/2);
    //@ ensures acc(a.elems, 1/2) * (\result ==> (\exists int k; 0 <= k && k < a.length; a[k] == x));
    static boolean find(int[] a, int x) {
        boolean found = false;
        int i = 0;
        search: {
            //@ loop_invariant acc(a.elems, 1/2) * 0 <= i && i <= a.length && !found;
            while (i < a.length) {
                if (a[i] == x) {
                    found = true;
                    break search;
                }
                i++;
            }
            return false;
        }
        //@ assert a[i] == x;
        return found;
    }

    //@ ensures \result == 0 || \result == 6;
    static int outer(int n) {
        int r = 0;
        //@ loop_invariant r == 0;
        out: for (int i = 0; i < 10; i++) {
            //@ loop_invariant r == 0;
            for (int j = 0; j < 10; j++) {
                if (j == n) continue out;
                if (i == n) {
                    r = 6;
                    break out;
                }
            }
        }
        return r;
    }

    //@ ensures \result == 1; //~ postcondition:may-not-hold
    static int wrong(int n) {
        int r = 1;
        out: {
            //@ loop_invariant r == 1;
            while (true) {
                r = 2;
                break out;
            }
        }
        return r;
    }

    static void unknown() {
        while (true) { break out; } //~ not-allowed-here
    }

    static void notALoop(int n) {
        here: { if (n > 0) continue here; } //~ not-allowed-here
    }
}
