// Guards against: skipping what a condition does where a `do` loop continues.
class DoContinue {
  static void dw() {
    int i = 0;
    //@ invariant i == 0;
    do {
      if (i == 0) {
        continue;
      }
      return;
    } while (++i == 0);
    //@ assert i == 1;
    //@ assert false; //~ assert:may-not-hold
  }
}
