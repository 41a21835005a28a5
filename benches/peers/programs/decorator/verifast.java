// A sink that adds up numbers, and one that stands before another sink and counts.

interface Sink {
    //@ predicate valid(int sum);

    void put(int n);
    //@ requires valid(?s);
    //@ ensures valid(s + n);
}

final class Adder implements Sink {
    int total;

    //@ predicate valid(int sum) = this.total |-> sum;

    Adder()
    //@ requires true;
    //@ ensures valid(0);
    {
        //@ close valid(0);
    }

    void put(int n)
    //@ requires valid(?s);
    //@ ensures valid(s + n);
    {
        //@ open valid(s);
        total = total + n;
        //@ close valid(s + n);
    }
}

final class Counting implements Sink {
    Sink inner;
    int count;

    /*@
    predicate counting(int sum, int calls) =
        this.inner |-> ?s &*& this.count |-> calls &*& s != null &*& s.valid(sum);

    predicate valid(int sum) = counting(sum, _);

    lemma void forget()
        requires counting(?s, _);
        ensures valid(s);
    {
        close valid(s);
    }
    @*/

    Counting(Sink inner)
    //@ requires inner != null &*& inner.valid(?s);
    //@ ensures counting(s, 0);
    {
        this.inner = inner;
        //@ close counting(s, 0);
    }

    void record(int n)
    //@ requires counting(?s, ?c);
    //@ ensures counting(s + n, c + 1);
    {
        //@ open counting(s, c);
        inner.put(n);
        count = count + 1;
        //@ close counting(s + n, c + 1);
    }

    void put(int n)
    //@ requires valid(?s);
    //@ ensures valid(s + n);
    {
        //@ open valid(s);
        record(n);
        //@ close valid(s + n);
    }
}

class Client {
    static void three(Sink s, int n)
    //@ requires s != null &*& s.valid(?t);
    //@ ensures s.valid(t + 3 * n);
    {
        s.put(n);
        s.put(n - 1);
        s.put(n + 1);
    }

    static void client()
    //@ requires true;
    //@ ensures true;
    {
        Adder a = new Adder();
        a.put(4);
        Counting c = new Counting(a);
        c.record(5);
        //@ assert c.counting(9, 1);
        //@ c.forget();
        Counting d = new Counting(c);
        //@ d.forget();
        three(d, 2);
        //@ assert d.valid(15);
    }
}
