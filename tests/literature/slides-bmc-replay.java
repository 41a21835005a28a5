// 003, slide 91: the values of a bug that bounded checking finds can be run
//$ run --entry Bounded.first --input integer@16#1=2 --input integer@22#1=224 --input integer@22#2=63
//> `s >= v`: it is false
//> n = 2
//> v = 63
//> s = 31
//> i = 2
//= 1
//$ bmc --member Bounded.first --unwind 3
//> bug, unwound 3 times
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
