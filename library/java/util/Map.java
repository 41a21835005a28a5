package java.util;

/**
 * A map that can be changed; `contents()` says which keys it has, and what it maps them to. Keys
 * compare by their `equals`: so they must be strings, boxes, or objects that are equal only to themselves
 * (`ByIdentity`, which boxes are as well). The `equals` of others could do anything. There are no more entries than an `int`
 * can count.
 */
public interface Map<K, V> {
  //@ predicate valid();

  //@ requires acc(valid(), _);
  //@ ghost pure map<Object, Object> contents();

  //@ requires acc(valid(), _);
  //@ ensures \result == |dom(contents())|;
  /*@ pure @*/ int size();

  //@ requires acc(valid(), _);
  //@ ensures \result == (|dom(contents())| == 0);
  /*@ pure @*/ boolean isEmpty();

  //@ requires acc(valid(), _);
  //@ requires key == null || key instanceof String || key instanceof ByIdentity;
  //@ ensures \result == (key in dom(contents()));
  /*@ pure @*/ boolean containsKey(Object key);

  //@ requires acc(valid(), _);
  //@ requires key == null || key instanceof String || key instanceof ByIdentity;
  //@ ensures \result == (key in dom(contents()) ? contents()[key] : null);
  /*@ pure @*/ V get(Object key);

  //@ requires acc(valid(), _);
  //@ requires key == null || key instanceof String || key instanceof ByIdentity;
  //@ ensures \result == (key in dom(contents()) ? contents()[key] : other);
  /*@ pure @*/ V getOrDefault(Object key, V other);

  //@ requires valid();
  //@ requires key == null || key instanceof String || key instanceof ByIdentity;
  //@ requires key in dom(contents()) || size() < Integer.MAX_VALUE;
  //@ ensures valid() * contents() == old(contents())[key := value];
  //@ ensures \result == old(key in dom(contents()) ? contents()[key] : null);
  V put(K key, V value);

  //@ requires valid();
  //@ requires key == null || key instanceof String || key instanceof ByIdentity;
  //@ ensures valid() * !(key in dom(contents()));
  //@ ensures dom(contents()) == (dom(old(contents())) setminus set{key});
  //@ ensures (\forall Object k; k in dom(contents()); contents()[k] == old(contents())[k]);
  //@ ensures \result == old(key in dom(contents()) ? contents()[key] : null);
  V remove(Object key);

  //@ requires valid();
  //@ ensures valid() * |dom(contents())| == 0;
  void clear();

  /** A key with its value. */
  public interface Entry<K, V> {
  }
}
