// Where a number stands first in an array, or that it is not there.

class Search {
    static int find(int[] a, int x)
    //@ requires [1/2]array_slice(a, 0, a.length, ?vs);
    /*@
    ensures [1/2]array_slice(a, 0, a.length, vs) &*& -1 <= result &*& result < a.length &*&
        (0 <= result ? nth(result, vs) == x && !mem(x, take(result, vs)) : !mem(x, vs));
    @*/
    {
        int i = 0;
        while (i < a.length)
        /*@
        invariant [1/2]array_slice(a, 0, a.length, vs) &*& 0 <= i &*& i <= a.length &*&
            !mem(x, take(i, vs));
        @*/
        {
            if (a[i] == x) {
                return i;
            }
            //@ take_one_more(i, vs);
            //@ mem_append(take(i, vs), cons(nth(i, vs), nil), x);
            i = i + 1;
        }
        //@ take_length(vs);
        return -1;
    }
}
