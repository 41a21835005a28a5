record P(int x) { }
interface I<X> { }
class G<X> { }
class B extends G<I<I<Object>>> implements I<G<Object>> { }
class C implements I<I<Object>>, J { /*@ pure @*/ int f() { return 2; } }
interface J extends I<I<I<Object>>>, K { }
class D<X extends G<G<X>>> extends A { /*@ pure @*/ int f() { return 2; } }
