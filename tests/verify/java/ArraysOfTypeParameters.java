/** Containers on arrays of a type parameter, whose elements were made as objects of another class. */
class ArraysOfTypeParameters {
  static class Stack<Item> {
    Item[] a;
    int n;

    /*@ predicate valid() {
      return acc(a) * acc(n) * a != null * acc(a.elems) * 0 <= n <= a.length * 0 < a.length;
    } @*/

    //@ ensures valid();
    Stack() {
      a = (Item[]) new Object[8];
      n = 0;
    }

    //@ requires valid();
    //@ ensures valid();
    void push(Item item) {
      if (n == a.length && n < 1000000) {
        resize(2 * n);
      }
      if (n < a.length) {
        a[n++] = item;
      }
    }

    //@ requires acc(a) * acc(n) * a != null * acc(a.elems) * 0 <= n <= a.length * a.length < capacity;
    //@ ensures acc(a) * acc(n) * a != null * acc(a.elems) * 0 <= n < a.length;
    private void resize(int capacity) {
      Item[] copy = (Item[]) new Object[capacity];
      for (int i = 0; i < n; i++)
        //@ invariant acc(a) * acc(n) * a != null * acc(a.elems) * acc(copy.elems);
        //@ invariant 0 <= i <= n && n <= a.length && n < copy.length;
      {
        copy[i] = a[i];
      }
      a = copy;
    }

    //@ requires valid();
    //@ ensures valid();
    Item pop() {
      if (n == 0) {
        return null;
      }
      Item item = a[--n];
      a[n] = null;
      return item;
    }
  }

  static class Keys<Key extends Comparable<Key>> {
    Key[] keys;

    //@ requires 0 <= n;
    //@ ensures acc(keys) * keys != null * acc(keys.elems) * keys.length == n;
    Keys(int n) {
      keys = (Key[]) new Comparable[n];
    }

    //@ requires acc(keys, 1/2) * keys != null * acc(keys.elems, 1/2);
    //@ requires 0 <= i && i < keys.length && 0 <= j && j < keys.length;
    //@ requires keys[i] != null;
    //@ ensures acc(keys, 1/2) * keys != null * acc(keys.elems, 1/2);
    boolean less(int i, int j) {
      return keys[i].compareTo(keys[j]) < 0;
    }
  }

  //@ ensures \result == null;
  static String texts() {
    Stack<String>[] all = (Stack<String>[]) new Stack[3];
    Stack<String>[] others = new Stack[2];
    Stack<String>[][] rows = (Stack<String>[][]) new Stack[2][2];
    return all[1] == null && others[0] == null && rows[1][1] == null ? null : "";
  }

  static void client() {
    Stack<String> stack = new Stack<String>();
    stack.push("a");
    String s = stack.pop();
  }
}
