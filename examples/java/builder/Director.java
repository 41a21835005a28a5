/** Knows of which parts a house is made, and not what comes of them. */
public final class Director {
  //@ requires b.valid();
  //@ ensures b.valid() * b.parts() == old(b.parts()) ++ [4, 2, 0];
  public static void cottage(Builder b) {
    b.floor(4).floor(2).roof();
  }

  /*@ requires 0 <= floors;
    @ ensures |\result| == floors;
    @ decreases floors;
    @ static ghost pure seq<int> floors(int floors) {
    @   return floors == 0 ? [] : Director.floors(floors - 1) ++ [1];
    @ }
    @*/

  //@ requires b.valid() * 0 <= floors;
  //@ ensures b.valid() * b.parts() == old(b.parts()) ++ Director.floors(floors) ++ [0];
  public static void tower(Builder b, int floors) {
    //@ loop_invariant b.valid() * 0 <= i && i <= floors;
    //@ loop_invariant b.parts() == old(b.parts()) ++ Director.floors(i);
    for (int i = 0; i < floors; i++) {
      b.floor(1);
    }
    b.roof();
  }
}
