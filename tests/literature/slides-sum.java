// 003, slides 3 to 6: sum returns 3 for (1, 1, 1), 6 for (1, 2, 3), and a + b + c for symbols
//$ run --entry Slides.sum --arg 1 --arg 1 --arg 1
//> 3
//= 0
//$ run --entry Slides.sum --arg 1 --arg 2 --arg 3
//> 6
//= 0
//$ explore --member Slides.sum --int unbounded --input a=A1 --input b=A2 --input c=A3
//> 1 leaf (1 returned
//> returns A1 + A2 + A3
//= 0
//$ explore --member Slides.sum
//> overflow
//> overflow
//= 0
class Slides {
  static int sum(int a, int b, int c) {
    int x = a + b;
    int y = b + c;
    int z = x + y - b;
    return z;
  }
}
