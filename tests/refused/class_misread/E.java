class E extends Exception { static int h(E e) { return 1; } }
