// A queue of two lists: values are put in front of `back`; when `front` is empty, `back`
// is turned into it.

/*@
predicate nodes(Node n; list<int> vs) =
    n == null ?
        vs == nil
    :
        n.value |-> ?v &*& n.next |-> ?next &*& nodes(next, ?rest) &*& vs == cons(v, rest);

predicate queue_at(Queue q; Node front, list<int> vs) =
    q.front |-> front &*& q.back |-> ?back &*& nodes(front, ?fs) &*& nodes(back, ?bs) &*&
    vs == append(fs, reverse(bs));

predicate queue(Queue q; list<int> vs) = queue_at(q, _, vs);
@*/

class Node {
    int value;
    Node next;
}

class Queue {
    Node front;
    Node back;

    Queue()
    //@ requires true;
    //@ ensures queue(this, nil);
    {
        //@ close nodes(null, nil);
        //@ close nodes(null, nil);
        //@ close queue_at(this, null, nil);
        //@ close queue(this, nil);
    }

    void put(int v)
    //@ requires queue(this, ?vs);
    //@ ensures queue(this, append(vs, cons(v, nil)));
    {
        //@ open queue(this, vs);
        //@ open queue_at(this, ?f, vs);
        //@ assert nodes(f, ?fs) &*& this.back |-> ?b &*& nodes(b, ?bs);
        Node n = new Node();
        n.value = v;
        n.next = back;
        back = n;
        //@ close nodes(n, cons(v, bs));
        //@ append_assoc(fs, reverse(bs), cons(v, nil));
        //@ close queue_at(this, f, append(vs, cons(v, nil)));
        //@ close queue(this, append(vs, cons(v, nil)));
    }

    void refill()
    //@ requires queue(this, ?vs);
    //@ ensures queue_at(this, ?f, vs) &*& vs != nil ? f != null : true;
    {
        //@ open queue(this, vs);
        //@ open queue_at(this, _, vs);
        if (front == null) {
            //@ open nodes(null, _);
            //@ close nodes(null, nil);
            while (back != null)
            /*@
            invariant this.front |-> ?f &*& this.back |-> ?b &*& nodes(f, ?fs) &*& nodes(b, ?bs) &*&
                append(reverse(bs), fs) == vs;
            @*/
            {
                //@ open nodes(b, bs);
                Node m = back;
                back = back.next;
                m.next = front;
                front = m;
                //@ append_assoc(reverse(tail(bs)), cons(head(bs), nil), fs);
                //@ close nodes(m, cons(head(bs), fs));
            }
            //@ assert this.front |-> ?g;
            //@ open nodes(null, _);
            //@ close nodes(null, nil);
            //@ open nodes(g, ?gs);
            //@ close nodes(g, gs);
            //@ close queue_at(this, g, vs);
        } else {
            //@ close queue_at(this, front, vs);
        }
    }

    int take()
    //@ requires queue(this, ?vs) &*& vs != nil;
    //@ ensures queue(this, ?rest) &*& vs == cons(result, rest);
    {
        refill();
        //@ open queue_at(this, ?f, vs);
        //@ open nodes(f, _);
        int v = front.value;
        front = front.next;
        //@ close queue_at(this, _, tail(vs));
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
