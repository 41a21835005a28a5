package found.machines;

/** Keeps a temperature in tenths of a degree. */
public class Thermostat {
  static final int MIN = 50;
  static final int MAX = 300;

  //@ requires 50 <= t && t <= 300;
  //@ ensures 0 <= \result && \result <= 100;
  static int percent(int t) {
    return (t - MIN) * 100 / (MAX - MIN);
  }

  //@ ensures MIN <= \result && \result <= MAX;
  static int clamp(int t) {
    if (t < MIN) {
      return MIN;
    }
    return t > MAX ? MAX : t;
  }

  static int toFahrenheit(int tenths) {
    return tenths * 9 / 5 + 320;
  }

  static boolean heats(int current, int wanted, boolean on) {
    int hysteresis = on ? 5 : -5;
    return current < wanted + hysteresis;
  }

  public static void main(String[] args) {
    System.out.println(percent(clamp(400)));
    System.out.println(toFahrenheit(200));
  }
}
