import java.util.List;

/** Contracts that name another declaration than Java does: the choice of Java is that of the verdict. */
class NamingChoices {
    //@ ensures \result == 1;
    static int m(long a) { return 1; }

    //@ ensures \result == 2;
    static int m(Object a) { return 2; }

    //@ ensures \result == 3;
    static int m(char a) { return 3; }

    //@ ensures \result == 2; //~ postcondition:may-not-hold
    static int notBoxed(int n) { return m(n); }

    //@ ensures \result == 3; //~ postcondition:may-not-hold
    static int notNarrowed(char c) { return m(c + 1 - 1); }

    //@ ensures \result == 1; //~ postcondition:may-not-hold
    static int notInt() { return m('1'); }

    static class Above {
        int n;

        //@ ensures \result == 1;
        int k(Object o) { return 1; }

        //@ ensures \result == 1;
        static int s() { return 1; }

        //@ ensures \result >= 0;
        int both() { return 5; }

        static class Part {
            //@ ensures \result == 1;
            static int kind() { return 1; }
        }
    }

    static class Under extends Above {
        int n;

        //@ ensures \result == 2;
        int k(String s) { return 2; }

        //@ ensures \result == 2;
        static int s() { return 2; }

        //@ ensures \result == 7;
        int both() { return 7; }

        //@ requires acc(n);
        //@ ensures acc(n) && ((Above) this).n == 3; //~ not-self-framing
        void set() { n = 3; }

        //@ requires acc(n) * acc(((Above) this).n);
        //@ ensures acc(n) * acc(((Above) this).n) * ((Above) this).n == 3; //~ postcondition:may-not-hold
        void setOwn() { n = 3; }

        //@ requires acc(((Above) this).n);
        void noPermission() { n = 3; } //~ insufficient-permission

        //@ ensures \result == 2; //~ postcondition:may-not-hold
        static int hidden() { return Above.s(); }
    }

    // Java chooses among the members of the declared class.
    //@ requires a != null;
    //@ ensures \result == 2; //~ postcondition:may-not-hold
    static int declared(Above a) { return a.k("a"); }

    // What the subclass promises is not known of the superclass.
    //@ requires a != null;
    //@ ensures \result == 7; //~ postcondition:may-not-hold
    static int above(Above a) { return a.both(); }

    static class Part {
        //@ ensures \result == 9;
        static int kind() { return 9; }
    }

    static class Inside extends Above {
        //@ ensures \result == 9; //~ postcondition:may-not-hold
        static int inheritedIsNearer() { return Part.kind(); }
    }

    //@ ensures \result == 1; //~ postcondition:may-not-hold
    static int own() { return Part.kind(); }

    int value;

    //@ requires acc(this.value);
    //@ ensures acc(this.value) && this.value == 4; //~ postcondition:may-not-hold
    void parameter(int value) { value = 4; }

    //@ requires acc(value);
    //@ ensures acc(value) && value == \old(value); //~ postcondition:may-not-hold
    void block() {
        { int value = 1; value = 2; }
        value++; //~ overflow
    }

    //@ requires l != null;
    //@ ensures \result; //~ postcondition:may-not-hold
    static boolean isQueue(List<String> l) { return l instanceof java.util.Queue; }

    //@ ensures \result == 2147483647; //~ postcondition:may-not-hold
    static int ofLang() { return Integer.MIN_VALUE; }
}
