/** What annotations cannot do: change what is real, or where code goes on. */
class GhostRefused {
  int x;

  //@ requires acc(x);
  //@ ensures acc(x);
  void wrong() {
    //@ x = 3; //~ not-allowed-here
    //@ x++; //~ not-allowed-here
    //@ wrong(); //~ not-allowed-here
    //@ return; //~ not-allowed-here
  }
}
