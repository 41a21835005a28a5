// A stack in an array of fixed capacity, with its contents, the top at the end.

/*@
predicate stack(Stack s; int capacity, list<int> vs) =
    s.items |-> ?a &*& s.size |-> ?n &*& a != null &*& capacity == a.length &*&
    array_slice(a, 0, n, vs) &*& array_slice(a, n, capacity, _);

lemma void append_last<t>(list<t> vs, list<t> ws, t v)
    requires append(vs, cons(v, nil)) == ws;
    ensures take(length(ws) - 1, ws) == vs &*& nth(length(ws) - 1, ws) == v &*& length(ws) == length(vs) + 1;
{
    switch (vs) {
        case nil:
        case cons(x, xs): append_last(xs, tail(ws), v);
    }
}
@*/

class Stack {
    int[] items;
    int size;

    Stack(int n)
    //@ requires 0 <= n;
    //@ ensures stack(this, n, nil);
    {
        items = new int[n];
        size = 0;
        //@ array_slice_split(items, 0, 0);
        //@ close stack(this, n, nil);
    }

    void push(int v)
    //@ requires stack(this, ?c, ?vs) &*& length(vs) < c;
    //@ ensures stack(this, c, append(vs, cons(v, nil)));
    {
        //@ open stack(this, c, vs);
        items[size] = v;
        //@ array_slice_split(items, size, size + 1);
        //@ array_slice_join(items, 0);
        size = size + 1;
        //@ close stack(this, c, append(vs, cons(v, nil)));
    }

    int pop()
    //@ requires stack(this, ?c, ?vs) &*& vs != nil;
    //@ ensures stack(this, c, ?rest) &*& append(rest, cons(result, nil)) == vs;
    {
        //@ open stack(this, c, vs);
        //@ switch (vs) { case nil: case cons(h, t): }
        size = size - 1;
        int found = items[size];
        //@ array_slice_split(items, 0, size);
        //@ array_slice_join(items, size);
        //@ append_take_nth_drop(size, vs);
        //@ drop_length(vs);
        //@ close stack(this, c, take(size, vs));
        return found;
    }

    static void client()
    //@ requires true;
    //@ ensures true;
    {
        Stack s = new Stack(3);
        s.push(1);
        s.push(2);
        int a = s.pop();
        //@ assert stack(s, 3, ?r1);
        //@ append_last(r1, append(cons(1, nil), cons(2, nil)), a);
        //@ assert a == 2;
        s.push(3);
        int b = s.pop();
        //@ assert stack(s, 3, ?r2);
        //@ append_last(r2, append(r1, cons(3, nil)), b);
        //@ append_last(r1, append(r1, cons(3, nil)), 3);
        //@ assert b == 3;
        int c = s.pop();
        //@ assert stack(s, 3, ?r3);
        //@ append_last(r3, r2, c);
        //@ assert c == 1;
    }
}
