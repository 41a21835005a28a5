// `assert … by` and `choose` in annotations of Java.
public class Proofs {
    private int n;

    //@ predicate positive() { return acc(n) * 0 < n; }

    //@ requires positive();
    public /*@ pure @*/ int value() { return n; }

    //@ requires 0 <= k;
    //@ ensures k <= k * k;
    //@ decreases k;
    //@ lemma static void grows(int k) { if (0 < k) { Proofs.grows(k - 1); } }

    //@ requires 0 <= k && k <= 1000;
    //@ ensures k <= result;
    static int square(int k) {
        //@ assert k <= k * k by { Proofs.grows(k); }
        return k * k;
    }

    //@ requires positive();
    //@ ensures positive();
    void lines() {
        /*@ assert 0 < value() by {
          @   open positive();
          @   int by = n;
          @   assert 0 < by;
          @ } @*/
        //@ assert value() == value() by {
        //@   open positive();
        //@ }
        int by = 1;
        //@ assert by == 1;
    }

    //@ requires (\exists int k; n == 2 * k);
    static void even(int n) {
        //@ ghost int half = choose k :: n == 2 * k;
        //@ assert n == 2 * half;
        //@ half = choose int k :: n == 2 * k;
        //@ assert n == 2 * half;
        //@ half = choose k :: n == 2 * k + 1; //~ assert:may-not-hold
    }
}
