class Comment { Comment() { } Comment(int i) { } /*@ pure @*/ int f() { return 1; } }
