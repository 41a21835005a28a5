package found.strings;

/** Palindromes of several kinds. */
public class Palindromes {

  /** Reads the same in both directions. */
  public static boolean isPalindrome(String s) {
    if (s == null) {
      return false;
    }
    int i = 0;
    int j = s.length() - 1;
    while (i < j) {
      if (s.charAt(i) != s.charAt(j)) {
        return false;
      }
      i++;
      j--;
    }
    return true;
  }

  public static boolean isPalindrome(int n) {
    if (n < 0) {
      return false;
    }
    int reversed = 0;
    int rest = n;
    while (rest > 0) {
      reversed = reversed * 10 + rest % 10;
      rest /= 10;
    }
    return reversed == n;
  }

  /** Recursive version. */
  public static boolean isPalindromeRecursive(String s) {
    if (s.length() < 2) {
      return true;
    }
    if (s.charAt(0) != s.charAt(s.length() - 1)) {
      return false;
    }
    return isPalindromeRecursive(s.substring(1, s.length() - 1));
  }

  /** Length of the longest palindrome around a centre. */
  static int expand(String s, int left, int right) {
    while (left >= 0 && right < s.length() && s.charAt(left) == s.charAt(right)) {
      left--;
      right++;
    }
    return right - left - 1;
  }

  public static void main(String[] args) {
    System.out.println(isPalindrome("racecar"));
    System.out.println(isPalindrome(12321));
    System.out.println(isPalindromeRecursive("abba"));
    System.out.println(expand("abacab", 2, 2));
  }
}
