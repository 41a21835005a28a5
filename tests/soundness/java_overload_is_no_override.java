/** A method with other types of parameters overrides nothing. */
class Base {
  //@ ensures \result == 1;
  int m(long x) {
    return 1;
  }
}

class Derived extends Base {
  //@ ensures \result == 2;
  int m(int x) {
    return 2;
  }

  static void calls(Base b, Derived d) {
    if (b != null && d != null) {
      int one = b.m(3);
      assert one == 1;
      int two = d.m(3);
      assert two == 2;
      int wide = d.m(3L);
      assert wide == 2; //~ assert:may-not-hold
    }
  }
}
