// Guards against: a nested class that is not inherited taken for the package of its name.
package shop.goods;

class Price {
  static final int LIMIT = 7;
  static class In {
    //@ ensures \result == 7;
    static /*@ pure @*/ int g() { return 7; }
  }
}
class Base {
  private static class shop {
    static class goods {
      static class Price {
        static final int LIMIT = 8;
        static class In {
          //@ ensures \result == 8;
          static /*@ pure @*/ int g() { return 8; }
        }
      }
    }
  }
}
class Heir extends Base {
  //@ ensures \result == 7;
  static int right() { return shop.goods.Price.LIMIT; }
  //@ ensures \result == 8; //~ postcondition:may-not-hold
  static int wrong() { return shop.goods.Price.LIMIT; }
  //@ ensures \result == 8; //~ postcondition:may-not-hold
  static int call() { return shop.goods.Price.In.g(); }
  static class Deep {
    //@ ensures \result == 8; //~ postcondition:may-not-hold
    static int wrong() { return shop.goods.Price.LIMIT; }
  }
}
