import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What contracts of Java's libraries say; the names of classes are those of type parameters there. */
class E {
  int x;
}

class K extends E {
}

/** Its objects compare as its `equals` says. */
class V {
  private int id;

  public boolean equals(Object other) {
    return false;
  }
}

/** A class of the program has the name of one that a library's class uses. */
class ByIdentity {
}

/** A list that inherits all contracts. */
class Names extends ArrayList<String> {
}

class Library {
  static void lists(E a, E b) {
    List<E> list = new ArrayList<>();
    list.add(a);
    list.add(0, b);
    //@ assert list.size() == 2 && list.contents() == [b, a];
    E c = list.get(0);
    E d = list.remove(0);
    //@ assert c == b && d == b && list.contents() == [a];
    ArrayList<E> more = new ArrayList<>(3);
    more.add(null);
    //@ assert more.contents() == [null];
    more.add(2, a); //~ precondition
  }

  static void capacity(int n) {
    ArrayList<E> list = new ArrayList<>(n); //~ precondition
  }

  //@ requires names.valid();
  //@ ensures names.valid() * names.contents() == \old(names.contents()) ++ [name];
  static void inherited(Names names, String name) {
    names.add(name);
  }

  static void iterate(E a, E b) {
    ArrayList<E> list = new ArrayList<>();
    list.add(a);
    list.add(b);
    Iterator<E> it = list.iterator();
    E c = it.next();
    //@ assert c == a && it.hasNext() && list.size() == 2;
    E d = it.next();
    //@ assert d == b && !it.hasNext();
    //@ list.giveBack(it);
    list.add(c);
    //@ assert list.contents() == [a, b, a];
  }

  static void all(ArrayList<E> list)
    //@ requires list.valid();
    //@ ensures list.valid() * list.contents() == \old(list.contents());
  {
    Iterator<E> it = list.iterator();
    int n = 0;
    //@ loop_invariant it.valid() * acc(list.valid(), 1/2);
    //@ loop_invariant list.contents() == \old(list.contents());
    //@ loop_invariant 0 <= n && n + |it.rest()| == list.size();
    while (it.hasNext()) {
      it.next();
      n++;
    }
    //@ list.giveBack(it);
    //@ assert n == list.size();
  }

  static void maps(E a, K b) {
    Map<String, E> map = new HashMap<>();
    map.put("a", a);
    map.put("b", b);
    E c = map.get("a");
    E d = map.get("c");
    //@ assert c == a && d == null && map.size() == 2;
    E e = map.remove("a");
    //@ assert e == a && !map.containsKey("a") && map.containsKey("b");
    E f = map.getOrDefault("a", a);
    map.clear();
    //@ assert f == a && map.isEmpty();
  }

  //@ requires a != b;
  static void identities(E a, K b) {
    HashMap<E, String> names = new HashMap<>();
    names.put(a, "x");
    names.put(b, "y");
    names.put(null, "z");
    String n = names.get(a);
    //@ assert a != null && b != null ==> n == "x";
  }

  //@ requires map.valid();
  //@ ensures map.valid();
  static void full(HashMap<String, E> map, String key) {
    map.put(key, null); //~ precondition
  }

  static void objects(E a, K b, V c, V d) {
    if (a != null && c != null) {
      boolean same = a.equals(b);
      //@ assert same == (a == b);
      boolean other = c.equals(c);
      int hash = a.hashCode();
      String text = b.toString(); //~ null-dereference
    }
  }

  static void strings(String s, String t) {
    boolean b = "a".equals("b");
    //@ assert !b;
    if (s != null && s.equals(t)) {
      int n = s.length();
      //@ assert n == t.length();
    }
    if (s == t) {
      //@ assert s != null ==> s.equals(t);
    }
    String u = "abc".substring(1, 2).concat("xy");
    //@ assert u.length() == 3 && u.charAt(0) == "abc".charAt(1);
    String x = String.valueOf('c');
    int at = x.indexOf('c');
    //@ assert x.charAt(0) == 'c' && at == 0;
    String v = "abc".substring(2, 4); //~ precondition
  }

  static void numbers(int n, long m) {
    //@ assert Math.max(n, 3) == Integer.max(3, n);
    long k = Math.max(m, 7);
    //@ assert 7 <= k;
    int i = Math.floorMod(-1, 5) + Math.floorDiv(-7, 2) + Math.abs(-3);
    //@ assert i == 4 - 4 + 3;
    int j = Math.toIntExact(Math.abs(-5L)) + Long.signum(m) - Long.signum(m);
    //@ assert j == 5;
    boolean digit = Character.isDigit('7') && Character.isLetter(Character.toUpperCase('z'));
    //@ assert digit;
    E e = Objects.requireNonNull(new E());
    //@ assert e != null;
    int p = Math.multiplyExact(n, 2); //~ precondition //~ precondition:may-not-hold
  }
}
