import java.util.Arrays;
import java.util.Random;

// A member without contract may end with any exception. Where something could see that, a call that might lead
// there has a second end, after which all is gone that it was given.
class Ends {
    private int count;

    static int handled(Random random, int n) {
        if (random == null) {
            return 0;
        }
        try {
            return random.nextInt(n);
        } catch (IllegalArgumentException e) {
            return 3;
        }
    }

    //@ ensures \result != 3; //~ postcondition:may-not-hold
    static int seen(Random random) {
        if (random == null) {
            return 0;
        }
        try {
            random.nextInt(0);
        } catch (IllegalArgumentException e) {
            return 3;
        }
        return 0;
    }

    //@ requires acc(count);
    //@ ensures acc(count);
    void counts(Random random) {
        count = random == null ? 0 : random.nextInt();
    }

    //@ requires acc(count);
    //@ ensures acc(count);
    void loses(Random random) {
        try {
            counts(random);
        } catch (RuntimeException e) {
            count = 0; //~ insufficient-permission
        }
    }

    //@ requires acc(count);
    //@ ensures acc(count);
    void keeps(Random random) {
        try {
            if (random != null) {
                random.nextInt();
            }
        } finally {
            count = 1;
        }
    }

    // What is not caught ends the program.
    //@ ensures \result == 1;
    static int other(Random random) {
        try {
            if (random != null) {
                random.nextInt(0);
            }
        } catch (IllegalStateException e) {
            return 1;
        }
        return 1;
    }

    // What is thrown here may not escape, whatever else might.
    static void own(Random random) {
        try {
            if (random != null) {
                random.nextInt(0);
            }
            throw new IllegalStateException(); //~ assert:may-not-hold
        } catch (IllegalArgumentException e) {
            return;
        }
    }

    //@ requires acc(count) * count == 0;
    //@ ensures acc(count);
    //@ signals (IllegalArgumentException e) acc(count) * count == 0; //~ signals:may-not-hold
    void told(Random random) {
        count = 1;
        if (random != null) {
            random.nextInt(0);
        }
    }
}

// The same where the call of the program's is not seen by its name alone.
interface Step {
    void step(Random random);
}

class Quiet implements Step {
    public void step(Random random) {
    }
}

class Loud implements Step {
    public void step(Random random) {
        if (random != null) {
            random.nextInt(0);
        }
    }
}

class Made {
    Made(Random random) {
        if (random != null) {
            random.nextInt(0);
        }
    }
}

class Below extends Made {
    Below(Random random) {
        super(random);
    }
}

class Steps {
    //@ requires step != null;
    //@ ensures \result == 0; //~ postcondition:may-not-hold
    static int any(Step step) {
        try {
            step.step(null);
        } catch (RuntimeException e) {
            return 1;
        }
        return 0;
    }

    //@ ensures \result == 0; //~ postcondition:may-not-hold
    static int made() {
        try {
            new Below(null);
        } catch (RuntimeException e) {
            return 1;
        }
        return 0;
    }

    static int plain(int n) {
        return n;
    }

    //@ ensures \result == 0;
    static int unaffected() {
        try {
            plain(3);
        } catch (RuntimeException e) {
            return 1;
        }
        return 0;
    }
}

// What it can write, it takes for good.
class Given {
    //@ requires acc(a.elems) * 0 < a.length;
    static int gone(int[] a) {
        int hash = Arrays.hashCode(a);
        a[0] = 1; //~ insufficient-permission
        return hash;
    }

    //@ requires acc(a.elems, 1/2) * 0 < a.length;
    static int half(int[] a) {
        return Arrays.hashCode(a); //~ precondition:insufficient-permission
    }

    static int none() {
        int[] none = null;
        return Arrays.hashCode(none);
    }

    static int rows(int[][] a) {
        return Arrays.hashCode(a); //~ unsupported
    }

    //@ requires acc(a.elems) * 0 < a.length;
    //@ ensures acc(a.elems) * a[0] == 7;
    static void kept(int[] a) {
        Arrays.fill(a, 7);
    }

    static int letters(String text) {
        if (text == null) {
            return 0;
        }
        int count = 0;
        char[] all = text.toCharArray();
        //@ loop_invariant acc(all.elems) * 0 <= i;
        for (int i = 0; i < all.length; i++) {
            if (all[i] == 'a' && count < 9) {
                count++;
            }
        }
        return count + text.trim().length() - text.trim().length(); //~ overflow //~ overflow
    }
}
