// A list in an array, and iterators over it: each borrows the list for the time of a call.

/*@
predicate list(IntList l; int capacity, list<int> vs) =
    l.items |-> ?a &*& l.size |-> ?n &*& a != null &*& capacity == a.length &*&
    array_slice(a, 0, n, vs) &*& array_slice(a, n, capacity, _);

predicate at(Iterator i; IntList l, int index) = i.list |-> l &*& i.index |-> index &*& 0 <= index;
@*/

class IntList {
    int[] items;
    int size;

    IntList(int n)
    //@ requires 0 <= n;
    //@ ensures list(this, n, nil);
    {
        items = new int[n];
        size = 0;
        //@ array_slice_split(items, 0, 0);
        //@ close list(this, n, nil);
    }

    void add(int v)
    //@ requires list(this, ?c, ?vs) &*& length(vs) < c;
    //@ ensures list(this, c, append(vs, cons(v, nil)));
    {
        //@ open list(this, c, vs);
        items[size] = v;
        //@ array_slice_split(items, size, size + 1);
        //@ array_slice_join(items, 0);
        size = size + 1;
        //@ close list(this, c, append(vs, cons(v, nil)));
    }

    int count()
    //@ requires list(this, ?c, ?vs);
    //@ ensures list(this, c, vs) &*& result == length(vs);
    {
        //@ open list(this, c, vs);
        int found = size;
        //@ close list(this, c, vs);
        return found;
    }

    int get(int i)
    //@ requires list(this, ?c, ?vs) &*& 0 <= i &*& i < length(vs);
    //@ ensures list(this, c, vs) &*& result == nth(i, vs);
    {
        //@ open list(this, c, vs);
        int found = items[i];
        //@ close list(this, c, vs);
        return found;
    }
}

class Iterator {
    IntList list;
    int index;

    Iterator(IntList l)
    //@ requires true;
    //@ ensures at(this, l, 0);
    {
        list = l;
        index = 0;
        //@ close at(this, l, 0);
    }

    boolean hasNext()
    //@ requires at(this, ?l, ?i) &*& l != null &*& list(l, ?c, ?vs);
    //@ ensures at(this, l, i) &*& list(l, c, vs) &*& result == (i < length(vs));
    {
        //@ open at(this, l, i);
        int n = list.count();
        boolean found = index < n;
        //@ close at(this, l, i);
        return found;
    }

    int next()
    //@ requires at(this, ?l, ?i) &*& l != null &*& list(l, ?c, ?vs) &*& i < length(vs);
    //@ ensures at(this, l, i + 1) &*& list(l, c, vs) &*& result == nth(i, vs);
    {
        //@ open at(this, l, i);
        int v = list.get(index);
        index = index + 1;
        //@ close at(this, l, i + 1);
        return v;
    }

    static void client()
    //@ requires true;
    //@ ensures true;
    {
        IntList l = new IntList(5);
        l.add(3);
        l.add(4);
        Iterator i = new Iterator(l);
        Iterator j = new Iterator(l);
        int a = i.next();
        int b = j.next();
        int c = i.next();
        //@ assert a == 3 &*& b == 3 &*& c == 4;
        boolean more = i.hasNext();
        //@ assert !more;
        more = j.hasNext();
        //@ assert more;
        l.add(5);
        int d = i.next();
        //@ assert d == 5;
    }
}
