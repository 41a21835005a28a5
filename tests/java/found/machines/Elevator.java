package found.machines;

/** An elevator between floors. */
public class Elevator {
  private final int lowest;
  private final int highest;
  private int floor;

  public Elevator(int lowest, int highest) {
    if (lowest > highest) {
      throw new IllegalArgumentException("no floors");
    }
    this.lowest = lowest;
    this.highest = highest;
    this.floor = lowest;
  }

  public void up() {
    if (floor < highest) {
      floor++;
    }
  }

  public void down() {
    if (floor > lowest) {
      floor--;
    }
  }

  public int goTo(int target) {
    if (target < lowest || target > highest) {
      throw new IllegalArgumentException("no such floor: " + target);
    }
    int moved = 0;
    while (floor != target) {
      if (floor < target) {
        up();
      } else {
        down();
      }
      moved++;
    }
    return moved;
  }

  public int floors() {
    return highest - lowest + 1;
  }
}
