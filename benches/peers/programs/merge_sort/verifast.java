// Merge sort of an array, and binary search in the result.

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

fixpoint boolean under(list<int> rs, list<int> vs) {
    switch (vs) {
        case nil: return true;
        case cons(v, ws): return all_le(rs, v);
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

lemma void all_ge_append(list<int> vs, list<int> ws, int b)
    requires true;
    ensures all_ge(append(vs, ws), b) == (all_ge(vs, b) && all_ge(ws, b));
{
    switch (vs) {
        case nil:
        case cons(x, xs): all_ge_append(xs, ws, b);
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

lemma void sorted_last(list<int> vs, int v)
    requires sorted(vs) == true &*& all_le(vs, v) == true;
    ensures sorted(append(vs, cons(v, nil))) == true;
{
    switch (vs) {
        case nil:
        case cons(x, xs):
            sorted_last(xs, v);
            all_ge_append(xs, cons(v, nil), x);
    }
}

lemma void under_append(list<int> rs, int v, list<int> vs)
    requires under(rs, vs) == true &*& vs == nil ? true : v <= head(vs);
    ensures under(append(rs, cons(v, nil)), vs) == true;
{
    switch (vs) {
        case nil:
        case cons(x, xs): all_le_append(rs, cons(v, nil), x);
    }
}

// The next value of the result is the first one of `vs`.
lemma void step(list<int> rs, list<int> vs, list<int> ws, int e)
    requires vs != nil &*& sorted(rs) == true &*& sorted(vs) == true &*& under(rs, vs) == true &*&
        under(rs, ws) == true &*& (ws == nil ? true : head(vs) <= head(ws));
    ensures sorted(append(rs, cons(head(vs), nil))) == true &*& sorted(tail(vs)) == true &*&
        under(append(rs, cons(head(vs), nil)), tail(vs)) == true &*&
        under(append(rs, cons(head(vs), nil)), ws) == true &*&
        occurrences(e, append(rs, cons(head(vs), nil))) + occurrences(e, tail(vs)) ==
            occurrences(e, rs) + occurrences(e, vs);
{
    switch (vs) {
        case nil:
        case cons(x, xs):
            sorted_last(rs, x);
            occurrences_append(e, rs, cons(x, nil));
            under_append(rs, x, ws);
            switch (xs) {
                case nil:
                case cons(y, ys):
                    all_le_more(rs, x, y);
                    under_append(rs, x, xs);
            }
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

lemma void all_ge_not_mem(list<int> vs, int b, int x)
    requires all_ge(vs, b) == true &*& x < b;
    ensures !mem(x, vs);
{
    switch (vs) {
        case nil:
        case cons(v, ws): all_ge_not_mem(ws, b, x);
    }
}

lemma void not_before(list<int> vs, int m, int x)
    requires sorted(vs) == true &*& 0 <= m &*& m < length(vs) &*& nth(m, vs) < x;
    ensures !mem(x, take(m + 1, vs));
{
    switch (vs) {
        case nil:
        case cons(v, ws):
            if (m == 0) {
                take_0(ws);
            } else {
                all_ge_nth(ws, v, m - 1);
                not_before(ws, m - 1, x);
            }
    }
}

lemma void not_after(list<int> vs, int m, int x)
    requires sorted(vs) == true &*& 0 <= m &*& m < length(vs) &*& x < nth(m, vs);
    ensures !mem(x, drop(m, vs));
{
    switch (vs) {
        case nil:
        case cons(v, ws):
            if (m == 0) {
                all_ge_not_mem(ws, v, x);
            } else {
                not_after(ws, m - 1, x);
            }
    }
}
@*/

class Sort {
    static void sort(int[] a, int lo, int hi)
    //@ requires array_slice(a, lo, hi, ?vs) &*& [_]exists<int>(?e);
    /*@
    ensures array_slice(a, lo, hi, ?ws) &*& sorted(ws) == true &*&
        occurrences(e, ws) == occurrences(e, vs);
    @*/
    {
        if (lo + 1 < hi) {
            //@ modulo_div(hi - lo, 2);
            //@ modulo_nonnegative(hi - lo, 2);
            int mid = lo + (hi - lo) / 2;
            //@ array_slice_split(a, lo, mid);
            //@ occurrences_append(e, take(mid - lo, vs), drop(mid - lo, vs));
            sort(a, lo, mid);
            sort(a, mid, hi);
            merge(a, lo, mid, hi);
        } else {
            //@ switch (vs) { case nil: case cons(v0, vs0): switch (vs0) { case nil: case cons(v1, vs1): } }
        }
    }

    static void merge(int[] a, int lo, int mid, int hi)
    /*@
    requires array_slice(a, lo, mid, ?xs) &*& array_slice(a, mid, hi, ?ys) &*& [_]exists<int>(?e) &*&
        sorted(xs) == true &*& sorted(ys) == true &*& lo < mid &*& mid < hi;
    @*/
    /*@
    ensures array_slice(a, lo, hi, ?ws) &*& sorted(ws) == true &*&
        occurrences(e, ws) == occurrences(e, xs) + occurrences(e, ys);
    @*/
    {
        int[] b = new int[hi - lo];
        int i = lo;
        int j = mid;
        int k = 0;
        //@ array_slice_split(b, 0, 0);
        //@ switch (xs) { case nil: case cons(x0, xs0): }
        //@ switch (ys) { case nil: case cons(y0, ys0): }
        //@ array_slice_split(a, lo, lo);
        //@ array_slice_split(a, mid, mid);
        while (k < hi - lo)
        /*@
        invariant array_slice(a, lo, i, _) &*& array_slice(a, i, mid, ?us) &*&
            array_slice(a, mid, j, _) &*& array_slice(a, j, hi, ?ws) &*&
            array_slice(b, 0, k, ?rs) &*& array_slice(b, k, hi - lo, _) &*&
            lo <= i &*& i <= mid &*& mid <= j &*& j <= hi &*& k == i - lo + j - mid &*&
            sorted(rs) == true &*& sorted(us) == true &*& sorted(ws) == true &*&
            under(rs, us) == true &*& under(rs, ws) == true &*&
            occurrences(e, rs) + occurrences(e, us) + occurrences(e, ws) == occurrences(e, xs) + occurrences(e, ys);
        @*/
        {
            //@ switch (us) { case nil: case cons(u0, us0): }
            //@ switch (ws) { case nil: case cons(w0, ws0): }
            if (j == hi || i < mid && a[i] <= a[j]) {
                b[k] = a[i];
                //@ step(rs, us, ws, e);
                //@ array_slice_split(a, i, i + 1);
                //@ array_slice_join(a, lo);
                i = i + 1;
            } else {
                b[k] = a[j];
                //@ step(rs, ws, us, e);
                //@ array_slice_split(a, j, j + 1);
                //@ array_slice_join(a, mid);
                j = j + 1;
            }
            //@ array_slice_split(b, k, k + 1);
            //@ array_slice_join(b, 0);
            k = k + 1;
        }
        //@ switch (us) { case nil: case cons(u0, us0): }
        //@ switch (ws) { case nil: case cons(w0, ws0): }
        //@ leak array_slice(a, i, mid, _) &*& array_slice(a, j, hi, _) &*& array_slice(b, k, hi - lo, _);
        //@ array_slice_join(a, lo);
        //@ assert array_slice(a, lo, hi, ?zs);
        //@ array_slice_split(a, lo, lo);
        //@ take_0(rs);
        //@ take_0(zs);
        k = 0;
        while (k < hi - lo)
        /*@
        invariant array_slice(b, 0, hi - lo, rs) &*& 0 <= k &*& k <= hi - lo &*&
            array_slice(a, lo, lo + k, take(k, rs)) &*& array_slice(a, lo + k, hi, _);
        @*/
        {
            a[lo + k] = b[k];
            //@ array_slice_split(a, lo + k, lo + k + 1);
            //@ array_slice_join(a, lo);
            //@ take_one_more(k, rs);
            k = k + 1;
        }
        //@ leak array_slice(a, lo + k, hi, _);
        //@ take_length(rs);
    }

    static int find(int[] a, int x)
    //@ requires [1/2]array_slice(a, 0, a.length, ?vs) &*& sorted(vs) == true;
    /*@
    ensures [1/2]array_slice(a, 0, a.length, vs) &*& -1 <= result &*& result < a.length &*&
        (0 <= result ? nth(result, vs) == x : !mem(x, vs));
    @*/
    {
        int lo = 0;
        int hi = a.length;
        //@ drop_length(vs);
        while (lo < hi)
        /*@
        invariant [1/2]array_slice(a, 0, a.length, vs) &*& 0 <= lo &*& lo <= hi &*& hi <= a.length &*&
            !mem(x, take(lo, vs)) &*& !mem(x, drop(hi, vs));
        @*/
        {
            //@ modulo_div(hi - lo, 2);
            //@ modulo_nonnegative(hi - lo, 2);
            int mid = lo + (hi - lo) / 2;
            if (a[mid] < x) {
                //@ not_before(vs, mid, x);
                lo = mid + 1;
            } else if (x < a[mid]) {
                //@ not_after(vs, mid, x);
                hi = mid;
            } else {
                return mid;
            }
        }
        //@ mem_append(take(lo, vs), drop(lo, vs), x);
        //@ if (lo == length(vs)) { take_length(vs); } else { append_take_drop(lo, vs); }
        return -1;
    }

    // Whether `x` is in the array, which is sorted for that.
    static boolean has(int[] a, int x)
    //@ requires array_slice(a, 0, a.length, ?vs) &*& [_]exists<int>(?e);
    /*@
    ensures array_slice(a, 0, a.length, ?ws) &*& sorted(ws) == true &*&
        occurrences(e, ws) == occurrences(e, vs) &*& result == mem(x, ws);
    @*/
    {
        sort(a, 0, a.length);
        //@ assert array_slice(a, 0, a.length, ?ws);
        int at = find(a, x);
        //@ if (0 <= at) { mem_nth(at, ws); }
        return 0 <= at;
    }
}
