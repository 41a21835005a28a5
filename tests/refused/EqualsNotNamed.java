// Whether keys are compared by identity depends on `equals`, which is not named.
import java.util.*;
class A { public boolean equals(Object o, Object o) { return true; } }
class T { static void m(A a) { Map<A, A> map = new HashMap<>(); map.put(a, a); A b = map.get(a); /*@ assert b == a; @*/ } }
// unknown: T.m
// refused: A.equals
