package bank.app;

import bank.common.Check;
import bank.policy.BoundedFee;
import bank.policy.FeePolicy;
import bank.policy.FlatFee;
import bank.policy.NoFee;
import bank.policy.PercentFee;
import bank.policy.SteppedFee;
import bank.queue.LinkedQueue;
import bank.queue.Queues;
import bank.queue.RingQueue;
import bank.queue.Stack;

/** Exercises queues, the stack and fee policies. */
final class QueueDemo {
  private QueueDemo() {
  }

  static void run() {
    queues();
    policies();
  }

  private static void queues() {
    RingQueue ring = new RingQueue(3);
    ring.put(10);
    ring.put(20);
    ring.put(30);
    Check.that(ring.isFull(), "three are all");
    Check.same(10, ring.take(), "the oldest one");
    ring.put(40);
    Check.same(20, ring.peek(), "the next one");
    LinkedQueue linked = new LinkedQueue();
    Queues.move(ring, linked);
    Queues.move(ring, linked);
    Check.same(1, ring.size(), "one is left");
    Check.same(2, linked.size(), "two have moved");
    Check.same(20, linked.take(), "in their order");
    Check.same(30, linked.peek(), "both of them");
    int[] more = {1, 2, 3};
    int added = Queues.putAll(linked, more);
    Check.that(added == 3 || linked.isFull(), "as many as there is room for");
    long sum = Queues.drain(linked);
    Check.that(linked.size() == 0, "nothing is left");
    System.out.print("sum of the queue: ");
    System.out.println(sum);
  }

  private static void policies() {
    FlatFee flat = new FlatFee(30);
    Check.same(30, flat.fee(1000), "always the same");
    Check.same(20, flat.fee(20), "but not more than the amount");
    BoundedFee bounded = new BoundedFee(50, 10, 500);
    Check.that(10 <= bounded.fee(1000) && bounded.fee(1000) <= 500, "between bounds");
    int[] bounds = {100, 1000};
    int[] fees = {5, 20};
    SteppedFee stepped = new SteppedFee(bounds, fees);
    Check.same(0, stepped.fee(99), "free below the first bound");
    Check.same(5, stepped.fee(100), "the first step");
    Check.same(20, stepped.fee(5000), "the last step");
    Stack<FeePolicy> policies = new Stack<>();
    policies.push(new NoFee());
    policies.push(new PercentFee(25));
    policies.push(flat);
    Check.that(policies.peek() == flat, "the newest one");
    FeePolicy top = policies.pop();
    Check.that(top == flat, "the newest one");
    Check.same(2, policies.size(), "two are left");
    Check.show("fee of the stepped policy", stepped.fee(5000));
  }
}
