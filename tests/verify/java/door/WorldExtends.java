import java.util.Random;

/** Below a class without contracts nothing is known of what is inherited: the file is refused. */
class Shuffled extends Random { //~ unsupported
    //@ ensures \result == 0;
    public int nextInt(int bound) { return 0; }
}

class WorldExtends {
    static int rolls(Shuffled s) {
        return s == null ? 0 : s.nextInt(6);
    }
}
