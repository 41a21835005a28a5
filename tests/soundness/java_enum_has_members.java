// Guards against: a default method of an interface taken for what each enum has.
interface Placed {
  //@ ensures \result == 7;
  default int ordinal() { return 7; }
}

interface Named {
  //@ ensures \result == null;
  default String name() { return null; }
}

enum Place implements Placed { HERE, THERE } //~ unsupported

enum Title implements Named { FIRST } //~ unsupported

class Use {
  //@ ensures \result == 7;
  static int m() { return Place.HERE.ordinal(); }
}
