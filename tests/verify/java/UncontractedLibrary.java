// options: --deny=uncontracted-library
import java.util.ArrayList;
import java.util.Random;

class Dice {
    static int roll(long seed) { //~ uncontracted-library uncontracted-library
        Random random = new Random(seed);
        return random.nextInt(6);
    }

    static int none() {
        ArrayList<String> names = new ArrayList<>();
        return names.size();
    }
}
