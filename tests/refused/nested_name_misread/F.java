class F { int = 3; static class Node { } Node node; }
