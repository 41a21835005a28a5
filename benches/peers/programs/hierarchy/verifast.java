// A class, a subclass that keeps what was there before, and one that counts: each
// overrides the predicate and a method, and calls the method of its superclass.

class Cell {
    int x;

    //@ predicate valid(int v) = this.x |-> v;

    Cell()
    //@ requires true;
    //@ ensures valid(0);
    {
        //@ close valid(0);
    }

    int get()
    //@ requires valid(?v);
    //@ ensures valid(v) &*& result == v;
    {
        //@ open valid(v);
        int found = x;
        //@ close valid(v);
        return found;
    }

    void set(int v)
    //@ requires valid(_);
    //@ ensures valid(v);
    {
        //@ open valid(_);
        x = v;
        //@ close valid(v);
    }
}

class Backup extends Cell {
    int last;

    //@ predicate valid(int v) = this.valid(Cell.class)(v) &*& this.last |-> _;

    Backup()
    //@ requires true;
    //@ ensures valid(0);
    {
        super();
        //@ close valid(0);
    }

    int get()
    //@ requires valid(?v);
    //@ ensures valid(v) &*& result == v;
    {
        //@ open valid(v);
        int found = super.get();
        //@ close valid(v);
        return found;
    }

    void set(int v)
    //@ requires valid(_);
    //@ ensures valid(v);
    {
        //@ open valid(_);
        last = super.get();
        super.set(v);
        //@ close valid(v);
    }
}

class Counting extends Cell {
    int calls;

    //@ predicate valid(int v) = this.valid(Cell.class)(v) &*& this.calls |-> ?c &*& 0 <= c;

    Counting()
    //@ requires true;
    //@ ensures valid(0);
    {
        super();
        //@ close valid(0);
    }

    int get()
    //@ requires valid(?v);
    //@ ensures valid(v) &*& result == v;
    {
        //@ open valid(v);
        int found = super.get();
        //@ close valid(v);
        return found;
    }

    void set(int v)
    //@ requires valid(_);
    //@ ensures valid(v);
    {
        //@ open valid(_);
        super.set(v);
        calls = calls + 1;
        //@ close valid(v);
    }
}

class Client {
    static void both(Cell a, Cell b)
    //@ requires a != null &*& a.valid(_) &*& b != null &*& b.valid(_);
    //@ ensures a.valid(1) &*& b.valid(2);
    {
        a.set(1);
        b.set(2);
    }

    static void client()
    //@ requires true;
    //@ ensures true;
    {
        Backup a = new Backup();
        Counting b = new Counting();
        both(a, b);
        int x = a.get();
        int y = b.get();
        //@ assert x == 1;
        //@ assert y == 2;
    }
}
