package found.exceptions;

/** Checks of arguments. */
public final class Validation {
  private Validation() {
  }

  //@ ensures value != null;
  //@ signals (ValidationException e) value == null;
  public static void notNull(Object value) {
    if (value == null) {
      throw new ValidationException("null");
    }
  }

  //@ ensures min <= value && value <= max && \result == value;
  //@ signals (ValidationException e) value < min || max < value;
  public static int inRange(int value, int min, int max) {
    if (value < min || value > max) {
      throw new ValidationException("out of range");
    }
    return value;
  }

  //@ ensures \result == (0 <= age && age <= 150);
  public static boolean isAge(int age) {
    try {
      inRange(age, 0, 150);
      return true;
    } catch (ValidationException e) {
      return false;
    }
  }

  public static String requireText(String s) {
    if (s.isEmpty() || s == null) {
      throw new ValidationException("text is missing");
    }
    return s;
  }
}
