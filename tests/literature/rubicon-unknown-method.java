// 002, section 2.1: a method of which nothing is known gives an expression of the call
//$ explore --member Client.call --input x=X --input y=Y --int unbounded
//> returns Y + Math.abs(X)
//= 0
class Client {
  static int call(int x, int y) { return Math.abs(x) + y; }
}
