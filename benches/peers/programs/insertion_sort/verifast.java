// Insertion sort of an array: the result is in order and has the same elements.

/*@
fixpoint boolean all_ge(list<int> vs, int b) {
    switch (vs) {
        case nil: return true;
        case cons(v, ws): return b <= v && all_ge(ws, b);
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

fixpoint list<int> inserted(int v, list<int> vs) {
    switch (vs) {
        case nil: return cons(v, nil);
        case cons(w, ws): return v < w ? cons(v, vs) : cons(w, inserted(v, ws));
    }
}

lemma void occurrences_append(int e, list<int> vs, list<int> ws)
    requires true;
    ensures occurrences(e, append(vs, ws)) == occurrences(e, vs) + occurrences(e, ws);
{
    switch (vs) {
        case nil:
        case cons(x, xs): occurrences_append(e, xs, ws);
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

lemma void all_ge_nth(list<int> vs, int b, int i)
    requires all_ge(vs, b) == true &*& 0 <= i &*& i < length(vs);
    ensures b <= nth(i, vs);
{
    switch (vs) {
        case nil:
        case cons(v, ws):
            if (i != 0) {
                all_ge_nth(ws, b, i - 1);
            }
    }
}

lemma void all_ge_inserted(int v, list<int> vs, int b)
    requires all_ge(vs, b) == true &*& b <= v;
    ensures all_ge(inserted(v, vs), b) == true;
{
    switch (vs) {
        case nil:
        case cons(w, ws): all_ge_inserted(v, ws, b);
    }
}

lemma void insertion(int v, list<int> vs, int e)
    requires sorted(vs) == true;
    ensures sorted(inserted(v, vs)) == true &*&
        occurrences(e, inserted(v, vs)) == (v == e ? 1 : 0) + occurrences(e, vs);
{
    switch (vs) {
        case nil:
        case cons(w, ws):
            if (v < w) {
                all_ge_more(ws, w, v);
            } else {
                insertion(v, ws, e);
                all_ge_inserted(v, ws, w);
            }
    }
}

lemma void inserted_at_end(int v, list<int> vs)
    requires sorted(vs) == true &*& vs == nil ? true : nth(length(vs) - 1, vs) <= v;
    ensures inserted(v, vs) == append(vs, cons(v, nil));
{
    switch (vs) {
        case nil:
        case cons(w, ws):
            switch (ws) {
                case nil:
                case cons(x, xs):
                    all_ge_nth(ws, w, length(ws) - 1);
                    inserted_at_end(v, ws);
            }
    }
}

lemma void inserted_before(int v, list<int> vs, int last)
    requires v < last;
    ensures inserted(v, append(vs, cons(last, nil))) == append(inserted(v, vs), cons(last, nil));
{
    switch (vs) {
        case nil:
        case cons(w, ws): inserted_before(v, ws, last);
    }
}

lemma void all_ge_start(list<int> vs, list<int> ws, int b)
    requires all_ge(append(vs, ws), b) == true;
    ensures all_ge(vs, b) == true;
{
    switch (vs) {
        case nil:
        case cons(x, xs): all_ge_start(xs, ws, b);
    }
}

lemma void sorted_start(list<int> vs, list<int> ws)
    requires sorted(append(vs, ws)) == true;
    ensures sorted(vs) == true;
{
    switch (vs) {
        case nil:
        case cons(x, xs):
            sorted_start(xs, ws);
            all_ge_start(xs, ws, x);
    }
}
@*/

class Sort {
    static void insert(int[] a, int n)
    //@ requires array_slice(a, 0, n, ?vs) &*& array_slice(a, n, n + 1, ?ws) &*& sorted(vs) == true;
    //@ ensures array_slice(a, 0, n + 1, inserted(head(ws), vs));
    {
        //@ switch (ws) { case nil: case cons(w0, ws0): length_nul(ws0); }
        if (0 < n) {
            int x = a[n];
            int y = a[n - 1];
            if (x < y) {
                a[n] = y;
                a[n - 1] = x;
                //@ take_one_more(n - 1, vs);
                //@ take_length(vs);
                //@ array_slice_split(a, 0, n - 1);
                //@ sorted_start(take(n - 1, vs), cons(y, nil));
                insert(a, n - 1);
                //@ array_slice_join(a, 0);
                //@ inserted_before(x, take(n - 1, vs), y);
            } else {
                //@ inserted_at_end(x, vs);
                //@ array_slice_join(a, 0);
            }
        } else {
            //@ switch (vs) { case nil: case cons(v0, vs0): }
            //@ leak array_slice(a, 0, 0, _);
        }
    }

    static void sort(int[] a)
    //@ requires array_slice(a, 0, a.length, ?vs) &*& exists<int>(?e);
    /*@
    ensures array_slice(a, 0, a.length, ?ws) &*& sorted(ws) == true &*&
        occurrences(e, ws) == occurrences(e, vs);
    @*/
    {
        int n = 0;
        //@ array_slice_split(a, 0, 0);
        while (n < a.length)
        /*@
        invariant 0 <= n &*& n <= a.length &*& array_slice(a, 0, n, ?us) &*& sorted(us) == true &*&
            array_slice(a, n, a.length, drop(n, vs)) &*&
            occurrences(e, us) == occurrences(e, take(n, vs));
        @*/
        {
            //@ array_slice_split(a, n, n + 1);
            //@ drop_n_plus_one(n, vs);
            //@ take_one_more(n, vs);
            //@ occurrences_append(e, take(n, vs), cons(nth(n, vs), nil));
            //@ insertion(nth(n, vs), us, e);
            insert(a, n);
            n = n + 1;
        }
        //@ array_slice_join(a, 0);
        //@ drop_length(vs);
        //@ take_length(vs);
    }
}
