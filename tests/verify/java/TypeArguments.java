import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;

/** What type arguments tell: code knows of which type an element is, annotations must show it. */
class Pear {
  int x;
  List<String> names;
}

class Bowl<T> {
  T v;

  //@ requires acc(v, _);
  /*@ pure @*/ T get() {
    return v;
  }

  static <U> U id(U u) {
    return u;
  }
}

/** A class of the name of a type parameter. */
class T {
  int n;
}

class PearBowl extends Bowl<Pear> {
}

interface Order<T> {
  //@ ensures a == null || b == null ==> \result == 0;
  int compare(T a, T b);
}

class ByLength implements Order<String> {
  public int compare(String a, String b) {
    return a == null || b == null ? 0 : Integer.compare(a.length(), b.length());
  }
}

/** It overrides one method, and has another one beside it. */
class Lengths extends ByLength {
  public int compare(String a, String b) {
    return 0;
  }

  //@ ensures \result == 7;
  public int compare(int a, int b) {
    return 7;
  }

  /*@ pure @*/ String name(int n) {
    return "int";
  }

  /*@ pure @*/ String name(String s) {
    return s;
  }

  static void use(Lengths l) {
    if (l != null) {
      int a = l.compare(null, "b");
      int b = l.compare(1, 2);
      //@ assert b == 7;
      int c = l.name("a").length() + l.name(3).length();
      //@ assert 0 <= c;
    }
  }
}

class TypeArguments {
  static void code(List<String> list, HashMap<String, Pear> map, Iterator<String> it)
    //@ requires list.valid() * list.size() == 1 * map.valid() * it.valid() * 2 <= |it.rest()|;
  {
    if (list.get(0) != null) {
      int n = list.get(0).length();
      //@ assert 0 <= n;
      System.out.println(list.get(0));
    }
    Pear p = map.get(list.get(0));
    if (map.get("a") != null) {
      boolean same = map.get("a").equals(p);
      //@ assert same == (map.get("a") == p);
    }
    String s = it.next();
    Pear q = map.get(s);
    q = map.get(it.next());
    int m = map.get("b").x; //~ null-dereference
  }

  static void above(PearBowl b)
    //@ requires acc(b.v) * b.v != null * b.v instanceof Pear * acc(((Pear) b.v).x);
  {
    b.v.x = 7;
    int k = b.get().x + b.v.x;
    //@ assert k == 14;
  }

  static void annotated(List<String> list)
    //@ requires list.valid() * list.size() == 1 * list.get(0) != null;
  {
    //@ assert 0 <= list.get(0).length(); //~ assert:cast
  }

  //@ ensures \result == 1;
  static int kind(Object o) {
    return 1;
  }

  //@ ensures \result == 2;
  static int kind(String s) {
    return 2;
  }

  static void chosen(Bowl<String> b, HashMap<String, Pear> map)
    //@ requires acc(b.v) * map.valid();
  {
    int n = kind(b.get()) + kind(b.v) + kind(map.get("a"));
    //@ assert n == 5;
  }

  static void order(Order<String> o)
    //@ requires o != null;
  {
    int n = o.compare(null, "b") + new ByLength().compare("a", null);
    //@ assert n == 0;
  }
}
