// Guards against: a contract behind a member that counts for the next one.
class Behind {
  int x;

  void m() {} //@ ensures false; //~ not-allowed-here

  void k() {
    x = 1;
  }
}
