// Powers by a loop, against their definition.

/*@
fixpoint int power_of(int b, nat n) { switch (n) { case zero: return 1; case succ(m): return b * power_of(b, m); } }
@*/

class Power {
    static int compute(int b, int n)
    //@ requires 0 <= n;
    //@ ensures result == power_of(b, nat_of_int(n));
    {
        int r = 1;
        int i = 0;
        while (i < n)
        //@ invariant 0 <= i &*& i <= n &*& r == power_of(b, nat_of_int(i));
        {
            //@ succ_int(i);
            r = b * r;
            i = i + 1;
        }
        return r;
    }
}
