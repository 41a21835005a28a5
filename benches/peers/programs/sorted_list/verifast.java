// Insertion sort of a linked list: the result is in order and has the same values.

/*@
predicate list(Node n; list<int> vs) =
    n == null ?
        vs == nil
    :
        n.value |-> ?v &*& n.next |-> ?next &*& list(next, ?rest) &*& vs == cons(v, rest);

fixpoint list<int> inserted(int v, list<int> vs) {
    switch (vs) {
        case nil: return cons(v, nil);
        case cons(w, ws): return v <= w ? cons(v, vs) : cons(w, inserted(v, ws));
    }
}

fixpoint boolean ordered(list<int> vs) {
    switch (vs) {
        case nil: return true;
        case cons(v, ws): return (switch (ws) { case nil: return true; case cons(w, xs): return v <= w; }) && ordered(ws);
    }
}

fixpoint int occurrences(int e, list<int> vs) {
    switch (vs) {
        case nil: return 0;
        case cons(v, ws): return (v == e ? 1 : 0) + occurrences(e, ws);
    }
}

lemma void insertion(int v, list<int> vs, int e)
    requires ordered(vs) == true;
    ensures ordered(inserted(v, vs)) == true &*&
        occurrences(e, inserted(v, vs)) == (v == e ? 1 : 0) + occurrences(e, vs);
{
    switch (vs) {
        case nil:
        case cons(w, ws):
            if (v > w) {
                insertion(v, ws, e);
                switch (ws) { case nil: case cons(x, xs): }
            }
    }
}
@*/

class Node {
    int value;
    Node next;

    static Node insert(Node m, Node n)
    //@ requires m.value |-> ?v &*& m.next |-> _ &*& m != null &*& list(n, ?vs);
    //@ ensures result != null &*& list(result, inserted(v, vs));
    {
        //@ open list(n, vs);
        if (n == null) {
            m.next = n;
            //@ close list(null, nil);
            //@ close list(m, cons(v, nil));
            return m;
        } else if (m.value <= n.value) {
            m.next = n;
            //@ close list(n, vs);
            //@ close list(m, cons(v, vs));
            return m;
        } else {
            Node r = insert(m, n.next);
            n.next = r;
            //@ close list(n, inserted(v, vs));
            return n;
        }
    }

    static Node sort(Node n)
    //@ requires list(n, ?vs) &*& exists<int>(?e);
    /*@
    ensures list(result, ?ws) &*& exists<int>(e) &*& ordered(ws) == true &*&
        occurrences(e, ws) == occurrences(e, vs);
    @*/
    {
        //@ open list(n, vs);
        if (n == null) {
            //@ close list(null, nil);
            return null;
        }
        Node rest = sort(n.next);
        //@ assert list(rest, ?ws);
        //@ insertion(n.value, ws, e);
        Node r = insert(n, rest);
        return r;
    }
}
