/** The choice between methods of one name: by the types that Java gives to the arguments. */
class NamingOverloads {
    //@ ensures \result == 1;
    static int m(long a) { return 1; }

    //@ ensures \result == 2;
    static int m(Object a) { return 2; }

    //@ ensures \result == 3;
    static int m(char a) { return 3; }

    //@ ensures \result == 4;
    static int n(int[] a) { return 4; }

    //@ ensures \result == 9;
    static int n(int a) { return 9; }

    //@ ensures \result == 4;
    static int array() { return n(new int[3]); }

    //@ ensures \result == 5;
    static int m(CharSequence a) { return 5; }

    //@ ensures \result == 6;
    static int m(int a, Object b) { return 6; }

    //@ ensures \result == 7;
    static int m(int a, CharSequence b) { return 7; }

    //@ ensures \result == 8;
    static int m(long a, String b) { return 8; }

    //@ ensures \result == 1;
    static int widens(int n) { return m(n); }

    //@ ensures \result == 1;
    static int ofByte(byte b) { return m(b); }

    //@ ensures \result == 3;
    static int character() { return m('a'); }

    //@ ensures \result == 1;
    static int promoted(char c) { return m(c + 0); }

    //@ ensures \result == 5;
    static int text() { return m("a"); }

    //@ ensures \result == 2;
    static int object(NamingOverloads o) { return m(o); }

    //@ ensures \result == 2;
    static int cast(String s) { return m((Object) s); }

    //@ ensures \result == 7;
    static int sequence(StringBuilder s) { return m(1, s); }

    //@ ensures \result == 8;
    static int wide(String s) { return m(1L, s); }

    //@ ensures \result == 6;
    static int second(Object s) { return m('b', s); }

    // What is declared decides, not what the object is.
    //@ ensures \result == 2;
    static int declared() {
        Object o = "a";
        return m(o);
    }

    //@ ensures \result == 5;
    static int deduced() {
        var o = "a";
        return m(o);
    }

    static class Above {
        //@ ensures \result == 1;
        int k(Object o) { return 1; }

        //@ ensures \result == 9;
        private int p(String o) { return 9; }
    }

    static class Under extends Above {
        //@ ensures \result == 2;
        int k(String s) { return 2; }

        //@ ensures \result == 1;
        int inherited(Object o) { return k(o); }

        //@ ensures \result == 2;
        int own() { return k("a"); }

        //@ ensures \result == 2;
        int nothing() { return k(null); }
    }

    //@ requires a != null;
    //@ ensures \result == 1;
    static int ofAbove(Above a) { return a.k("a"); }

    //@ ensures \result == 1;
    static int castReceiver() { return ((Above) new Under()).k("a"); }
}
