// Guards against: a list that changes while a `for` goes through it, and one that has back more than it lent.
import java.util.ArrayList;
import java.util.List;

class Loops {
  //@ requires list.valid();
  static void adds(List<String> list) {
    for (String s : list)
    //@ invariant acc(list.valid(), 1/2);
    {
      boolean b = list.add(s); //~ precondition
    }
  }

  //@ requires list.valid();
  static void demands(List<String> list) {
    for (String s : list)
    //@ invariant list.valid(); //~ invariant-entry
    {
    }
  }

  //@ requires acc(list.valid(), 1/2);
  //@ ensures list.valid(); //~ postcondition
  static void gains(List<String> list) {
    for (String s : list) {
      if (s == null) return;
    }
  }

  //@ requires list.valid() * list.size() == 1;
  static void knowsNothing(List<String> list) {
    int n = 0;
    for (String s : list)
    //@ invariant 0 <= n && n <= 5;
    {
      if (n < 5) n++;
    }
    //@ assert n == 1; //~ assert
  }

  //@ requires list.valid();
  static void another(ArrayList<String> list, ArrayList<String> other)
  //@ requires other.valid();
  {
    for (String s : list) {
      list = other;
    }
    //@ assert list == other; //~ assert
  }

  //@ requires list.valid();
  //@ ensures list.valid();
  //@ signals (RuntimeException e) list.valid(); //~ signals
  static void throwsOut(List<String> list) {
    for (String s : list) {
      throw new RuntimeException();
    }
  }
}
