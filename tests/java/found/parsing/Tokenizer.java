package found.parsing;

/** Splits an expression into tokens. */
public class Tokenizer {

  /** Kinds of tokens. */
  enum Kind { NUMBER, OPERATOR, OPEN, CLOSE, END }

  /** A token. */
  static class Token {
    final Kind kind;
    final int value;

    Token(Kind kind, int value) {
      this.kind = kind;
      this.value = value;
    }
  }

  private final String input;
  private int pos;

  Tokenizer(String input) {
    this.input = input;
  }

  Token next() {
    while (pos < input.length() && input.charAt(pos) == ' ') {
      pos++;
    }
    if (pos == input.length()) {
      return new Token(Kind.END, 0);
    }
    char c = input.charAt(pos);
    if (Character.isDigit(c)) {
      return number();
    }
    pos++;
    switch (c) {
      case '(':
        return new Token(Kind.OPEN, c);
      case ')':
        return new Token(Kind.CLOSE, c);
      default:
        return new Token(Kind.OPERATOR, c);
    }
  }

  private Token number() {
    int value = 0;
    while (Character.isDigit(input.charAt(pos))) {
      value = 10 * value + input.charAt(pos) - '0';
      pos++;
    }
    return new Token(Kind.NUMBER, value);
  }
}
