package bank.app;

import bank.common.Limits;
import bank.queue.IntQueue;

/** Orders that wait in queues. */
public final class Batch {
  private Batch() {
  }

  /**
   * Pays all amounts of a queue into an account. What is no amount, or does not
   * fit, goes to the end of another queue. Returns what was paid in.
   */
  //@ requires bank.valid() * queue.valid() * refused.valid();
  //@ requires bank.entries() + queue.size() <= 900000;
  //@ requires refused.free() >= queue.size();
  //@ ensures bank.valid() * queue.valid() * refused.valid();
  //@ ensures queue.contents() == [] * bank.ids() == old(bank.ids());
  //@ ensures bank.money() == old(bank.money()) + \result;
  //@ ensures |refused.contents()| <= old(|refused.contents()| + |queue.contents()|);
  //@ ensures bank.earned() == old(bank.earned());
  //@ ensures bank.entries() <= old(bank.entries() + queue.size());
  public static long depositAll(Bank bank, int id, IntQueue queue, IntQueue refused) {
    long paid = 0;
    /*@ invariant bank.valid() * queue.valid() * refused.valid();
      @ invariant bank.entries() + queue.size() <= old(bank.entries() + queue.size());
      @ invariant refused.free() >= queue.size();
      @ invariant bank.ids() == old(bank.ids()) * bank.earned() == old(bank.earned());
      @ invariant bank.money() == old(bank.money()) + paid;
      @ invariant 0 <= paid && paid <= 100000000 * (bank.entries() - old(bank.entries()));
      @ invariant |refused.contents()| + |queue.contents()|
      @   <= old(|refused.contents()| + |queue.contents()|);
      @ decreases queue.size();
      @*/
    while (queue.size() > 0) {
      int amount = queue.take();
      if (Limits.isAmount(amount) && bank.deposit(id, amount)) {
        paid += amount;
      } else {
        refused.put(amount);
      }
    }
    return paid;
  }
}
