// Lists with their contents: append, reverse and length.

/*@
predicate list(Node n; list<int> vs) =
    n == null ?
        vs == nil
    :
        n.value |-> ?v &*& n.next |-> ?next &*& list(next, ?rest) &*& vs == cons(v, rest);
@*/

class Node {
    int value;
    Node next;

    static Node front(int v, Node n)
    //@ requires list(n, ?vs);
    //@ ensures result != null &*& list(result, cons(v, vs));
    {
        Node m = new Node();
        m.value = v;
        m.next = n;
        //@ close list(m, cons(v, vs));
        return m;
    }

    static int count(Node n)
    //@ requires list(n, ?vs);
    //@ ensures list(n, vs) &*& result == length(vs);
    {
        //@ open list(n, vs);
        int found = 0;
        if (n != null) {
            int rest = count(n.next);
            found = rest + 1;
        }
        //@ close list(n, vs);
        return found;
    }

    void attach(Node other)
    //@ requires list(this, ?vs) &*& list(other, ?ws);
    //@ ensures list(this, append(vs, ws));
    {
        //@ open list(this, vs);
        if (next == null) {
            //@ open list(null, _);
            next = other;
        } else {
            next.attach(other);
        }
        //@ close list(this, append(vs, ws));
    }

    static Node turn(Node n)
    //@ requires list(n, ?vs);
    //@ ensures list(result, reverse(vs));
    {
        Node done = null;
        Node rest = n;
        //@ close list(null, nil);
        while (rest != null)
        //@ invariant list(done, ?ds) &*& list(rest, ?rs) &*& append(reverse(rs), ds) == reverse(vs);
        {
            //@ open list(rest, rs);
            Node m = rest;
            rest = rest.next;
            m.next = done;
            done = m;
            //@ append_assoc(reverse(tail(rs)), cons(head(rs), nil), ds);
            //@ close list(done, cons(head(rs), ds));
        }
        //@ open list(rest, _);
        return done;
    }
}
