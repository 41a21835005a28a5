import java.io.IOException;

/** Exceptions where resources are closed, out of initialisers of fields, and of several classes. */
public class Throwing {
  static class Door implements AutoCloseable {
    final String name;
    final boolean sticks;

    Door(String name, boolean sticks) {
      this.name = name;
      this.sticks = sticks;
    }

    //@ requires acc(name) * acc(sticks);
    //@ signals (IllegalStateException e) true;
    public void close() {
      System.out.println("close " + name);
      if (sticks) throw new IllegalStateException(name);
    }
  }

  //@ signals_only IOException, IllegalStateException;
  static int checked(int n) throws IOException {
    if (n == 1) throw new IOException("one");
    if (n == 2) throw new IllegalStateException("two");
    return n;
  }

  static class Sized {
    int size = 12 / Throwing.checked(0);

    //@ signals (Exception e) true;
    Sized() throws IOException {
      System.out.println("sized");
    }
  }

  static class Counted {
    int first = Throwing.checked(3);
    int second = Throwing.checked(2);

    //@ signals (Exception e) true;
    Counted() throws IOException {
      System.out.println("counted");
    }
  }

  static void bodyIsFirst() {
    try (Door a = new Door("a", true); Door b = new Door("b", true)) {
      throw new IllegalArgumentException("body");
    } catch (IllegalArgumentException e) {
      System.out.println("of the body");
    } catch (IllegalStateException e) {
      System.out.println("of a door");
    }
  }

  static void doorsAlone() {
    try (Door a = new Door("a", true); Door b = new Door("b", false)) {
      System.out.println("in");
    } catch (IllegalStateException e) {
      System.out.println("of a door");
    } finally {
      System.out.println("out");
    }
  }

  static void leaves(boolean sticks) {
    for (int i = 0; i < 3; i++) {
      try {
        try (Door a = new Door("a" + i, sticks)) {
          if (i == 1) break;
          continue;
        }
      } catch (IllegalStateException e) {
        System.out.println("stuck");
      }
    }
  }

  static void several() {
    for (int i = 0; i < 4; i++) {
      try {
        System.out.println(Throwing.checked(i));
      } catch (IOException | IllegalStateException e) {
        Exception kept = e;
        System.out.println(kept instanceof IOException);
      }
    }
  }

  public static void main(String[] args) {
    bodyIsFirst();
    doorsAlone();
    leaves(false);
    leaves(true);
    several();
    try {
      Sized sized = new Sized();
      System.out.println("not made");
    } catch (Exception e) {
      System.out.println("divisor " + (e instanceof ArithmeticException));
    }
    try {
      Counted counted = new Counted();
      System.out.println("not made");
    } catch (Exception e) {
      System.out.println("state " + (e instanceof IllegalStateException));
    }
  }
}
