package r; import q . /* the record */ Node; class Other { static int m(Node n) { return 1; } }
