import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/** `for` over lists, which lend their iterators one half, and over classes of the program. */
class ForOverLists {
  //@ requires acc(list.valid(), 1/2);
  //@ ensures acc(list.valid(), 1/2);
  static int few(List<String> list) {
    int n = 0;
    for (String s : list)
    //@ invariant 0 <= n && n <= 10;
    {
      if (n < 10) n++;
    }
    return n;
  }

  //@ requires list.valid();
  //@ ensures list.valid() * list.size() == 0;
  static void cleared(ArrayList<String> list) {
    for (String s : list) {}
    for (var s : list) {
      if (s == null) break;
    }
    list.clear();
  }

  //@ requires acc(list.valid(), 1/2);
  //@ ensures acc(list.valid(), 1/2);
  static boolean has(List<Integer> list, int wanted) {
    for (Integer n : list) {
      if (n != null && n == wanted) return true;
    }
    return false;
  }

  //@ requires list.valid();
  //@ ensures list.valid();
  static void labelled(List<String> list) {
    outer:
    for (String s : list)
    //@ invariant acc(list.valid(), 1/2);
    {
      for (String t : list) {
        if (s == t) continue outer;
        if (t == null) break outer;
      }
    }
    boolean b = list.add("end");
  }

  static void nothingIsHeld(List<String> list) {
    if (list == null) return;
    for (String s : list) {} //~ precondition
  }

  //@ requires names.valid();
  //@ ensures names.valid();
  static void below(Names names) {
    for (String s : names) {}
    names.clear();
  }

  //@ requires acc(list.valid(), 1/2);
  static void unboxes(List<Integer> list) {
    int n = 0;
    for (int m : list) { //~ null-dereference
      n = m;
    }
  }

  static void nobodyTells(Set<String> set) {
    if (set == null) return;
    for (String s : set) {} //~ invariant-entry
  }
}

class Names extends ArrayList<String> {}

class Countdown implements Iterable<String> {
  //@ ensures \result != null && \result.valid();
  public Iterator<String> iterator() {
    return new Ticks();
  }

  static int ticks(Countdown c) {
    int n = 0;
    if (c == null) return n;
    for (String s : c) {
      if (n < 3) n++;
    }
    return n;
  }
}

class Ticks implements Iterator<String> {
  private boolean isOver;

  //@ public predicate valid() { return acc(isOver); }

  //@ ensures valid();
  Ticks() {}

  //@ public ghost pure seq<Object> rest() { return isOver ? seq<Object>() : [null]; }

  public /*@ pure @*/ boolean hasNext() {
    return !isOver;
  }

  public String next() {
    isOver = true;
    return null;
  }
}
