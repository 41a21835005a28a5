// A stack of linked nodes with its contents, and a client of three pushes.

/*@
predicate nodes(Node n; list<int> vs) =
    n == null ?
        vs == nil
    :
        n.value |-> ?v &*& n.next |-> ?next &*& nodes(next, ?rest) &*& vs == cons(v, rest);

predicate stack(Stack s; list<int> vs) = s.first |-> ?first &*& nodes(first, vs);
@*/

class Node {
    int value;
    Node next;
}

class Stack {
    Node first;

    Stack()
    //@ requires true;
    //@ ensures stack(this, nil);
    {
        //@ close nodes(null, nil);
        //@ close stack(this, nil);
    }

    boolean isEmpty()
    //@ requires stack(this, ?vs);
    //@ ensures stack(this, vs) &*& result == (vs == nil);
    {
        //@ open stack(this, vs);
        boolean found = first == null;
        //@ open nodes(first, vs);
        //@ close nodes(first, vs);
        //@ close stack(this, vs);
        return found;
    }

    void push(int v)
    //@ requires stack(this, ?vs);
    //@ ensures stack(this, cons(v, vs));
    {
        //@ open stack(this, vs);
        Node n = new Node();
        n.value = v;
        n.next = first;
        first = n;
        //@ close nodes(n, cons(v, vs));
        //@ close stack(this, cons(v, vs));
    }

    int pop()
    //@ requires stack(this, ?vs) &*& vs != nil;
    //@ ensures stack(this, ?rest) &*& vs == cons(result, rest);
    {
        //@ open stack(this, vs);
        //@ open nodes(first, vs);
        int v = first.value;
        first = first.next;
        //@ close stack(this, tail(vs));
        return v;
    }

    static void client()
    //@ requires true;
    //@ ensures true;
    {
        Stack s = new Stack();
        s.push(1);
        s.push(2);
        s.push(3);
        int a = s.pop();
        //@ assert a == 3;
        int b = s.pop();
        //@ assert b == 2;
        int c = s.pop();
        //@ assert c == 1;
        boolean e = s.isEmpty();
        //@ assert e;
    }
}
