// options: --deny=uncontracted-library
import java.util.ArrayList;
import java.util.Random;

class Dice {
    //@ requires random != null;
    static int roll(Random random) { //~ uncontracted-library
        return random.nextInt(6);
    }

    static int none() {
        ArrayList<String> names = new ArrayList<>();
        return names.size();
    }
}
