// A binary tree: creation, insertion, and the number of its nodes.

/*@
predicate tree(Tree t; int size) =
    t == null ?
        size == 0
    :
        t.value |-> _ &*& t.left |-> ?left &*& t.right |-> ?right &*&
        tree(left, ?l) &*& tree(right, ?r) &*& size == 1 + l + r;
@*/

class Tree {
    int value;
    Tree left;
    Tree right;

    Tree(int v)
    //@ requires true;
    //@ ensures tree(this, 1);
    {
        value = v;
        //@ close tree(null, 0);
        //@ close tree(null, 0);
        //@ close tree(this, 1);
    }

    void insert(int v)
    //@ requires tree(this, ?size);
    //@ ensures tree(this, size + 1);
    {
        //@ open tree(this, size);
        if (v < value) {
            if (left == null) {
                //@ open tree(null, _);
                left = new Tree(v);
            } else {
                left.insert(v);
            }
        } else {
            if (right == null) {
                //@ open tree(null, _);
                right = new Tree(v);
            } else {
                right.insert(v);
            }
        }
        //@ close tree(this, size + 1);
    }
}
