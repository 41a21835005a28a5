record P(int x) { }
class B extends A { }
