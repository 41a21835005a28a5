package q; class B { void m() { int x = = 1; } static boolean same(A a) { return true; } }
