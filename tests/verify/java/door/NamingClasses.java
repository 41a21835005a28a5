import java.util.function.*;

/** Nested classes of one simple name, in classes around, above and beside. */
class NamingClasses {
    static class Item {
        //@ ensures \result == 1;
        static int kind() { return 1; }
    }

    static class Left {
        static class Item {
            //@ ensures \result == 2;
            static int kind() { return 2; }

            static class Item2 {
                //@ ensures \result == 2;
                static int around() { return Item.kind(); }
            }
        }

        //@ ensures \result == 2;
        static int own() { return Item.kind(); }

        //@ ensures \result == 1;
        static int outer() { return NamingClasses.Item.kind(); }
    }

    static class Right extends Left {
        //@ ensures \result == 2;
        static int inherited() { return Item.kind(); }

        //@ ensures \result == 2;
        static int bySubclass() { return NamingClasses.Right.Item.kind(); }
    }

    static class Below extends Right {
        static class Item {
            //@ ensures \result == 3;
            static int kind() { return 3; }
        }

        //@ ensures \result == 3;
        static int hides() { return Item.kind(); }

        //@ ensures \result == 5;
        static int all() { return Item.kind() + Left.Item.kind(); }
    }

    interface Named {
        class Item {
            //@ ensures \result == 4;
            static int kind() { return 4; }
        }

        int SIZE = 9;
    }

    static class Implements implements Named {
        //@ ensures \result == 4;
        static int ofInterface() { return Item.kind(); }

        //@ ensures \result == 9;
        static int constant() { return SIZE; }
    }

    // The class of this name in `java.util.function` is hidden.
    static class Supplier {
        //@ ensures \result == 6;
        static int kind() { return 6; }
    }

    //@ ensures \result == 1;
    static int own() { return Item.kind(); }

    //@ ensures \result == 6;
    static int supplied() { return Supplier.kind(); }

    static java.util.function.Supplier<String> same(java.util.function.Supplier<String> s) { return s; }

    static Function<String, Item> function(Function<String, Item> f) { return f; }

    // `Integer` is that of `java.lang` here.
    //@ ensures \result == -2147483648;
    static int least() { return Integer.MIN_VALUE; }
}
