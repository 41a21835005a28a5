// A binary tree: the sum of its values, its mirror, and adding a number to each value.

/*@
predicate tree(Tree t; int size, int sum) =
    t == null ?
        size == 0 &*& sum == 0
    :
        t.value |-> ?v &*& t.left |-> ?left &*& t.right |-> ?right &*&
        tree(left, ?lz, ?ls) &*& tree(right, ?rz, ?rs) &*& size == 1 + lz + rz &*& sum == v + ls + rs;
@*/

class Tree {
    int value;
    Tree left;
    Tree right;

    static int add(Tree t)
    //@ requires tree(t, ?z, ?s);
    //@ ensures tree(t, z, s) &*& result == s;
    {
        //@ open tree(t, z, s);
        int found = 0;
        if (t != null) {
            int l = add(t.left);
            int r = add(t.right);
            found = t.value + l + r;
        }
        //@ close tree(t, z, s);
        return found;
    }

    static void mirror(Tree t)
    //@ requires tree(t, ?z, ?s);
    //@ ensures tree(t, z, s);
    {
        //@ open tree(t, z, s);
        if (t != null) {
            Tree l = t.left;
            t.left = t.right;
            t.right = l;
            mirror(t.left);
            mirror(t.right);
        }
        //@ close tree(t, z, s);
    }

    static void raise(Tree t)
    //@ requires tree(t, ?z, ?s);
    //@ ensures tree(t, z, s + z);
    {
        //@ open tree(t, z, s);
        if (t != null) {
            t.value = t.value + 1;
            raise(t.left);
            raise(t.right);
        }
        //@ close tree(t, z, s + z);
    }
}
