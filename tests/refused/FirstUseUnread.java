// What is refused of the values of static fields might run anything: classes without names, elements that were not read,
// objects whose blocks are refused, constants with bodies, and those of annotations.
// verified: O.set, Anonymous.s, Elements.s, Blocks.s, Constants.s, Annotated.s
// unknown: T.anonymous, T.elements, T.blocks, T.constants, T.annotated
class O {
  static int cnt;
  //@ requires acc(cnt);
  //@ ensures acc(cnt) * cnt == 7;
  static int set() { cnt = 7; return 1; }
}
class Anonymous { static Object o = new Object() { int v = O.set(); }; static int s() { return 1; } }
class Elements { static int[] q = {O.cnt += 7}; static int s() { return 1; } }
class Blocks { static class Y extends Object { { O.set(); } } static Object q = new Y(); static int s() { return 1; } }
enum E { A { int k = O.set(); }, B; }
class Constants { static final Object N = E.A; static int s() { return 1; } }
@interface An { int k = O.set(); }
class Annotated { static final Object N = An.k; static int s() { return 1; } }
class T {
  //@ requires acc(O.cnt) * O.cnt == 0;
  //@ ensures acc(O.cnt) * O.cnt == 0;
  static void anonymous() { int q = Anonymous.s(); }
  //@ requires acc(O.cnt) * O.cnt == 0;
  //@ ensures acc(O.cnt) * O.cnt == 0;
  static void elements() { int q = Elements.s(); }
  //@ requires acc(O.cnt) * O.cnt == 0;
  //@ ensures acc(O.cnt) * O.cnt == 0;
  static void blocks() { int q = Blocks.s(); }
  //@ requires acc(O.cnt) * O.cnt == 0;
  //@ ensures acc(O.cnt) * O.cnt == 0;
  static void constants() { int q = Constants.s(); }
  //@ requires acc(O.cnt) * O.cnt == 0;
  //@ ensures acc(O.cnt) * O.cnt == 0;
  static void annotated() { int q = Annotated.s(); }
}
