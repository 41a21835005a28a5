class H extends G { static int inherited(Node node) { return 1; } }
class I { static int unnamed(G.Node node) { return 1; } static int none() { return 1; } }
