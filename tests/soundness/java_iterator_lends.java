// Guards against: changing a list while an iterator goes through it, and having a
// half of it back twice.
import java.util.ArrayList;
import java.util.Iterator;

class Lends {
  static void changed(ArrayList<Lends> list)
    //@ requires list.valid();
  {
    Iterator<Lends> it = list.iterator();
    list.add(null); //~ precondition
  }

  static void twice(ArrayList<Lends> list)
    //@ requires list.valid();
  {
    Iterator<Lends> it = list.iterator();
    //@ list.giveBack(it);
    //@ list.giveBack(it); //~ precondition
  }

  static void other(ArrayList<Lends> list, ArrayList<Lends> more)
    //@ requires list.valid() * more.valid();
  {
    Iterator<Lends> it = list.iterator();
    //@ more.giveBack(it); //~ precondition
  }

  static void after(ArrayList<Lends> list)
    //@ requires list.valid();
  {
    Iterator<Lends> it = list.iterator();
    //@ list.giveBack(it);
    boolean b = it.hasNext(); //~ precondition
  }
}
