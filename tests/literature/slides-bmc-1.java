// 003, slides 87 to 91: with a sum of unsigned chars, the bound 3 is enough for the bug
//$ bmc --member Bounded.first --unwind 3
//> Bounded.first: bug, unwound 3 times
//> n
//> it is false
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
