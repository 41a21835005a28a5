package p; public class Node { int = 3; }
