import java.util.*;

/** What may be handed to a member without contract: what leads to nothing that somebody has permission for. */
class Plain {
    int value;
    Plain next;
}

final class Marked {
    static int made;
    final int key = 3;

    boolean same(Marked other) { return other == this; }
}

class WorldHanded {
    //@ requires p != null && acc(p.value) && p.value == 4;
    //@ ensures acc(p.value) && p.value == 4;
    static void plain(Plain p) {
        Deque<Plain> all = new ArrayDeque<>();
        all.push(p);
        all.pop();
    }

    static Marked marked() {
        Deque<Marked> all = new LinkedList<>();
        all.add(new Marked());
        return all.peekFirst();
    }

    static void constants() {
        Deque<String> all = new LinkedList<>();
        all.add("a");
        all.add(null);
        all.add("b" + 3);
    }

    static void numbers(int k, char c, boolean b, long l) {
        StringBuilder text = new StringBuilder(16);
        text.append(k);
        text.append(c);
        text.append(b).append(l);
        text.setLength(0);
    }

    //@ requires acc(letters.elems);
    //@ ensures \result != null;
    static String ofLetters(char[] letters) {
        return new String(letters) + String.valueOf(3);
    }

    //@ requires acc(letters.elems) * 0 < letters.length;
    static char kept(char[] letters) {
        String text = new String(letters);
        return letters[0]; //~ insufficient-permission
    }

    static boolean library(Deque<Random> all, Random one) {
        if (all == null) return false;
        all.push(one);
        return all.contains(one);
    }

    static void nested(Deque<Deque<String>> all) {
        if (all != null) {
            all.push(new ArrayDeque<>());
        }
    }

    //@ requires p != null && q != null && acc(p.value) * acc(q.value);
    //@ ensures acc(p.value) * acc(q.value) && p.value == \old(p.value) + 0;
    static void loops(Plain p, Plain q) {
        Deque<Plain> all = new ArrayDeque<>();
        //@ loop_invariant acc(q.value) && all != null;
        for (int i = 0; i < 3; i++) {
            all.push(p);
            all.push(q);
            q.value = i;
        }
    }

    static void compared(Deque<Plain> all, Plain p) {
        if (all != null && all.remove(p) && all.isEmpty()) {
            all.clear();
        }
    }
}
