/** Names of a class around and of a class above: what is inherited is nearer. */
class NamingEnclosed {
    static final int Y = 1;

    //@ ensures \result == 1;
    static int g() { return 1; }

    static class Above {
        private static final int X = 2;
        static final int Y = 2;

        //@ ensures \result == 2;
        static int g() { return 2; }

        //@ ensures \result == 2;
        private int p() { return 2; }

        //@ ensures \result == 2;
        int callsPrivate() { return p() + X - 2; }
    }

    static class Under extends Above {
        //@ ensures \result == 2;
        static int inheritedField() { return Y; }

        //@ ensures \result == 1;
        static int aroundField() { return NamingEnclosed.Y; }

        //@ ensures \result == 2;
        static int inheritedMethod() { return g(); }

        //@ ensures \result == 1;
        static int aroundMethod() { return NamingEnclosed.g(); }

        //@ ensures \result == 2;
        static int privateOfSibling() { return Above.X; }

        //@ ensures \result == 2;
        int calls() { return ((Above) this).p(); }
    }

    static class Wrong extends Above {
        //@ ensures \result == 1; //~ postcondition:may-not-hold
        static int inheritedField() { return Y; }

        //@ ensures \result == 1; //~ postcondition:may-not-hold
        static int inheritedMethod() { return g(); }

        //@ ensures \result == 2; //~ postcondition:may-not-hold
        static int aroundMethod() { return NamingEnclosed.g(); }
    }

    interface Sized { int SIZE = 4; }

    interface Larger extends Sized { int SIZE = 40; }

    static class Outer implements Larger {
        //@ ensures \result == 44;
        static int both() { return SIZE + Sized.SIZE; }

        static class In {
            static final int SIZE = 5;

            //@ ensures \result == 5;
            static int own() { return SIZE; }

            //@ ensures \result == 40;
            static int around() { return Outer.SIZE; }

            //@ ensures \result == 4; //~ postcondition:may-not-hold
            static int wrong() { return Outer.SIZE; }
        }
    }
}
