package found.parsing;

/** A line of a configuration file: {@code key = value}. */
public class KeyValue {
  private final String key;
  private final String value;

  private KeyValue(String key, String value) {
    this.key = key;
    this.value = value;
  }

  public static KeyValue parse(String line) {
    int eq = line.indexOf('=');
    if (eq < 0) {
      throw new IllegalArgumentException("no '=' in " + line);
    }
    return new KeyValue(line.substring(0, eq), line.substring(eq + 1));
  }

  public static boolean isComment(String line) {
    return line.isEmpty() || line.charAt(0) == '#';
  }

  public String key() {
    return key;
  }

  public String value() {
    return value;
  }

  public boolean booleanValue() {
    return value.equals("true") || value.equals("yes");
  }

  @Override
  public boolean equals(Object o) {
    if (this == o) {
      return true;
    }
    if (!(o instanceof KeyValue)) {
      return false;
    }
    KeyValue other = (KeyValue) o;
    return key.equals(other.key) && value.equals(other.value);
  }

  @Override
  public int hashCode() {
    return 31 * key.hashCode() + value.hashCode();
  }
}
