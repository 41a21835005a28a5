// Without the option, the `throw` of a guard must not be reached.
class GuardsHint {
    static int plain(int n) {
        if (n < 0) throw new IllegalArgumentException("n"); //~ assert:may-not-hold
        return n;
    }

    static int calls() {
        return plain(-1);
    }
}
