package found.machines;

/** A door that can be locked, with contracts. */
public class Door {
  private boolean open;
  private boolean locked;

  //@ predicate valid() { return acc(open) * acc(locked) * !(open && locked); }

  //@ ensures valid() * !isOpen();
  public Door() {
  }

  //@ requires valid();
  public /*@ pure @*/ boolean isOpen() {
    return open;
  }

  //@ requires valid();
  //@ ensures valid();
  public void openDoor() {
    if (!locked) {
      open = true;
    }
  }

  //@ requires valid();
  //@ ensures valid() * !isOpen();
  public void close() {
    open = false;
  }

  //@ requires valid() * !isOpen();
  //@ ensures valid();
  public void lock() {
    locked = true;
  }

  public static void main(String[] args) {
    Door door = new Door();
    door.openDoor();
    door.close();
    door.lock();
    System.out.println(door.isOpen());
  }
}
