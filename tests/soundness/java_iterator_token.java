// Guards against: making up what a half of a list is had back for.
import java.util.ArrayList;
import java.util.Iterator;

class Sneaky extends ArrayList<Sneaky> {
  //@ public predicate lent(Iterator<Sneaky> it) { return true; } //~ unsupported
}
