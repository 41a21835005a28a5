// Nothing here is below `A`, although its name is used.
record P(int x, int y) { static int g(A a) { return a.f(); } }
