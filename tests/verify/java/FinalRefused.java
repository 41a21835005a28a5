class FinalRefused {
    protected final int f;
    protected int n;

    //@ ensures f == v; //~ not-self-framing
    FinalRefused(int v) { this.f = v; }
}

class FinalOfSubclass extends FinalRefused {
    final int g;

    FinalOfSubclass() { super(1); g = 2; n = 3; }

    FinalOfSubclass(int v) {
        super(v);
        g = v;
        this.f = v; //~ not-allowed-here
    }

    FinalOfSubclass(boolean b) {
        super(1);
        g = 1;
        f++; //~ not-allowed-here
    }
}
