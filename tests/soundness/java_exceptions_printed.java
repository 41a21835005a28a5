// Guards against: printing an exception, which calls its `toString`, whose precondition nobody has shown.
class Printed extends RuntimeException {
    int count;

    //@ requires acc(count);
    //@ ensures acc(count);
    public String toString() {
        count = 0;
        return "";
    }

    //@ requires e != null * acc(e.count);
    //@ ensures acc(e.count) * e.count == old(e.count);
    static void prints(Printed e) {
        e.printStackTrace(); //~ unsupported
    }
}
