package found.numbers;

import java.util.HashMap;
import java.util.Map;

/** Fibonacci numbers: recursive, iterative and with a memo. */
public class Fibonacci {
  private final Map<Integer, Integer> memo = new HashMap<>();

  public static int recursive(int n) {
    if (n <= 1) {
      return n;
    }
    return recursive(n - 1) + recursive(n - 2);
  }

  public static int iterative(int n) {
    int prev = 0;
    int current = 1;
    for (int i = 0; i < n; i++) {
      int next = prev + current;
      prev = current;
      current = next;
    }
    return prev;
  }

  public int memoized(int n) {
    if (memo.containsKey(n)) {
      return memo.get(n);
    }
    int f = n <= 1 ? n : memoized(n - 1) + memoized(n - 2);
    memo.put(n, f);
    return f;
  }

  public static int[] table(int size) {
    int[] table = new int[size];
    table[0] = 0;
    table[1] = 1;
    for (int i = 2; i < size; i++) {
      table[i] = table[i - 1] + table[i - 2];
    }
    return table;
  }

  public static void main(String[] args) {
    System.out.println(recursive(10));
    System.out.println(iterative(10));
    System.out.println(new Fibonacci().memoized(20));
  }
}
