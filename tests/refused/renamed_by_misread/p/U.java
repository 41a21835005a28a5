package p; recor Pair(int q) { static int g() { return 7; } }
