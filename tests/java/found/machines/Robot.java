package found.machines;

/** A robot that reads commands. */
public class Robot {
  private int x;
  private int y;
  private int heading;

  public void turnLeft() {
    heading = (heading + 3) % 4;
  }

  public void turnRight() {
    heading = (heading + 1) % 4;
  }

  public void forward() {
    switch (heading) {
      case 0:
        y++;
        break;
      case 1:
        x++;
        break;
      case 2:
        y--;
        break;
      case 3:
        x--;
        break;
      default:
        throw new AssertionError("heading " + heading);
    }
  }

  public void execute(String commands) {
    for (int i = 0; i < commands.length(); i++) {
      char c = commands.charAt(i);
      if (c == 'L') {
        turnLeft();
      } else if (c == 'R') {
        turnRight();
      } else if (c == 'F') {
        forward();
      } else {
        throw new IllegalArgumentException("command " + c);
      }
    }
  }

  public int distance() {
    return Math.abs(x) + Math.abs(y);
  }
}
