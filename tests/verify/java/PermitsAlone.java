// Only a `sealed` class names its subclasses.
class PermitsAlone permits Below { //~ unsupported
}

class Below {
  //@ ensures \result == 1;
  static int one() {
    return 1;
  }
}
