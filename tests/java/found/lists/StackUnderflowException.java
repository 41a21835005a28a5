package found.lists;

/** Nothing left to pop. */
public class StackUnderflowException extends Exception {
  private static final long serialVersionUID = 1L;

  public StackUnderflowException() {
    super("stack underflow");
  }

  public StackUnderflowException(String message) {
    super(message);
  }
}
