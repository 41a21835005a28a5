// A chooser takes the better one of two numbers; what better means is left to an order.

interface Order {
    //@ predicate valid(fixpoint(int, int) rank);

    int rank(int n);
    //@ requires valid(?f);
    //@ ensures valid(f) &*& result == f(n);
}

/*@
fixpoint int same(int n) { return n; }

fixpoint int near(int centre, int n) { return n < centre ? n - centre : centre - n; }
@*/

final class Largest implements Order {
    //@ predicate valid(fixpoint(int, int) rank) = rank == same;

    Largest()
    //@ requires true;
    //@ ensures valid(same);
    {
        //@ close valid(same);
    }

    int rank(int n)
    //@ requires valid(?f);
    //@ ensures valid(f) &*& result == f(n);
    {
        //@ open valid(f);
        //@ close valid(f);
        return n;
    }
}

final class Closest implements Order {
    int centre;

    //@ predicate valid(fixpoint(int, int) rank) = this.centre |-> ?c &*& rank == (near)(c);

    Closest(int c)
    //@ requires true;
    //@ ensures valid((near)(c));
    {
        centre = c;
        //@ close valid((near)(c));
    }

    int rank(int n)
    //@ requires valid(?f);
    //@ ensures valid(f) &*& result == f(n);
    {
        //@ open valid(f);
        int found = n < centre ? n - centre : centre - n;
        //@ close valid(f);
        return found;
    }
}

class Chooser {
    static int choose(Order o, int a, int b)
    //@ requires o != null &*& o.valid(?f);
    //@ ensures o.valid(f) &*& (result == a || result == b) &*& f(a) <= f(result) &*& f(b) <= f(result);
    {
        int x = o.rank(a);
        int y = o.rank(b);
        if (x < y) {
            return b;
        }
        return a;
    }

    static void client()
    //@ requires true;
    //@ ensures true;
    {
        Largest l = new Largest();
        int i = choose(l, 3, 8);
        //@ assert i == 8;
        Closest c = new Closest(4);
        int j = choose(c, 3, 8);
        //@ assert j == 3;
    }
}
