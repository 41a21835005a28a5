// An error in a constructor with `super(…)` refuses that constructor alone.
class Superclass {
    final int n;

    //@ ensures acc(this.n) * this.n == n;
    Superclass(int n) {
        this.n = n;
    }

    static class Below extends Superclass {
        Below() {
            super(1, 2); //~ type-mismatch
        }

        //@ ensures \result == 1;
        int one() {
            return 1;
        }
    }

    //@ ensures \result == 2;
    static int two() {
        return 2;
    }
}
