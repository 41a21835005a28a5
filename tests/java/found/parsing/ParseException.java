package found.parsing;

/** An error in a text, with its position. */
public class ParseException extends Exception {
  private final int position;

  public ParseException(String message, int position) {
    super(message + " at " + position);
    this.position = position;
  }

  public int position() {
    return position;
  }
}
