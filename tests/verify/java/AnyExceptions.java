import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.InputMismatchException;
import java.util.NoSuchElementException;
import java.util.Scanner;

/** Without an option, members of classes without contracts might end with any exception. */
class AnyExceptions {
  //@ ensures \result == 1; //~ postcondition:may-not-hold
  static int undeclared() {
    Deque<String> words = new ArrayDeque<>();
    try {
      words.pop();
      return 1;
    } catch (NoSuchElementException e) {
      return 2;
    }
  }

  //@ ensures \result == 1; //~ postcondition:may-not-hold
  static int declared() {
    StringReader reader = new StringReader("a");
    try {
      reader.read();
      return 1;
    } catch (IOException e) {
      return 2;
    }
  }

  //@ ensures \result == 1; //~ postcondition:may-not-hold
  static int leadsThere() {
    try {
      declared();
      return 1;
    } catch (RuntimeException e) {
      return 2;
    }
  }

  //@ ensures \result == 1; //~ postcondition:may-not-hold
  static int scanned(Scanner in) {
    if (in == null || !in.hasNextInt()) {
      return 1;
    }
    try {
      in.nextInt();
      return 1;
    } catch (InputMismatchException e) {
      return 2;
    }
  }

  //@ ensures \result == 1; //~ postcondition:may-not-hold
  static int own(int n) {
    try {
      thrower(n);
      return 1;
    } catch (IllegalStateException e) {
      return 2;
    }
  }

  //@ signals (IllegalStateException e) true;
  static void thrower(int n) {
    if (n == 3) {
      throw new IllegalStateException();
    }
  }
}
