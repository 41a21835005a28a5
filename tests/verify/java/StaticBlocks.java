import java.io.OutputStreamWriter;
import java.io.UnsupportedEncodingException;
import java.util.Locale;
import java.util.Random;

/** Blocks that Java runs when a class is first used. */
class StaticBlocks {
  static final int SIZE;
  static final int[] SQUARES;
  private static final String NAME = "UTF-8";
  private static Random random;
  private static OutputStreamWriter out;
  private static long seed = 3;
  static int count = 3;
  //@ ghost static int steps;

  static {
    SIZE = 8;
    SQUARES = new int[8];
    seed = System.currentTimeMillis();
    random = new Random(seed);
    count = 5;
    count++;
    //@ assert count == 6;
    reset();
    //@ assert count == 0;
  }

  static {
    //@ assert count == 0; //~ assert:may-not-hold
    int[] squares = new int[4];
    for (int i = 0; i < squares.length; i++) /*@ invariant acc(squares.elems) * 0 <= i; */ {
      squares[i] = i;
    }
    squares[squares.length - 1] = 9;
  }

  static {
    try {
      out = new OutputStreamWriter(System.out, NAME);
    } catch (UnsupportedEncodingException e) {
      System.out.println("no");
    }
  }

  //@ requires acc(count);
  //@ ensures acc(count) * count == 0;
  static void reset() {
    count = 0;
  }

  static boolean isLarge() {
    return SIZE > 100;
  }

  static int first() {
    int[] squares = SQUARES;
    return squares.length; //~ null-dereference
  }

  //@ ensures \result == 8; //~ postcondition:may-not-hold
  static int size() {
    return SIZE;
  }

  //@ requires acc(count) * count == 1;
  //@ ensures acc(count) * count == 1;
  static void holds() {
    OtherBlocks.touch();
    new OtherBlocks();
  }

  static void hides() {
    int SIZE = 3;
    SIZE = 4;
    //@ assert SIZE == 4;
  }

  public static void main(String[] args) {
    //@ assert steps == 0;
    count = 1;
    holds();
    //@ assert count == 1;
    //@ assert seed == 3; //~ assert:may-not-hold
  }
}

class OtherBlocks {
  static int n;

  static {
    n = 1 / n; //~ division-by-zero
  }

  static void touch() {}
}
