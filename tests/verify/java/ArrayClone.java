// `clone` of an array is refused for its member alone.
class ArrayClone {
    static int[] copy(int[] a) {
        return a.clone(); //~ unsupported
    }

    //@ requires acc(a.elems, 1/2);
    //@ ensures acc(a.elems, 1/2) * acc(result.elems) * result[..] == a[..];
    static int[] byHand(int[] a) {
        int[] result = new int[a.length];
        //@ loop_invariant acc(a.elems, 1/4) * acc(result.elems) * result.length == a.length;
        //@ loop_invariant 0 <= i && i <= a.length && result[..i] == a[..i];
        for (int i = 0; i < a.length; i++) {
            result[i] = a[i];
        }
        return result;
    }
}
