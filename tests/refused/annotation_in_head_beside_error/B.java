class B /*@ <X @*/ extends A /*@ > @*/ { int f() { return 2; } Object d = new Object() { }; }
