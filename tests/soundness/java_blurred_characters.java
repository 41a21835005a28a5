// options: --int=unbounded
// Guards against: characters taken for numbers where all integers are of one type.
class Blurred {
  static void m(char c) {
    String s = String.valueOf('a'); //~ unsupported
    String t = String.valueOf(97); //~ unsupported
    System.out.println('a');
    int n = Math.abs(-3);
  }
}
