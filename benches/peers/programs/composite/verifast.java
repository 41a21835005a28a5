// A tree in which each node stores the sum of its subtree and knows its parent. Any node can be
// held and changed: the sums of all nodes above follow. What is held is the subtree of the node and
// its context, which is all the rest.

/*@
inductive shape = none | node(shape, int, shape);

fixpoint int total(shape t) {
    switch (t) {
        case none: return 0;
        case node(l, v, r): return v + total(l) + total(r);
    }
}

inductive ctx = top | from_left(ctx, int, shape) | from_right(ctx, shape, int);

fixpoint shape plugged(shape t, ctx c) {
    switch (c) {
        case top: return t;
        case from_left(up, v, r): return plugged(node(t, v, r), up);
        case from_right(up, l, v): return plugged(node(l, v, t), up);
    }
}

fixpoint int around(ctx c) {
    switch (c) {
        case top: return 0;
        case from_left(up, v, r): return v + total(r) + around(up);
        case from_right(up, l, v): return v + total(l) + around(up);
    }
}

fixpoint shape joined(shape t, ctx c) {
    switch (c) {
        case top: return t;
        case from_left(a, v, r): return node(t, v, r);
        case from_right(a, l, v): return node(l, v, t);
    }
}

fixpoint ctx outer(ctx c) {
    switch (c) {
        case top: return top;
        case from_left(a, v, r): return a;
        case from_right(a, l, v): return a;
    }
}

predicate tree(Node n, Node parent; shape t) =
    n == null ?
        t == none
    :
        n.value |-> ?v &*& n.sum |-> ?s &*& n.parent |-> parent &*& n.left |-> ?l &*& n.right |-> ?r &*&
        tree(l, n, ?lt) &*& tree(r, n, ?rt) &*& t == node(lt, v, rt) &*& s == v + total(lt) + total(rt);

predicate context(Node n, Node p, int sum, ctx c, Node root) =
    switch (c) {
        case top: return p == null &*& root == n;
        case from_left(up, v, rt): return
            p != null &*& p.value |-> v &*& p.sum |-> ?s &*& p.parent |-> ?pp &*& p.left |-> n &*&
            p.right |-> ?r &*& tree(r, p, rt) &*& s == v + sum + total(rt) &*& context(p, pp, s, up, root);
        case from_right(up, lt, v): return
            p != null &*& p.value |-> v &*& p.sum |-> ?s &*& p.parent |-> ?pp &*& p.left |-> ?l &*&
            p.right |-> n &*& tree(l, p, lt) &*& s == v + total(lt) + sum &*& context(p, pp, s, up, root);
    };

// From a child to its parent.
lemma void up(Node n)
    requires tree(n, ?p, ?t) &*& context(n, p, total(t), ?c, ?root) &*& c != top;
    ensures p != null &*& tree(p, ?pp, joined(t, c)) &*& context(p, pp, total(joined(t, c)), outer(c), root) &*&
        total(joined(t, c)) + around(outer(c)) == total(t) + around(c);
{
    open context(n, p, total(t), c, root);
    switch (c) {
        case top:
        case from_left(a, v, r): close tree(p, _, node(t, v, r));
        case from_right(a, l, v): close tree(p, _, node(l, v, t));
    }
}

// From the parent to its left child.
lemma void to_left(Node n)
    requires n != null &*& tree(n, ?p, node(?l, ?v, ?r)) &*& context(n, p, total(node(l, v, r)), ?c, ?root) &*& l != none;
    ensures tree(?m, n, l) &*& context(m, n, total(l), from_left(c, v, r), root) &*& m != null;
{
    open tree(n, p, _);
    Node m = n.left;
    close context(m, n, total(l), from_left(c, v, r), root);
    open tree(m, n, l);
    close tree(m, n, l);
}

// From any node to the root: what is stored there is the sum of all values.
lemma void to_root(Node n, ctx c)
    requires tree(n, ?p, ?t) &*& context(n, p, total(t), c, ?root);
    ensures tree(root, null, plugged(t, c)) &*& total(plugged(t, c)) == total(t) + around(c);
{
    switch (c) {
        case top:
            open context(n, p, total(t), c, root);
        case from_left(a, v, r):
            open context(n, p, total(t), c, root);
            close tree(p, _, node(t, v, r));
            to_root(p, a);
        case from_right(a, l, v):
            open context(n, p, total(t), c, root);
            close tree(p, _, node(l, v, t));
            to_root(p, a);
    }
}
@*/

class Node {
    int value;
    int sum;
    Node parent;
    Node left;
    Node right;

    Node(int v)
    //@ requires true;
    //@ ensures tree(this, null, node(none, v, none)) &*& context(this, null, v, top, this);
    {
        value = v;
        sum = v;
        //@ close tree(null, this, none);
        //@ close tree(null, this, none);
        //@ close tree(this, null, node(none, v, none));
        //@ close context(this, null, v, top, this);
    }

    int getSum()
    //@ requires tree(this, ?p, ?t);
    //@ ensures tree(this, p, t) &*& result == total(t);
    {
        //@ open tree(this, p, t);
        int found = sum;
        //@ close tree(this, p, t);
        return found;
    }

    // Changes the value of this node, and with it the sums of all above.
    void setValue(int v)
    //@ requires tree(this, ?p, node(?l, ?w, ?r)) &*& context(this, p, total(node(l, w, r)), ?c, ?root);
    //@ ensures tree(this, p, node(l, v, r)) &*& context(this, p, total(node(l, v, r)), c, root);
    {
        //@ open tree(this, p, _);
        int d = v - value;
        value = v;
        grow(d);
        //@ close tree(this, p, node(l, v, r));
    }

    // A new child to the left: it is what is held then.
    Node addLeft(int v)
    //@ requires tree(this, ?p, node(none, ?w, ?r)) &*& context(this, p, w + total(r), ?c, ?root);
    //@ ensures result != null &*& tree(result, this, node(none, v, none)) &*& context(result, this, v, from_left(c, w, r), root);
    {
        Node n = new Node(v);
        //@ open tree(n, _, _);
        //@ open context(n, _, _, _, _);
        n.parent = this;
        //@ close tree(n, this, node(none, v, none));
        //@ open tree(this, p, _);
        //@ open tree(left, this, none);
        left = n;
        grow(v);
        //@ close context(n, this, v, from_left(c, w, r), root);
        return n;
    }

    // The stored sum grows, here and in all nodes above.
    void grow(int d)
    //@ requires this.sum |-> ?s &*& this.parent |-> ?p &*& context(this, p, s, ?c, ?root);
    //@ ensures this.sum |-> s + d &*& this.parent |-> p &*& context(this, p, s + d, c, root);
    {
        //@ open context(this, p, s, c, root);
        sum = sum + d;
        //@ switch (c) { case top: case from_left(a, v, r): case from_right(a, l, v): }
        if (parent != null) {
            parent.grow(d);
        }
        //@ close context(this, p, s + d, c, root);
    }
}

class Client {
    static void client()
    //@ requires true;
    //@ ensures true;
    {
        Node first = new Node(1);
        Node a = first.addLeft(10);
        Node b = a.addLeft(300);
        int x = b.getSum();
        //@ assert x == 300;
        b.setValue(400);
        x = b.getSum();
        //@ assert x == 400;
        //@ up(b);
        //@ assert context(a, _, _, ?c, first);
        //@ to_root(a, c);
        x = first.getSum();
        //@ assert x == 411;
    }
}
