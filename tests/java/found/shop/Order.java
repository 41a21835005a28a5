package found.shop;

/** An order and the states through which it goes. */
public class Order {

  /** States of an order. */
  enum State { NEW, PAID, SENT, CANCELLED }

  private State state = State.NEW;
  private final int number;
  private String address;

  public Order(int number) {
    this.number = number;
  }

  public void pay() {
    if (state != State.NEW) {
      throw new IllegalStateException("order " + number + " is not new");
    }
    state = State.PAID;
  }

  public void send(String to) {
    if (state != State.PAID) {
      throw new IllegalStateException("not paid");
    }
    address = to;
    state = State.SENT;
  }

  public void cancel() {
    if (state == State.SENT) {
      throw new IllegalStateException("already sent");
    }
    state = State.CANCELLED;
  }

  public int addressLength() {
    return address.length();
  }

  static boolean isFinal(State s) {
    return s == State.SENT || s == State.CANCELLED;
  }

  static int rank(State s) {
    if (s == State.NEW) {
      return 0;
    } else if (s == State.PAID) {
      return 1;
    }
    return s == State.SENT ? 2 : 3;
  }
}
