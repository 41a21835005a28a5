// A queue that knows its last node: a segment of nodes, and the last one by itself.

/*@
predicate seg(Node n, Node end; list<int> vs) =
    n == end ?
        vs == nil
    :
        n != null &*& n.value |-> ?v &*& n.next |-> ?next &*& seg(next, end, ?rest) &*& vs == cons(v, rest);

lemma void extend(Node n, Node last, Node end)
    requires seg(n, last, ?vs) &*& last != null &*& last.value |-> ?v &*& last.next |-> end &*&
        end != null &*& end.value |-> ?w &*& end.next |-> ?x;
    ensures seg(n, end, append(vs, cons(v, nil))) &*& end.value |-> w &*& end.next |-> x;
{
    open seg(n, last, vs);
    if (n != last) {
        extend(n.next, last, end);
    } else {
        close seg(end, end, nil);
    }
    close seg(n, end, append(vs, cons(v, nil)));
}

predicate queue(Queue q; list<int> vs) =
    q.first |-> ?first &*& q.last |-> ?last &*& last != null &*& last.value |-> _ &*& last.next |-> _ &*&
    seg(first, last, vs);
@*/

class Node {
    int value;
    Node next;
}

class Queue {
    Node first;
    Node last;

    Queue()
    //@ requires true;
    //@ ensures queue(this, nil);
    {
        Node n = new Node();
        first = n;
        last = n;
        //@ close seg(n, n, nil);
        //@ close queue(this, nil);
    }

    void put(int v)
    //@ requires queue(this, ?vs);
    //@ ensures queue(this, append(vs, cons(v, nil)));
    {
        //@ open queue(this, vs);
        Node n = new Node();
        last.value = v;
        last.next = n;
        //@ extend(first, last, n);
        last = n;
        //@ close queue(this, append(vs, cons(v, nil)));
    }

    int take()
    //@ requires queue(this, ?vs) &*& vs != nil;
    //@ ensures queue(this, ?rest) &*& vs == cons(result, rest);
    {
        //@ open queue(this, vs);
        //@ open seg(first, last, vs);
        int v = first.value;
        first = first.next;
        //@ close queue(this, tail(vs));
        return v;
    }

    static void client()
    //@ requires true;
    //@ ensures true;
    {
        Queue q = new Queue();
        q.put(1);
        q.put(2);
        int a = q.take();
        //@ assert a == 1;
        q.put(3);
        int b = q.take();
        //@ assert b == 2;
        int c = q.take();
        //@ assert c == 3;
    }
}
