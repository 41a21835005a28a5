// Guards against: taking a ghost variable for the field that code means.
class Hidden {
  int x;

  //@ requires acc(x) * x == 0;
  //@ ensures acc(x) * x == 0;
  void m() {
    //@ ghost int x = 0; //~ not-allowed-here
    x = 5;
  }
}

class HiddenBelow extends Hidden {
  //@ ghost int x; //~ not-allowed-here
}
