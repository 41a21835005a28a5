package found.trees;

/** Arithmetic expressions as a tree. */
public abstract class ExpressionTree {
  public abstract int evaluate();

  static class Constant extends ExpressionTree {
    private final int value;

    Constant(int value) {
      this.value = value;
    }

    @Override
    public int evaluate() {
      return value;
    }
  }

  static class Binary extends ExpressionTree {
    private final char operator;
    private final ExpressionTree left;
    private final ExpressionTree right;

    Binary(char operator, ExpressionTree left, ExpressionTree right) {
      this.operator = operator;
      this.left = left;
      this.right = right;
    }

    @Override
    public int evaluate() {
      int a = left.evaluate();
      int b = right.evaluate();
      switch (operator) {
        case '+':
          return a + b;
        case '-':
          return a - b;
        case '*':
          return a * b;
        case '/':
          return a / b;
        default:
          throw new IllegalStateException("operator " + operator);
      }
    }
  }

  static class Negation extends ExpressionTree {
    private final ExpressionTree operand;

    Negation(ExpressionTree operand) {
      this.operand = operand;
    }

    @Override
    public int evaluate() {
      return -operand.evaluate();
    }
  }

  static boolean isZero(ExpressionTree e) {
    if (e instanceof Constant) {
      Constant c = (Constant) e;
      return c.evaluate() == 0;
    }
    return false;
  }

  static int constantValue(ExpressionTree e) {
    return ((Constant) e).value;
  }
}
