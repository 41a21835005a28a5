// Guards against: objects of the program that a library reaches through an `Optional`.
import java.util.HashSet;
import java.util.Optional;

class Named {
  static int n;

  //@ requires acc(Named.n);
  //@ ensures acc(Named.n);
  public String toString() {
    n = 7;
    return "named";
  }

  //@ requires acc(Named.n);
  //@ ensures acc(Named.n);
  public int hashCode() {
    n = 7;
    return 1;
  }
}

class Optionals {
  static void printed(Named q) {
    Optional<Named> o = Optional.of(q);
    System.out.printf("%s", o); //~ unsupported
  }

  static void added(Optional<Named> o) {
    HashSet<Optional<Named>> all = new HashSet<>();
    all.add(o); //~ unsupported
  }

  static void text(Optional<Optional<Named>> o) {
    StringBuilder sb = new StringBuilder();
    sb.append(o); //~ unsupported
  }
}
