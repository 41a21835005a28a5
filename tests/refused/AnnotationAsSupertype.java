// What an annotation declares is not known: nothing is below it.
// refused: AnnotationAsSupertype.other, C.hidden
@interface Marked { int X = 2; }

class AnnotationAsSupertype {
  static final int X = 1;

  abstract static class C implements Marked {
    //@ ensures \result == 1;
    static int hidden() { return X; }
  }

  static int other() { return 1; }
}
