import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Random;
import java.util.Scanner;

// What Java chooses by types that an erased or a shortened declaration does not show.
enum Plain {
    A, B;
}

enum Empty {
}

enum Drawn {
    A, B;

    Drawn() {
        new Random(3L).nextInt(0); //~ unsupported
    }
}

enum Filled {
    A, B;

    int first = new Random(3L).nextInt(0); //~ unsupported
}

class Choices {
    static int f(Object o) {
        return 1;
    }

    static int f(String o) {
        return 2;
    }

    //@ ensures \result == 1;
    static int g(Object o) {
        return 1;
    }

    //@ ensures \result == 2;
    static int g(Serializable o) {
        return 2;
    }

    // Java infers that it is a text.
    static int ofInferred(Deque<String> all) {
        return f(Collections.max(all)); //~ unsupported
    }

    //@ ensures \result == 1; //~ postcondition:may-not-hold
    static int ofText(String text) {
        return g(text);
    }

    //@ ensures \result == 2;
    static int ofList(ArrayList<String> list) {
        return g(list);
    }

    static int ofArray(int[] a) {
        return g(a); //~ unsupported
    }

    static int ofEnum(Plain plain) {
        return g(plain); //~ unsupported
    }

    static int ofEmpty(Empty empty) {
        return g(empty); //~ unsupported
    }
}

class Begins {
    static int plain() {
        try {
            Plain first = Plain.A;
            return 3;
        } catch (Error e) {
            return 4;
        }
    }

    static int drawn() {
        try {
            Drawn first = Drawn.A; //~ unsupported
            return 3;
        } catch (Error e) {
            return 4;
        }
    }

    static int filled() {
        try {
            Filled first = Filled.A; //~ unsupported
            return 3;
        } finally {
            return 4;
        }
    }

    static Drawn uses() {
        return Drawn.B;
    }
}
