// The index of a largest element of an array.

/*@
fixpoint boolean all_le(list<int> vs, int b) {
    switch (vs) {
        case nil: return true;
        case cons(v, ws): return v <= b && all_le(ws, b);
    }
}

lemma void all_le_append(list<int> vs, list<int> ws, int b)
    requires true;
    ensures all_le(append(vs, ws), b) == (all_le(vs, b) && all_le(ws, b));
{
    switch (vs) {
        case nil:
        case cons(x, xs): all_le_append(xs, ws, b);
    }
}

lemma void all_le_more(list<int> vs, int b, int c)
    requires all_le(vs, b) == true &*& b <= c;
    ensures all_le(vs, c) == true;
{
    switch (vs) {
        case nil:
        case cons(x, xs): all_le_more(xs, b, c);
    }
}
@*/

class Largest {
    static int find(int[] a)
    //@ requires [1/2]array_slice(a, 0, a.length, ?vs) &*& 0 < a.length;
    /*@
    ensures [1/2]array_slice(a, 0, a.length, vs) &*& 0 <= result &*& result < a.length &*&
        all_le(vs, nth(result, vs)) == true;
    @*/
    {
        int m = 0;
        int i = 1;
        //@ take_one_more(0, vs);
        while (i < a.length)
        /*@
        invariant [1/2]array_slice(a, 0, a.length, vs) &*& 0 <= m &*& m < i &*& i <= a.length &*&
            all_le(take(i, vs), nth(m, vs)) == true;
        @*/
        {
            //@ take_one_more(i, vs);
            //@ all_le_append(take(i, vs), cons(nth(i, vs), nil), nth(m, vs));
            //@ all_le_append(take(i, vs), cons(nth(i, vs), nil), nth(i, vs));
            if (a[m] < a[i]) {
                //@ all_le_more(take(i, vs), nth(m, vs), nth(i, vs));
                m = i;
            }
            i = i + 1;
        }
        //@ take_length(vs);
        return m;
    }
}
