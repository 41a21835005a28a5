// 002, section 2.1: symbolic objects of a class that nothing implements; a call on one is an expression of the call
//$ explore --member Client.sum
//> returns x.plus(y)
//> if x != null && y != null && x.less(y)
//= 0
//$ explore --member Client.twice
//> returns x.next() == x.next()'2
//> if x != null
//= 0
//$ bmc --member Client.sum
//> not shown correct
//> references to `Num` of the input are null, because no class implements it
//= 1
abstract class Num {
  abstract /*@ pure @*/ boolean less(Num other);
  abstract Num plus(Num other);
  abstract Num next();
}
class Client {
  static Num sum(Num x, Num y) {
    if (x == null || y == null) { return x; }
    return x.less(y) ? x.plus(y) : x;
  }
  static boolean twice(Num x) {
    if (x == null) { return true; }
    Num first = x.next();
    Num second = x.next();
    return first == second;
  }
}
