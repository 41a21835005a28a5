// What a library's class has in the place of a member of an interface keeps the
// contract that the library gives, not that of the interface; and it may have
// members that are not known, which Java takes before a `default` body.
import java.util.ArrayList;

interface Cleared {
  //@ ensures false;
  void clear();
}

interface Sized {
  //@ ensures \result == 7;
  /*@ pure @*/ int size();
}

interface Holding {
  //@ ensures !\result;
  default boolean contains(Object o) { return false; }
}

class ClearedList extends ArrayList<Cleared> implements Cleared {} //~ unsupported

class SizedList extends ArrayList<Cleared> implements Sized {} //~ unsupported

class HoldingList extends ArrayList<Cleared> implements Holding {} //~ unsupported

// What the class declares itself is held against the interface.
class OwnList extends ArrayList<Cleared> implements Holding {
  //@ ensures !\result;
  public boolean contains(Object o) { return false; }
}
