// Names with their package in expressions (JLS 6.5.2): a package is meant only where no variable,
// field or class has the first name.
package shop.goods;

class Price {
  static final int LIMIT = 7;
  static class Tax {
    static final int RATE = 3;
    //@ ensures \result == RATE;
    static /*@ pure @*/ int rate() { return RATE; }
  }
  enum Kind { SMALL, LARGE }
}

class Local { int Price; }

class PackageNames {
  //@ ensures 1 <= \result && a <= \result;
  static int atLeastOne(int a) { return java.lang.Math.max(a, 1); }

  //@ ensures \result == java.lang.Math.max(a, shop.goods.Price.LIMIT);
  static int limited(int a) { return a < 7 ? 7 : a; }

  //@ ensures \result == 6;
  static int nested() { return shop.goods.Price.Tax.rate() + shop.goods.Price.Tax.RATE; }

  //@ ensures \result == shop.goods.Price.Kind.SMALL;
  static Price.Kind kind() { return shop.goods.Price.Kind.SMALL; }

  //@ requires acc(shop.Price);
  //@ ensures acc(shop.Price) * \result == shop.Price;
  static int hidden(Local shop) { return shop.Price; }

  //@ ensures \result == 8; //~ postcondition:may-not-hold
  static int tooMuch() { return shop.goods.Price.LIMIT; }
}
