// Conditions that are independent of each other: 2^10 paths, unless they are merged.

class Counter {
    int n;

    void count(boolean b1, boolean b2, boolean b3, boolean b4, boolean b5, boolean b6, boolean b7, boolean b8, boolean b9, boolean b10)
    //@ requires this.n |-> 0;
    //@ ensures this.n |-> ?m &*& 0 <= m &*& m <= 10;
    {
        if (b1) { n = n + 1; }
        if (b2) { n = n + 1; }
        if (b3) { n = n + 1; }
        if (b4) { n = n + 1; }
        if (b5) { n = n + 1; }
        if (b6) { n = n + 1; }
        if (b7) { n = n + 1; }
        if (b8) { n = n + 1; }
        if (b9) { n = n + 1; }
        if (b10) { n = n + 1; }
    }
}
