// Quicksort of a slice of an array: the result is in order and has the same elements.

/*@
fixpoint boolean all_ge(list<int> vs, int b) {
    switch (vs) {
        case nil: return true;
        case cons(v, ws): return b <= v && all_ge(ws, b);
    }
}

fixpoint boolean all_le(list<int> vs, int b) {
    switch (vs) {
        case nil: return true;
        case cons(v, ws): return v <= b && all_le(ws, b);
    }
}

fixpoint boolean sorted(list<int> vs) {
    switch (vs) {
        case nil: return true;
        case cons(v, ws): return all_ge(ws, v) && sorted(ws);
    }
}

fixpoint int occurrences(int e, list<int> vs) {
    switch (vs) {
        case nil: return 0;
        case cons(v, ws): return (v == e ? 1 : 0) + occurrences(e, ws);
    }
}

lemma_auto(occurrences(e, append(vs, ws))) void occurrences_append(int e, list<int> vs, list<int> ws)
    requires true;
    ensures occurrences(e, append(vs, ws)) == occurrences(e, vs) + occurrences(e, ws);
{
    switch (vs) {
        case nil:
        case cons(x, xs): occurrences_append(e, xs, ws);
    }
}

lemma_auto(all_ge(append(vs, ws), b)) void all_ge_append(list<int> vs, list<int> ws, int b)
    requires true;
    ensures all_ge(append(vs, ws), b) == (all_ge(vs, b) && all_ge(ws, b));
{
    switch (vs) {
        case nil:
        case cons(x, xs): all_ge_append(xs, ws, b);
    }
}

lemma_auto(all_le(append(vs, ws), b)) void all_le_append(list<int> vs, list<int> ws, int b)
    requires true;
    ensures all_le(append(vs, ws), b) == (all_le(vs, b) && all_le(ws, b));
{
    switch (vs) {
        case nil:
        case cons(x, xs): all_le_append(xs, ws, b);
    }
}

lemma void all_ge_more(list<int> vs, int b, int c)
    requires all_ge(vs, b) == true &*& c <= b;
    ensures all_ge(vs, c) == true;
{
    switch (vs) {
        case nil:
        case cons(x, xs): all_ge_more(xs, b, c);
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

lemma void sorted_append(list<int> vs, int p, list<int> ws)
    requires sorted(vs) == true &*& all_le(vs, p) == true &*& all_ge(ws, p) == true &*& sorted(ws) == true;
    ensures sorted(append(vs, cons(p, ws))) == true;
{
    switch (vs) {
        case nil:
        case cons(x, xs):
            all_ge_more(ws, p, x);
            sorted_append(xs, p, ws);
    }
}
@*/

class Sort {
    static void sort(int[] a, int lo, int hi)
    //@ requires array_slice(a, lo, hi, ?vs) &*& exists<int>(?e) &*& exists<pair<int, int> >(pair(?l, ?u));
    /*@
    ensures array_slice(a, lo, hi, ?ws) &*& sorted(ws) == true &*&
        occurrences(e, ws) == occurrences(e, vs) &*&
        (all_ge(vs, l) ? all_ge(ws, l) == true : true) &*& (all_le(vs, u) ? all_le(ws, u) == true : true);
    @*/
    {
        if (lo + 1 < hi) {
            int p = partition(a, lo, hi);
            //@ assert array_slice(a, lo, p, ?ls) &*& array_slice(a, p, p + 1, cons(?q, nil)) &*& array_slice(a, p + 1, hi, ?rs);
            //@ close exists<int>(e);
            //@ close exists<pair<int, int> >(pair(l, q));
            sort(a, lo, p);
            //@ assert array_slice(a, lo, p, ?ls1);
            //@ close exists<int>(e);
            //@ close exists<pair<int, int> >(pair(q, u));
            sort(a, p + 1, hi);
            //@ assert array_slice(a, p + 1, hi, ?rs1);
            //@ sorted_append(ls1, q, rs1);
            //@ if (all_le(vs, u)) { all_le_more(ls1, q, u); }
            //@ if (all_ge(vs, l)) { all_ge_more(rs1, q, l); }
            //@ array_slice_join(a, p);
            //@ array_slice_join(a, lo);
        } else {
            //@ switch (vs) { case nil: case cons(v0, vs0): switch (vs0) { case nil: case cons(v1, vs1): } }
        }
    }

    // Moves the last element to its place, and returns that.
    static int partition(int[] a, int lo, int hi)
    //@ requires array_slice(a, lo, hi, ?vs) &*& lo < hi &*& exists<int>(?e) &*& exists<pair<int, int> >(pair(?l, ?u));
    /*@
    ensures array_slice(a, lo, result, ?ls) &*& array_slice(a, result, result + 1, cons(?q, nil)) &*&
        array_slice(a, result + 1, hi, ?rs) &*& all_le(ls, q) == true &*& all_ge(rs, q) == true &*&
        lo <= result &*& result < hi &*&
        occurrences(e, vs) == occurrences(e, ls) + (q == e ? 1 : 0) + occurrences(e, rs) &*&
        (all_ge(vs, l) ? all_ge(ls, l) && l <= q && all_ge(rs, l) : true) &*&
        (all_le(vs, u) ? all_le(ls, u) && q <= u && all_le(rs, u) : true);
    @*/
    {
        int pivot = a[hi - 1];
        //@ array_slice_split(a, lo, hi - 1);
        //@ assert array_slice(a, hi - 1, hi, ?zs);
        //@ switch (zs) { case nil: case cons(z0, zs0): length_nul(zs0); }
        //@ array_slice_split(a, lo, lo);
        //@ array_slice_split(a, lo, lo);
        int p = lo;
        int i = lo;
        while (i < hi - 1)
        /*@
        invariant lo <= p &*& p <= i &*& i < hi &*&
            array_slice(a, lo, p, ?ls) &*& array_slice(a, p, i, ?ms) &*&
            array_slice(a, i, hi - 1, ?us) &*& array_slice(a, hi - 1, hi, cons(pivot, nil)) &*&
            all_le(ls, pivot) == true &*& all_ge(ms, pivot) == true &*&
            occurrences(e, vs) == occurrences(e, ls) + occurrences(e, ms) + occurrences(e, us) + (pivot == e ? 1 : 0) &*&
            (all_ge(vs, l) ? all_ge(ls, l) && all_ge(ms, l) && all_ge(us, l) && l <= pivot : true) &*&
            (all_le(vs, u) ? all_le(ls, u) && all_le(ms, u) && all_le(us, u) && pivot <= u : true);
        @*/
        {
            //@ switch (us) { case nil: case cons(u0, us0): }
            //@ array_slice_split(a, i, i + 1);
            //@ if (p == i) { switch (ms) { case nil: case cons(m0, ms0): } } else { switch (ms) { case nil: case cons(m0, ms0): } }
            if (a[i] < pivot) {
                int t = a[i];
                a[i] = a[p];
                a[p] = t;
                /*@
                if (p == i) {
                    leak array_slice(a, p, i, nil);
                    array_slice_join(a, lo);
                    array_slice_split(a, i + 1, i + 1);
                } else {
                    array_slice_split(a, p, p + 1);
                    array_slice_join(a, lo);
                    array_slice_join(a, p + 1);
                }
                @*/
                p = p + 1;
            } else {
                //@ array_slice_join(a, p);
            }
            i = i + 1;
        }
        //@ leak array_slice(a, i, hi - 1, _);
        //@ switch (us) { case nil: case cons(u0, us0): }
        //@ switch (ms) { case nil: case cons(m0, ms0): }
        a[hi - 1] = a[p];
        a[p] = pivot;
        /*@
        if (p < i) {
            array_slice_split(a, p, p + 1);
            array_slice_join(a, p + 1);
        }
        @*/
        return p;
    }
}
