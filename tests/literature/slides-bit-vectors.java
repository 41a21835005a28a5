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
//$ explore --member Bits.three --int wrapping --input n=N
//> returns (int) (N + 3)
//= 0
//$ explore --member Bits.sign --int wrapping --input n=N
//> returns 0
//> for example n = 2147483647
//> returns N + 1
//= 0
//$ explore --member Bits.narrow --int wrapping --input n=N
//> returns (byte) (N + 2)
//= 0
//$ explore --member Bits.hash --int wrapping
//> 2 leaves (2 returned
//> returns 1
//> for example
//> returns 0
//> for example
//= 0
class Bits {
  static int three(int n) { int a = n + 1; int b = a + 1; return b + 1; }
  static int sign(int n) { int m = n + 1; if (m < n) { return 0; } return m; }
  static byte narrow(int n) { byte b = (byte) (n + 1); return (byte) (b + 1); }
  static int hash(int a, int b, int c, int d) {
    int h = 17;
    h = 31 * h + a; h = 31 * h + b; h = 31 * h + c; h = 31 * h + d;
    h = 31 * h + a; h = 31 * h + b; h = 31 * h + c; h = 31 * h + d;
    if (h == 12345) { return 1; }
    return 0;
  }
  static int next(int n) { return n + 1; }
  static void wraps(int n) { assert n + 1 > n; }
  static void low(int n) { int m = n & 7; assert 0 <= m && m <= 7; int k = (n >> 3) << 3; assert k + m == n; }
}
