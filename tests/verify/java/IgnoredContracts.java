/** Contracts that are not read: each member is verified without them. */
class IgnoredContracts {
  int x;

  // @ requires acc(x); //~ ignored-contract
  void spaced() {}

  ///@ ensures acc(x); //~ ignored-contract
  void slashes() {}

  /**
   * Adds, and requires care.
   *
   * @pre acc(x) //~ ignored-contract
   * @return the sum
   */
  void documented() {}

  @Ensures("x > 0") //~ ignored-contract
  void annotated() {
    int i = 0;
    // @ loop_invariant 0 <= i; //~ ignored-contract
    while (i < 3) {
      //@ loop_invariant i < 0; //~ invariant-entry //~ invariant-preserved:may-not-hold
      while (i < 3) {
        i++;
      }
      i++;
    }
  }
}
