package found.dynamic;

/** Longest subsequences and sums of sub-arrays. */
public class Subsequences {

  /** Kadane's algorithm. */
  public static int maxSum(int[] a) {
    if (a.length == 0) {
      throw new IllegalArgumentException("empty");
    }
    int best = a[0];
    int current = a[0];
    for (int i = 1; i < a.length; i++) {
      current = Math.max(a[i], current + a[i]);
      best = Math.max(best, current);
    }
    return best;
  }

  public static int longestIncreasing(int[] a) {
    int[] length = new int[a.length];
    int longest = 0;
    for (int i = 0; i < a.length; i++) {
      length[i] = 1;
      for (int j = 0; j < i; j++) {
        if (a[j] < a[i] && length[j] + 1 > length[i]) {
          length[i] = length[j] + 1;
        }
      }
      if (length[i] > longest) {
        longest = length[i];
      }
    }
    return longest;
  }

  /** Length of the longest common prefix. */
  //@ requires a != null && b != null;
  //@ ensures 0 <= \result && \result <= a.length() && \result <= b.length();
  public static int commonPrefix(String a, String b) {
    int n = 0;
    //@ loop_invariant 0 <= n && n <= a.length() && n <= b.length();
    while (n < a.length() && n < b.length() && a.charAt(n) == b.charAt(n)) {
      n++;
    }
    return n;
  }

  static boolean isSubsequence(String s, String text) {
    int i = 0;
    for (int j = 0; j < text.length(); j++) {
      if (s.charAt(i) == text.charAt(j)) {
        i++;
      }
    }
    return i == s.length();
  }
}
