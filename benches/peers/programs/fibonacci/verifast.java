// Fibonacci numbers by a loop, against their definition.

/*@
fixpoint int fib(nat n) {
    switch (n) {
        case zero: return 0;
        case succ(m): return switch (m) {
            case zero: return 1;
            case succ(k): return fib(m) + fib(k);
        };
    }
}
@*/

class Fibonacci {
    static int compute(int n)
    //@ requires 0 <= n;
    //@ ensures result == fib(nat_of_int(n));
    {
        int a = 0;
        int b = 1;
        int i = 0;
        //@ succ_int(0);
        while (i < n)
        //@ invariant 0 <= i &*& i <= n &*& a == fib(nat_of_int(i)) &*& b == fib(nat_of_int(i + 1));
        {
            //@ succ_int(i);
            //@ succ_int(i + 1);
            int c = a + b;
            a = b;
            b = c;
            i = i + 1;
        }
        return a;
    }
}
