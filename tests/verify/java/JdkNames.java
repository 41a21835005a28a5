import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.RandomAccess;

// Classes of the JDK without contracts are types. What their members do is not known: each use of one is
// refused, and nothing else is.
class Waiting {
    private Deque<String> names;

    //@ requires acc(this.names);
    //@ ensures acc(this.names) * \result == this.names;
    Deque<String> names() {
        return names;
    }

    //@ requires acc(this.names);
    //@ ensures acc(this.names) * this.names == names;
    void take(Deque<String> names) {
        this.names = names;
    }

    //@ requires acc(this.names);
    //@ ensures acc(this.names) * this.names == names; //~ postcondition:may-not-hold
    void takesAnother(Deque<String> names) {
        this.names = null;
    }

    static int flags() {
        return java.util.Spliterator.ORDERED;
    }

    // Java gives these to lists, whether or not their contracts say so.
    //@ ensures \result == l;
    static Collection<String> asCollection(List<String> l) {
        return l;
    }

    //@ requires l != null;
    //@ ensures \result;
    static boolean hasFastAccess(ArrayList<String> l) {
        return l instanceof RandomAccess;
    }

    //@ ensures !\result; //~ postcondition:may-not-hold
    static boolean hasNoFastAccess(ArrayList<String> l) {
        return l instanceof RandomAccess;
    }

    // A linked list is both.
    //@ ensures !\result; //~ postcondition:may-not-hold
    static boolean isNoQueue(List<String> l) {
        return l instanceof Queue;
    }

    static Queue<String> asQueue(Deque<String> names) {
        return names;
    }
}
