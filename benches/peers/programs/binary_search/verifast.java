// Binary search in a sorted array.

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

class Search {
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
}
