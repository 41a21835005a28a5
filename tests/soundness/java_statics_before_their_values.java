// Guards against: static fields that Java sets when their class is first used, and that are read before that. Only
// constants (JLS 4.12.4) have their values from the start.
class StaticsBeforeTheirValues {
  static final int ONE = 1;
  static final long TWO = ONE + 1L;
  static final boolean SET = TWO == 2 && "a" != null; //~ unsupported
  static final String TEXT = "t";
  static final Object NOTHING = null;
  static final Object A = StaticsBeforeTheirValues.B;
  static final Object B = "b"; //~ unsupported
  static final boolean C = StaticsBeforeTheirValues.D;
  static final boolean D = Kind.FIRST != Kind.SECOND; //~ unsupported
  static final Kind KIND = Kind.FIRST;
  static final int CHOSEN = null == NOTHING ? 1 : 2; //~ unsupported
  static final String PERHAPS = SET ? "q" : null;
  static Object later = StaticsBeforeTheirValues.B;
  static int number = 5;

  enum Kind { FIRST, SECOND }

  interface Constants {
    int THREE = 3;
    Kind ONE_OF_THEM = Kind.FIRST;
  }

  //@ ensures \result == 6;
  static int sum() {
    return ONE + (int) TWO + Constants.THREE;
  }

  //@ ensures \result == Kind.FIRST; //~ postcondition
  static Kind oneOfThem() {
    return Constants.ONE_OF_THEM;
  }

  //@ ensures \result == null;
  static Object nothing() {
    return NOTHING;
  }
}
