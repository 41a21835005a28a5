// A search tree: insertion and lookup, with the set of its values.

/*@
inductive shape = leaf | node(shape, int, shape);

fixpoint boolean holds(shape s, int v) {
    switch (s) {
        case leaf: return false;
        case node(l, w, r): return holds(l, v) || w == v || holds(r, v);
    }
}

fixpoint shape with(shape s, int v) {
    switch (s) {
        case leaf: return node(leaf, v, leaf);
        case node(l, w, r): return v < w ? node(with(l, v), w, r) : w < v ? node(l, w, with(r, v)) : s;
    }
}

lemma void holds_with(shape s, int v, int w)
    requires true;
    ensures holds(with(s, v), w) == (holds(s, w) || w == v);
{
    switch (s) {
        case leaf:
        case node(l, x, r):
            holds_with(l, v, w);
            holds_with(r, v, w);
    }
}

predicate tree(Tree t; shape s) =
    t == null ?
        s == leaf
    :
        t.value |-> ?v &*& t.left |-> ?left &*& t.right |-> ?right &*&
        tree(left, ?l) &*& tree(right, ?r) &*& s == node(l, v, r);
@*/

class Tree {
    int value;
    Tree left;
    Tree right;

    Tree(int v)
    //@ requires true;
    //@ ensures tree(this, node(leaf, v, leaf));
    {
        value = v;
        //@ close tree(null, leaf);
        //@ close tree(null, leaf);
        //@ close tree(this, node(leaf, v, leaf));
    }

    void insert(int v)
    //@ requires tree(this, ?s) &*& exists<int>(?w);
    //@ ensures tree(this, ?t) &*& t == with(s, v) &*& holds(t, w) == (holds(s, w) || w == v);
    {
        //@ open tree(this, s);
        if (v < value) {
            if (left == null) {
                //@ open tree(null, _);
                left = new Tree(v);
            } else {
                left.insert(v);
            }
        } else if (value < v) {
            if (right == null) {
                //@ open tree(null, _);
                right = new Tree(v);
            } else {
                right.insert(v);
            }
        }
        //@ close tree(this, with(s, v));
        //@ holds_with(s, v, w);
    }

    static boolean has(Tree t, int v)
    //@ requires tree(t, ?s);
    //@ ensures tree(t, s) &*& result ? holds(s, v) == true : true;
    {
        boolean found = false;
        //@ open tree(t, s);
        if (t == null) {
        } else if (t.value == v) {
            found = true;
        } else if (v < t.value) {
            found = has(t.left, v);
        } else {
            found = has(t.right, v);
        }
        //@ close tree(t, s);
        return found;
    }
}
