class T {
  //@ requires a != null;
  static void mMisspelt(Misspelt a) { /*@ assert a.f() == 1; @*/ }
  //@ requires a != null;
  static void mForgotten(Forgotten a) { /*@ assert a.f() == 1; @*/ }
  //@ requires a != null;
  static void mBrace(Brace a) { /*@ assert a.f() == 1; @*/ }
  //@ requires a != null;
  static void mText(Text a) { /*@ assert a.f() == 1; @*/ }
  //@ requires a != null;
  static void mComment(Comment a) { /*@ assert a.f() == 1; @*/ }
  //@ requires a != null;
  static void mBelow(Below a) { /*@ assert a.f() == 1; @*/ }
}
