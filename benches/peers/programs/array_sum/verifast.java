// The sum of the elements of an array.

/*@
fixpoint int sum(list<int> vs) {
    switch (vs) {
        case nil: return 0;
        case cons(v, ws): return v + sum(ws);
    }
}

lemma void sum_append(list<int> vs, list<int> ws)
    requires true;
    ensures sum(append(vs, ws)) == sum(vs) + sum(ws);
{
    switch (vs) {
        case nil:
        case cons(x, xs): sum_append(xs, ws);
    }
}
@*/

class Sum {
    static int total(int[] a)
    //@ requires [1/2]array_slice(a, 0, a.length, ?vs);
    //@ ensures [1/2]array_slice(a, 0, a.length, vs) &*& result == sum(vs);
    {
        int s = 0;
        int i = 0;
        while (i < a.length)
        /*@
        invariant [1/2]array_slice(a, 0, a.length, vs) &*& 0 <= i &*& i <= a.length &*&
            s == sum(take(i, vs));
        @*/
        {
            //@ take_one_more(i, vs);
            //@ sum_append(take(i, vs), cons(nth(i, vs), nil));
            s = s + a[i];
            i = i + 1;
        }
        //@ take_length(vs);
        return s;
    }
}
