package found.machines;

/** A traffic light. */
public class TrafficLight {

  /** The colors. */
  public enum Color { RED, GREEN, YELLOW }

  private Color color = Color.RED;
  private int changes;

  public void next() {
    if (color == Color.RED) {
      color = Color.GREEN;
    } else if (color == Color.GREEN) {
      color = Color.YELLOW;
    } else {
      color = Color.RED;
    }
    changes++;
  }

  public static int seconds(Color color) {
    switch (color) {
      case RED:
        return 30;
      case GREEN:
        return 25;
      default:
        return 5;
    }
  }

  public static String action(Color color) {
    return switch (color) {
      case RED -> "stop";
      case GREEN -> "go";
      case YELLOW -> "wait";
    };
  }

  public Color color() {
    return color;
  }

  public int changes() {
    return changes;
  }

  public static void main(String[] args) {
    TrafficLight light = new TrafficLight();
    light.next();
    System.out.println(action(light.color()));
  }
}
