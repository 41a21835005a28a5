// A variable, a field or a class hides a package of its name (JLS 6.4.2).
package shop;

class java { static int lang; }
class Refused {
  static int m(int a) { return java.lang.Math.max(a, 1); } //~ type-mismatch
  static int n() { return shop.goods.Price.LIMIT; } //~ unknown-name
  static int o(int shop) { return shop.Refused.n(); } //~ type-mismatch
}
class Other { static int k(int a) { return org.Math.max(a, 1); } } //~ unknown-name
