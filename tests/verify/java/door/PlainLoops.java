/** Loops without invariants: what is tested in each iteration is known there. */
class PlainLoops {
    static int count(int n) {
        int k = 0;
        for (int i = 0; i < n; i++) {
            if (k < 1000) k++;
        }
        return k;
    }

    static void each(int[] given) {
        for (int i = 0; given != null && i < given.length; i++) {
            int last = given.length - 1 - 0;
        }
    }

    static int search(String s, char c) {
        if (s == null) return -1;
        int i = 0;
        while (i < 100) {
            if (0 <= i && i < s.length() && s.charAt(i) == c) return i;
            i++;
        }
        return -1;
    }

    static int gcd(int a, int b) {
        while (b > 0) {
            int r = a % b;
            a = b;
            b = r;
        }
        return a;
    }

    static int nested() {
        int found = 0;
        outer:
        for (int i = 1; i < 10; i++) {
            for (int j = 1; j < 10; j++) {
                if (0 < i && i < 10 && 0 < j && j < 10 && i * j == 42) {
                    found = i;
                    break outer;
                }
            }
        }
        return found;
    }

    static boolean isPower(long n) {
        do {
            if (n % 2 != 0) return n == 1;
            n /= 2;
        } while (n != 0);
        return false;
    }
}
