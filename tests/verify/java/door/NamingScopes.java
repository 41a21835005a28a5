/** Variables, fields, methods and classes of one name: which one is meant depends on the place. */
class NamingScopes {
    int n;
    static int count = 0;

    //@ ensures \result == 3;
    static int n(int n) {
        n = 3;
        return n;
    }

    //@ requires acc(n);
    //@ ensures acc(n) && this.n == \old(this.n) && \result == 4;
    int shadows() {
        int n = 4;
        return n;
    }

    //@ requires acc(this.n);
    //@ ensures acc(this.n) && this.n == n && \result == n;
    int set(int n) {
        this.n = n;
        return n;
    }

    //@ requires acc(n);
    //@ ensures acc(n) && n == 6;
    void afterBlock() {
        { int n = 5; n = 9; }
        n = 6;
    }

    //@ requires acc(n);
    //@ ensures acc(n) && n == \old(n);
    void loops() {
        for (int n = 0; n < 3; n++) { }
        try {
            throw new IllegalStateException();
        } catch (IllegalStateException count) {
            int m = 3;
        }
    }

    // The name of a variable is that of a class and of a method, too.
    //@ ensures \result == 3;
    static int NamingScopes(int NamingScopes) {
        return n(NamingScopes);
    }

    static class Base {
        int value;
        static int made;

        //@ requires acc(value);
        //@ ensures acc(value) && value == 1;
        void one() { value = 1; }

        //@ ensures \result == 10;
        static int kind() { return 10; }
    }

    static class Derived extends Base {
        int value;

        //@ ensures \result == 20;
        static int kind() { return 20; }

        // The field of the superclass is another one.
        //@ requires acc(value) * acc(((Base) this).value);
        //@ ensures acc(value) * acc(((Base) this).value) * value == 2 && ((Base) this).value == 1;
        void both() {
            value = 2;
            one();
        }

        //@ requires acc(super.value);
        //@ ensures acc(super.value) && super.value == 7;
        void above() { super.value = 7; }
    }

    //@ ensures \result == 10;
    static int ofBase() { return Base.kind(); }

    //@ ensures \result == 20;
    static int ofDerived() { return Derived.kind(); }

    //@ requires acc(Base.made);
    //@ ensures acc(Base.made) && Base.made == 5;
    static void inherited() { Derived.made = 5; }

    //@ requires d != null && acc(d.value) * acc(((Base) d).value);
    //@ ensures d.value == 3 && ((Base) d).value == 4 && acc(d.value) * acc(((Base) d).value);
    static void outside(Derived d) {
        Base b = d;
        b.value = 4;
        d.value = 3;
    }
}
