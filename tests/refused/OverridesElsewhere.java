// What is called of a `List` is no member of a class that is not one, although both are below `Iterable`.
// verified: Own.Own
// failed: Lists.first
// unknown: Lists.caught
// refused: Own.iterator
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;

class Own<T> implements Iterable<T> {
  HashMap<T, T> map = new HashMap<>();

  public Iterator<T> iterator() { return map.keySet().iterator(); }
}

class Lists {
  static int first(List<Integer> all) {
    for (int one : all) {
      if (one == 1) return 0;
    }
    return 1;
  }

  static int caught(Iterable<Integer> all) {
    try {
      Iterator<Integer> one = all.iterator();
      return 0;
    } catch (RuntimeException e) {
      return 1;
    }
  }
}
