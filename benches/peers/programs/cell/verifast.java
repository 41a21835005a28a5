// A field behind a predicate, and a client that swaps the values of two cells.

/*@ predicate valid(Cell c; int v) = c.x |-> v; @*/

class Cell {
    int x;

    Cell(int v)
    //@ requires true;
    //@ ensures valid(this, v);
    {
        x = v;
        //@ close valid(this, v);
    }

    int get()
    //@ requires valid(this, ?v);
    //@ ensures valid(this, v) &*& result == v;
    {
        //@ open valid(this, v);
        int found = x;
        //@ close valid(this, v);
        return found;
    }

    void set(int v)
    //@ requires valid(this, _);
    //@ ensures valid(this, v);
    {
        //@ open valid(this, _);
        x = v;
        //@ close valid(this, v);
    }

    void swap(Cell c)
    //@ requires valid(this, ?v) &*& c != null &*& valid(c, ?w);
    //@ ensures valid(this, w) &*& valid(c, v);
    {
        //@ open valid(this, v);
        //@ open valid(c, w);
        int t = x;
        x = c.x;
        c.x = t;
        //@ close valid(this, w);
        //@ close valid(c, v);
    }

    static void client()
    //@ requires true;
    //@ ensures true;
    {
        Cell a = new Cell(5);
        Cell b = new Cell(7);
        a.swap(b);
        int x = a.get();
        int y = b.get();
        //@ assert x == 7;
        //@ assert y == 5;
        a.set(9);
        x = a.get();
        y = b.get();
        //@ assert x == 9;
        //@ assert y == 5;
    }
}
