// 003, slide 65: with machine integers, operations overflow, and bits can be used
//$ explore --member Bits.next --int wrapping --input n=N
//> returns
//= 0
//$ bmc --member Bits.wraps --int wrapping
//> bug
//> n = 2147483647
//= 1
//$ bmc --member Bits.low
//> correct
//= 0
class Bits {
  static int next(int n) { return n + 1; }
  static void wraps(int n) { assert n + 1 > n; }
  static void low(int n) { int m = n & 7; assert 0 <= m && m <= 7; int k = (n >> 3) << 3; assert k + m == n; }
}
