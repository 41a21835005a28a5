import nope.Nope; import java.util.*; import garbage class B extends A { /*@ pure @*/ int f() { return 2; } }
