package q; class Reader { static int m(Node n) { return 1; } }
