// Two readers of one cell, each with a half of its permission.

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

    int read()
    //@ requires [1/2]valid(this, ?v);
    //@ ensures [1/2]valid(this, v) &*& result == v;
    {
        //@ open [1/2]valid(this, v);
        int r = x;
        //@ close [1/2]valid(this, v);
        return r;
    }

    void put(int v)
    //@ requires valid(this, _);
    //@ ensures valid(this, v);
    {
        //@ open valid(this, _);
        x = v;
        //@ close valid(this, v);
    }

    static int sum(Cell a, Cell b)
    //@ requires a != null &*& b != null &*& [1/2]valid(a, ?v) &*& [1/2]valid(b, ?w);
    //@ ensures [1/2]valid(a, v) &*& [1/2]valid(b, w) &*& result == v + w;
    {
        int x = a.read();
        int y = b.read();
        return x + y;
    }

    static void client()
    //@ requires true;
    //@ ensures true;
    {
        Cell c = new Cell(4);
        int s = sum(c, c);
        //@ assert s == 8;
        c.put(5);
        int t = sum(c, c);
        //@ assert t == 10;
    }
}
