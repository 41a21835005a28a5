// Objects whose contracts hide their field, each set to a value of its own.

/*@ predicate valid(Cell c; int v) = c.x |-> v; @*/

class Cell {
    int x;

    Cell()
    //@ requires true;
    //@ ensures valid(this, 0);
    {
        //@ close valid(this, 0);
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
}

class Main {
    static void main()
    //@ requires true;
    //@ ensures true;
    {
        Cell c1 = new Cell();
        c1.set(1);
        Cell c2 = new Cell();
        c2.set(2);
        Cell c3 = new Cell();
        c3.set(3);
        Cell c4 = new Cell();
        c4.set(4);
        Cell c5 = new Cell();
        c5.set(5);
        Cell c6 = new Cell();
        c6.set(6);
        Cell c7 = new Cell();
        c7.set(7);
        Cell c8 = new Cell();
        c8.set(8);
        Cell c9 = new Cell();
        c9.set(9);
        Cell c10 = new Cell();
        c10.set(10);
        Cell c11 = new Cell();
        c11.set(11);
        Cell c12 = new Cell();
        c12.set(12);
        Cell c13 = new Cell();
        c13.set(13);
        Cell c14 = new Cell();
        c14.set(14);
        int v1 = c1.get();
        //@ assert v1 == 1;
        int v2 = c2.get();
        //@ assert v2 == 2;
        int v3 = c3.get();
        //@ assert v3 == 3;
        int v4 = c4.get();
        //@ assert v4 == 4;
        int v5 = c5.get();
        //@ assert v5 == 5;
        int v6 = c6.get();
        //@ assert v6 == 6;
        int v7 = c7.get();
        //@ assert v7 == 7;
        int v8 = c8.get();
        //@ assert v8 == 8;
        int v9 = c9.get();
        //@ assert v9 == 9;
        int v10 = c10.get();
        //@ assert v10 == 10;
        int v11 = c11.get();
        //@ assert v11 == 11;
        int v12 = c12.get();
        //@ assert v12 == 12;
        int v13 = c13.get();
        //@ assert v13 == 13;
        int v14 = c14.get();
        //@ assert v14 == 14;
    }
}
