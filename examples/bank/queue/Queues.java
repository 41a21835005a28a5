package bank.queue;

import bank.common.Sums;

/** What can be done with any queues. */
public final class Queues {
  private Queues() {
  }

  /** Moves the oldest element of one queue to the end of another one. */
  //@ requires from.valid() * to.valid() * 0 < from.size() * !to.isFull();
  //@ ensures from.valid() * to.valid();
  //@ ensures from.contents() == old(from.contents())[1..];
  //@ ensures to.contents() == old(to.contents()) ++ [old(from.contents())[0]];
  public static void move(IntQueue from, IntQueue to) {
    to.put(from.take());
  }

  /** Empties a queue, and returns the sum of what was in it. */
  //@ requires queue.valid();
  //@ ensures queue.valid() * |queue.contents()| == 0;
  //@ ensures \result == Sums.sum(old(queue.contents()));
  public static long drain(IntQueue queue) {
    //@ ghost seq<int> all = queue.contents();
    //@ ghost seq<int> done = [];
    long sum = 0;
    /*@ invariant queue.valid() * done ++ queue.contents() == all;
      @ invariant sum == Sums.sum(done) && |all| == |done| + queue.size();
      @ invariant -2147483648 * |done| <= sum && sum <= 2147483647 * |done|;
      @ invariant |all| <= 2147483647;
      @ decreases queue.size();
      @*/
    while (queue.size() > 0) {
      int value = queue.take();
      //@ Sums.sumOfAppended(done, value);
      //@ done = done ++ [value];
      sum += value;
    }
    //@ assert done == all;
    return sum;
  }

  /** Puts the elements of an array into a queue, as far as there is room. */
  //@ requires queue.valid() * acc(a.elems, 1/2);
  //@ ensures queue.valid() * acc(a.elems, 1/2) * 0 <= \result && \result <= a.length;
  //@ ensures queue.contents() == old(queue.contents()) ++ a[..\result];
  //@ ensures \result < a.length ==> queue.isFull();
  public static int putAll(IntQueue queue, int[] a) {
    int i = 0;
    /*@ invariant queue.valid() * acc(a.elems, 1/2) * 0 <= i && i <= a.length;
      @ invariant queue.contents() == old(queue.contents()) ++ a[..i];
      @ decreases a.length - i;
      @*/
    while (i < a.length && !queue.isFull()) {
      queue.put(a[i]);
      i++;
    }
    return i;
  }
}
