// A set of numbers in a linked list without duplicates.

/*@
predicate nodes(Node n; list<int> vs) =
    n == null ?
        vs == nil
    :
        n.value |-> ?v &*& n.next |-> ?next &*& nodes(next, ?rest) &*& vs == cons(v, rest);

predicate numbers(Numbers s; list<int> vs) = s.first |-> ?first &*& nodes(first, vs);
@*/

class Node {
    int value;
    Node next;

    static boolean has(Node n, int v)
    //@ requires nodes(n, ?vs);
    //@ ensures nodes(n, vs) &*& result == mem(v, vs);
    {
        boolean found = false;
        //@ open nodes(n, vs);
        if (n == null) {
        } else if (n.value == v) {
            found = true;
        } else {
            found = has(n.next, v);
        }
        //@ close nodes(n, vs);
        return found;
    }
}

class Numbers {
    Node first;

    Numbers()
    //@ requires true;
    //@ ensures numbers(this, nil);
    {
        //@ close nodes(null, nil);
        //@ close numbers(this, nil);
    }

    boolean has(int v)
    //@ requires numbers(this, ?vs);
    //@ ensures numbers(this, vs) &*& result == mem(v, vs);
    {
        //@ open numbers(this, vs);
        boolean found = Node.has(first, v);
        //@ close numbers(this, vs);
        return found;
    }

    void add(int v)
    //@ requires numbers(this, ?vs);
    //@ ensures numbers(this, mem(v, vs) ? vs : cons(v, vs));
    {
        //@ open numbers(this, vs);
        boolean found = Node.has(first, v);
        if (!found) {
            Node n = new Node();
            n.value = v;
            n.next = first;
            first = n;
            //@ close nodes(n, cons(v, vs));
        }
        //@ close numbers(this, mem(v, vs) ? vs : cons(v, vs));
    }

    static void client()
    //@ requires true;
    //@ ensures true;
    {
        Numbers s = new Numbers();
        s.add(3);
        s.add(5);
        s.add(3);
        boolean a = s.has(3);
        boolean b = s.has(4);
        //@ assert a;
        //@ assert !b;
    }
}
