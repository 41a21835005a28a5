// 004, section 9: what is simplified must keep the result of machine arithmetic: a sum may overflow on the way
//$ explore --member S.s --input a=A --input b=B
//> returns A
//> overflow
//> A + B does not fit in `int`
//= 0
//$ explore --member S.s --input a=A --input b=B --int unbounded
//> 1 leaf
//> returns A
//= 0
//$ run --entry S.s --arg 2147483647 --arg 1
//> overflow
//= 1
class S {
  static int s(int a, int b) { int t = a + b; return t - b; }
}
