// Classes of Java's own of which nothing is declared are not supported, where they are named, and no error of the program.
import java.awt.geom.Point2D;
import java.util.concurrent.TimeUnit;

class UndeclaredClasses {
    static int ofInner(Point2D.Double p) { //~ unsupported
        return 1;
    }

    static int ofEnum() {
        Object o = TimeUnit.SECONDS; //~ unsupported
        return 1;
    }

    static int sorted(Integer[] a, java.util.Comparator<Integer> c) {
        java.util.Arrays.sort(a, c); //~ unsupported
        return 1;
    }

    //@ ensures \result == 2;
    static int other() {
        return 2;
    }
}
