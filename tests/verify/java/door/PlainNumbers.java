/** Classes without contracts that do all that Java demands of numbers. */
class PlainNumbers {
    private static final int LIMIT = 100;

    static int average(int sum, int n) {
        if (n <= 0) return 0;
        return sum / n;
    }

    static int middle(int low, int high) {
        if (low < 0 || high < low) return -1;
        return low + (high - low) / 2;
    }

    static int clamped(int n) {
        return n < 0 ? 0 : n > LIMIT ? LIMIT : n;
    }

    static int next(int n) {
        return n == Integer.MAX_VALUE ? n : n + 1;
    }

    static long widened(int a, int b) {
        return (long) a * b + a - b;
    }

    static int remainder(int a, int b) {
        return b == 0 ? a : a % b;
    }

    static int opposite(int n) {
        if (n == Integer.MIN_VALUE) throw_away();
        return n == -2147483648 ? 0 : -n;
    }

    static void throw_away() { }

    static byte narrowed(int n) {
        return -128 <= n && n <= 127 ? (byte) n : 0;
    }

    static int digits(int n) {
        int count = 1;
        while (9 < n && count < 20) {
            n /= 10;
            count++;
        }
        return count;
    }

    static char next(char c) {
        if (c == 'z') return 'a';
        if (c < 'a' || 'z' < c) return c;
        return (char) (c + 1);
    }

    static int half(int low, int high) {
        return low < 0 || high < 0 ? 0 : (low + high) >>> 1;
    }
}
