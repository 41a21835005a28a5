// Guards against: a map whose keys run code of the program.
import java.util.HashMap;

class Key {
  int n;
}

class EqualKey extends Key {
  public boolean equals(Object other) {
    return true;
  }
}

class Hashed {
  public int hashCode() {
    return 7;
  }
}

class Plain {
}

class Maps {
  static void above(Key k) {
    HashMap<Key, Plain> map = new HashMap<>();
    map.put(k, null); //~ precondition
  }

  static void own(EqualKey k) {
    HashMap<EqualKey, Plain> map = new HashMap<>();
    map.put(k, null); //~ precondition
  }

  static void hashed(Hashed k) {
    HashMap<Hashed, Plain> map = new HashMap<>();
    boolean b = map.containsKey(k); //~ precondition
  }

  static <K> void erased(K k) {
    HashMap<K, Plain> map = new HashMap<>();
    map.remove(k); //~ precondition
  }

  static void twoKeys(Plain a, Plain b) {
    HashMap<Plain, String> map = new HashMap<>();
    map.put(a, "a");
    map.put(b, "b");
    String s = map.get(a);
    //@ assert s == "a"; //~ assert
  }
}
