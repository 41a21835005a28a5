/** Classes without contracts that violate what Java demands: each is a run that ends with an exception or overflows. */
class PlainFails {
    private int[] items = new int[4];
    private int size;

    static int average(int sum, int n) {
        return sum / n; //~ division-by-zero //~ overflow
    }

    static int remainder(int a, int b) {
        if (a < b) return 0;
        return a % b; //~ division-by-zero
    }

    static int length(String s) {
        return s.length(); //~ null-dereference
    }

    static char first(String s) {
        return s == null ? ' ' : s.charAt(0); //~ precondition:may-not-hold
    }

    static int[] made(int n) {
        return new int[n - 1]; //~ overflow //~ negative-array-size
    }

    static int last() {
        int[] a = {1, 2};
        return a[a.length]; //~ index-out-of-bounds
    }

    static String cast(Object o) {
        return (String) o; //~ cast
    }

    static PlainFails castAfterTest(Object o) {
        if (!(o instanceof PlainFails)) return (PlainFails) o; //~ cast
        return (PlainFails) o;
    }

    static int opposite(int n) {
        return n < 0 ? -n : n; //~ overflow
    }

    static byte narrowed(int n) {
        return n < 0 ? 0 : (byte) n; //~ overflow
    }

    static int product(int a) {
        int b = a / 2;
        return b * b; //~ overflow
    }

    static long widenedTooLate(int a) {
        if (a < 0) return 0;
        long b = a * 2; //~ overflow
        return b;
    }

    int pop() {
        return items[--size]; //~ insufficient-permission
    }

    static void given(int[] a) {
        if (a != null && a.length > 0) {
            a[0] = 1; //~ insufficient-permission
        }
    }

    static int wrongOrder(String s) {
        if (s.length() > 0 && s != null) return 1; //~ null-dereference
        return 0;
    }

    static int afterLoop() {
        int[] a = new int[3];
        int i = 0;
        while (i < a.length) i++;
        return a[i]; //~ index-out-of-bounds
    }

    static int thrown(int n) {
        if (n == 3) throw new IllegalArgumentException("three"); //~ assert:may-not-hold
        return n;
    }

    static int oneCaught(int[] a, int i) {
        try {
            return a.length / i; //~ null-dereference
        } catch (ArithmeticException e) {
            return -1;
        }
    }

    static class Part {
        int n = 3;
        int m = 6 / (n - 3); //~ division-by-zero
    }
}
