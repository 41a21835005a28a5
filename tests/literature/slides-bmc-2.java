// 003, slides 92 to 97: with an unsigned int for the sum there is no bug up to 3, but the bound is reached
//$ bmc --member Bounded.second --unwind 3
//> Bounded.second: no bug, unwound 3 times, but not shown correct: some path is longer
//= 1
//$ bmc --member Bounded.second --unwind 2 --max-unwind 4
//> unwound 4 times
//= 1
import veriframe.Any;
class Bounded {
  static void second() {
    int n = Any.integer() & 255;
    if (n == 0) return;
    int v = 0;
    int s = 0;
    int i = 0;
    while (i < n) {
      v = Any.integer() & 255;
      s += v;
      ++i;
    }
    assert s >= v;
  }
}
