// Guards against: a contract that is left out because its keyword is misspelled.
class Misspelled {
  //@ ensure false; //~ syntax
  void m() {}
}
