class B extends F​oo { int f() { return 2; } }
