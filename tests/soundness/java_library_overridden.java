// Guards against: what is inherited from a library believed of another meaning of its members.
import java.util.ArrayList;

class Bad extends ArrayList<Bad> {
  //@ public ghost pure seq<Object> contents() { return seq<Object>(); } //~ unsupported
}

class Worse extends ArrayList<Bad> {
  //@ public predicate valid() { return true; } //~ unsupported
}

class Sized extends ArrayList<Bad> {
  public /*@ pure @*/ int size() { //~ unsupported
    return 0;
  }
}
