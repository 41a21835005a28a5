/** Builds a house; calls can be chained. */
public interface Builder {
  //@ predicate valid();

  // The parts so far: numbers of rooms of floors are positive, a roof is 0.
  //@ requires valid();
  //@ ghost pure seq<int> parts();

  //@ requires valid() * 0 < rooms && rooms <= 100;
  //@ ensures valid() * \result == this && parts() == old(parts()) ++ [rooms];
  Builder floor(int rooms);

  //@ requires valid();
  //@ ensures valid() * \result == this && parts() == old(parts()) ++ [0];
  Builder roof();
}
