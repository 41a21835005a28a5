/** What Java does not inherit, or not without a declaration in the class. */
interface One {
  default int id() {
    return 1;
  }

  default int missing(); //~ not-allowed-here

  int body() { //~ not-allowed-here
    return 1;
  }

  static int own() {
    return 1;
  }
}

interface Two {
  default int id() {
    return 2;
  }
}

interface Three {
  int id();
}

class Clash implements One, Two {} //~ not-allowed-here

class ClashWithAbstract implements One, Three {} //~ not-allowed-here

abstract class Above {
  public abstract int id();
}

/** The superclass counts, though it has no body. */
class Below extends Above implements One {} //~ not-allowed-here

abstract class Again extends Concrete {
  abstract int value();
}

class Concrete {
  int value() {
    return 1;
  }
}

class Forgets extends Again {} //~ not-allowed-here

class Takes implements One {
  public int id() {
    return own(); //~ unknown-name
  }

  default int no() { //~ not-allowed-here
    return 1;
  }
}
