package found.text;

/** A log with levels. */
public class Log {
  static final int DEBUG = 0;
  static final int INFO = 1;
  static final int ERROR = 2;

  private static int level = INFO;
  private static int errors;

  private Log() {
  }

  static void setLevel(int newLevel) {
    if (newLevel < DEBUG || newLevel > ERROR) {
      throw new IllegalArgumentException("level " + newLevel);
    }
    level = newLevel;
  }

  static void log(int at, String message) {
    if (at >= level) {
      System.out.println(name(at) + message);
    }
    if (at == ERROR) {
      errors++;
    }
  }

  static String name(int level) {
    switch (level) {
      case DEBUG:
        return "DEBUG ";
      case INFO:
        return "INFO ";
      case ERROR:
        return "ERROR ";
      default:
        return "";
    }
  }

  static void error(Exception e) {
    log(ERROR, e.getMessage());
  }

  public static void main(String[] args) {
    setLevel(DEBUG);
    log(INFO, "started");
    System.out.println(errors);
  }
}
