/** The body that an interface gives is not the one that a class has. */
interface Named {
  default int id() {
    return 1;
  }

  //@ ensures \result == 1; //~ postcondition:may-not-hold
  default int byName() {
    return id();
  }
}

class Other implements Named {
  public int id() {
    return 2;
  }
}
