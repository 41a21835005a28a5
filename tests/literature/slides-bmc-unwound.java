// 003, slide 88: the unwound program of the first example, in Java
//$ bmc --member Bounded.first --unwind 3 --unwound -
//> if (n_0 == 0) {
//> return;
//> v_0 = 0;
//> s_0 = 0;
//> i_0 = 0;
//> if (i_0 < n_0) {
//> integer_1 = Any.integer();
//> i_1 = i_0 + 1;
//> if (i_1 < n_0) {
//> i_2 = i_1 + 1;
//> if (i_2 < n_0) {
//> i_3 = i_2 + 1;
//> if (i_3 < n_0) {
//> bound_reached();  // the loop goes on after 3 iterations
//> assert v_6 <= s_6;
//> Bounded.first: bug, unwound 3 times
//= 1
import veriframe.Any;
class Bounded {
  static void first() {
    int n = Any.integer() & 255;
    if (n == 0) return;
    int v = 0;
    int s = 0;
    int i = 0;
    while (i < n) {
      v = Any.integer() & 255;
      s = (s + v) & 255;
      ++i;
    }
    assert s >= v;
  }
}
