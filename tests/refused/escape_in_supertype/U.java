class U { int v() { return 2; } }
