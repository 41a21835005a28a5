package found.parsing;

/** Checks brackets. */
public class Brackets {

  static char closing(char open) {
    switch (open) {
      case '(':
        return ')';
      case '[':
        return ']';
      case '{':
        return '}';
      default:
        return 0;
    }
  }

  public static boolean balanced(String s) {
    char[] stack = new char[s.length()];
    int depth = 0;
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      if (c == '(' || c == '[' || c == '{') {
        stack[depth++] = closing(c);
      } else if (c == ')' || c == ']' || c == '}') {
        if (stack[--depth] != c) {
          return false;
        }
      }
    }
    return depth == 0;
  }

  //@ requires s != null;
  //@ ensures 0 <= \result && \result <= s.length();
  public static int depth(String s) {
    int depth = 0;
    int deepest = 0;
    //@ loop_invariant 0 <= i && i <= s.length() && -i <= depth && depth <= i;
    //@ loop_invariant 0 <= deepest && deepest <= i;
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      if (c == '(') {
        depth++;
        if (depth > deepest) {
          deepest = depth;
        }
      } else if (c == ')') {
        depth--;
      }
    }
    return deepest;
  }

  public static void main(String[] args) {
    System.out.println(balanced("([]{})"));
    System.out.println(depth("((()))"));
  }
}
