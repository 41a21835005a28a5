// An interface with two implementations, and a client that knows the interface only.

interface Shape {
    //@ predicate valid(int size);

    int size();
    //@ requires valid(?s);
    //@ ensures valid(s) &*& result == s;

    void grow(int n);
    //@ requires valid(?s);
    //@ ensures valid(s + n);
}

final class Line implements Shape {
    int length;

    //@ predicate valid(int size) = this.length |-> size;

    Line(int n)
    //@ requires true;
    //@ ensures valid(n);
    {
        length = n;
        //@ close valid(n);
    }

    int size()
    //@ requires valid(?s);
    //@ ensures valid(s) &*& result == s;
    {
        //@ open valid(s);
        int found = length;
        //@ close valid(s);
        return found;
    }

    void grow(int n)
    //@ requires valid(?s);
    //@ ensures valid(s + n);
    {
        //@ open valid(s);
        length = length + n;
        //@ close valid(s + n);
    }
}

final class Corner implements Shape {
    int across;
    int down;

    //@ predicate valid(int size) = this.across |-> ?a &*& this.down |-> ?d &*& size == a + d;

    Corner(int a, int b)
    //@ requires true;
    //@ ensures valid(a + b);
    {
        across = a;
        down = b;
        //@ close valid(a + b);
    }

    int size()
    //@ requires valid(?s);
    //@ ensures valid(s) &*& result == s;
    {
        //@ open valid(s);
        int found = across + down;
        //@ close valid(s);
        return found;
    }

    void grow(int n)
    //@ requires valid(?s);
    //@ ensures valid(s + n);
    {
        //@ open valid(s);
        int down_ = down + n;
        down = across;
        across = down_;
        //@ close valid(s + n);
    }
}

class Client {
    static int twice(Shape s, int n)
    //@ requires s != null &*& s.valid(?z);
    //@ ensures s.valid(z + 2 * n) &*& result == z + 2 * n;
    {
        s.grow(n);
        s.grow(n);
        int found = s.size();
        return found;
    }

    static void client()
    //@ requires true;
    //@ ensures true;
    {
        Line l = new Line(3);
        int a = twice(l, 5);
        //@ assert a == 13;
        Corner c = new Corner(1, 2);
        int b = twice(c, 7);
        //@ assert b == 17;
        int d = l.size();
        //@ assert d == 13;
    }
}
