// The towers of Hanoi: the number of moves.

//@ fixpoint int needed(nat n) { switch (n) { case zero: return 0; case succ(m): return 2 * needed(m) + 1; } }

class Hanoi {
    int moves;

    void solve(int n, int from, int to, int spare)
    //@ requires moves |-> ?m &*& 0 <= n;
    //@ ensures moves |-> m + needed(nat_of_int(n));
    {
        if (0 < n) {
            //@ succ_int(n - 1);
            solve(n - 1, from, spare, to);
            moves = moves + 1;
            solve(n - 1, spare, to, from);
        }
    }
}
