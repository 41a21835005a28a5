package found.numbers;

/** Prime numbers. */
public class Primes {

  public static boolean isPrime(int n) {
    if (n < 2) {
      return false;
    }
    for (int d = 2; d * d <= n; d++) {
      if (n % d == 0) {
        return false;
      }
    }
    return true;
  }

  /** The sieve of Eratosthenes. */
  public static boolean[] sieve(int limit) {
    boolean[] composite = new boolean[limit + 1];
    for (int i = 2; i <= limit; i++) {
      if (!composite[i]) {
        for (int j = 2 * i; j <= limit; j += i) {
          composite[j] = true;
        }
      }
    }
    return composite;
  }

  public static int countPrimes(int limit) {
    if (limit < 2) {
      return 0;
    }
    boolean[] composite = sieve(limit);
    int count = 0;
    for (int i = 2; i <= limit; i++) {
      if (!composite[i]) {
        count++;
      }
    }
    return count;
  }

  public static int nextPrime(int n) {
    int candidate = n + 1;
    while (!isPrime(candidate)) {
      candidate++;
    }
    return candidate;
  }

  public static int smallestFactor(int n) {
    int f = 2;
    while (n % f != 0) {
      f++;
    }
    return f;
  }

  public static void main(String[] args) {
    System.out.println(isPrime(97));
    System.out.println(countPrimes(100));
    System.out.println(nextPrime(100));
  }
}
