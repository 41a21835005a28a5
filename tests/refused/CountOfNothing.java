// `\count` is a word of the contracts of a `for` over an array, and no variable.
// verified: C.own
// refused: C.outside, C.behind, C.set, C.list, C.code, C.setInCode
import java.util.List;
class C {
  int count;
  //@ requires acc(a.elems, 1/2);
  //@ ensures acc(a.elems, 1/2) * \count == 0;
  static void outside(int[] a) { for (int x : a) { } }
  //@ requires acc(a.elems, 1/2);
  //@ ensures acc(a.elems, 1/2);
  static void behind(int[] a) {
    //@ loop_invariant acc(a.elems, 1/2);
    for (int x : a) { }
    //@ assert \count == a.length;
  }
  //@ requires acc(a.elems, 1/2);
  //@ ensures acc(a.elems, 1/2);
  static void set(int[] a) {
    //@ loop_invariant acc(a.elems, 1/2);
    for (int x : a) {
      //@ \count = 3;
    }
  }
  //@ requires acc(l.valid(), 1/2);
  //@ ensures acc(l.valid(), 1/2);
  static void list(List<String> l) {
    //@ loop_invariant 0 <= \count;
    for (String s : l) { }
  }
  //@ requires acc(a.elems, 1/2);
  static int code(int[] a) {
    //@ loop_invariant acc(a.elems, 1/2);
    for (int x : a) { if (\count == 3) return 7; }
    return 0;
  }
  //@ requires acc(a.elems, 1/2);
  static int setInCode(int[] a) {
    int n = 0;
    //@ loop_invariant acc(a.elems, 1/2);
    for (int x : a) { n++; \count = a.length - 1; }
    return n;
  }
  //@ requires acc(count);
  //@ ensures acc(count) * count == \old(count) + 1 || count == \old(count);
  void own() { if (count < 9) count++; }
}
