package java.util;

/** A map in a hash table; its contracts are those of `Map`. */
public class HashMap<K, V> implements Map<K, V> {
  //@ public predicate valid();

  //@ public ghost pure map<Object, Object> contents();

  //@ ensures valid() * |dom(contents())| == 0;
  public HashMap();

  public /*@ pure @*/ int size();

  public /*@ pure @*/ boolean isEmpty();

  public /*@ pure @*/ boolean containsKey(Object key);

  public /*@ pure @*/ V get(Object key);

  public /*@ pure @*/ V getOrDefault(Object key, V other);

  public V put(K key, V value);

  public V remove(Object key);

  public void clear();

  /** Inherited from `AbstractMap`. */
  public static class SimpleEntry<K, V> {
  }

  /** Inherited from `AbstractMap`. */
  public static class SimpleImmutableEntry<K, V> {
  }
}
