package q; public record Node(int x) { }
