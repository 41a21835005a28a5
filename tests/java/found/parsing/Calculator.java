package found.parsing;

/** Evaluates expressions of sums and products by recursive descent. */
public class Calculator {
  private final String text;
  private int at;

  public Calculator(String text) {
    this.text = text;
  }

  public int evaluate() {
    int value = sum();
    if (at != text.length()) {
      throw new IllegalArgumentException("unexpected " + text.charAt(at));
    }
    return value;
  }

  private int sum() {
    int value = product();
    while (at < text.length() && (peek() == '+' || peek() == '-')) {
      char op = text.charAt(at++);
      int right = product();
      value = op == '+' ? value + right : value - right;
    }
    return value;
  }

  private int product() {
    int value = factor();
    while (at < text.length() && (peek() == '*' || peek() == '/')) {
      char op = text.charAt(at++);
      int right = factor();
      if (op == '*') {
        value *= right;
      } else {
        value /= right;
      }
    }
    return value;
  }

  private int factor() {
    if (peek() == '(') {
      at++;
      int value = sum();
      at++;
      return value;
    }
    int value = 0;
    while (at < text.length() && peek() >= '0' && peek() <= '9') {
      value = value * 10 + (peek() - '0');
      at++;
    }
    return value;
  }

  private char peek() {
    return text.charAt(at);
  }

  public static void main(String[] args) {
    System.out.println(new Calculator("2*(3+4)").evaluate());
  }
}
