// A list of nodes: creation, insertion at the front, length, appending one list to another.

/*@
predicate list(Node n; int count) =
    n != null &*& n.value |-> _ &*& n.next |-> ?next &*&
    (next == null ? count == 1 : list(next, ?rest) &*& 0 < rest &*& count == rest + 1);
@*/

class Node {
    int value;
    Node next;

    Node(int v, Node rest)
    //@ requires rest == null ? emp : list(rest, ?n) &*& 0 < n;
    //@ ensures list(this, ?m);
    {
        value = v;
        next = rest;
        //@ close list(this, _);
    }

    int count()
    //@ requires list(this, ?n);
    //@ ensures list(this, n) &*& result == n &*& 0 < n;
    {
        //@ open list(this, n);
        int found = 1;
        if (next != null) {
            int rest = next.count();
            found = rest + 1;
        }
        //@ close list(this, n);
        return found;
    }

    void append(Node other)
    //@ requires list(this, ?n) &*& list(other, ?m) &*& 0 < m;
    //@ ensures list(this, n + m) &*& 0 < n;
    {
        //@ open list(this, n);
        if (next == null) {
            //@ open list(other, m);
            //@ close list(other, m);
            next = other;
        } else {
            next.append(other);
        }
        //@ close list(this, n + m);
    }
}
