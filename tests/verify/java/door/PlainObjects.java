/** Classes without contracts that ask before they use a reference, an array or a class. */
class PlainObjects {
    private static final PlainObjects NONE = null;

    static int length(String s) {
        return s == null ? 0 : s.length();
    }

    static char first(String s) {
        if (s == null || s.isEmpty()) return ' ';
        return s.charAt(0);
    }

    static int[] made(int n) {
        if (n < 0) return new int[0];
        int[] a = new int[n];
        for (int i = 0; i < a.length; i++) {
            if (a.length == 0) break;
        }
        return a;
    }

    static int own() {
        int[] a = {3, 1, 2};
        a[2] = a[0] - a[1];
        return a[a.length - 1];
    }

    static String cast(Object o) {
        if (o instanceof String) return (String) o;
        return "";
    }

    static String castOfNull() {
        Object o = null;
        return (String) o;
    }

    static int size(int[] a, int[] b) {
        if (a == b || b == null) return 0;
        return b.length;
    }

    static int caught(int[] a, Object o) {
        try {
            String s = (String) o;
            return s.length() / a.length;
        } catch (NullPointerException | ArithmeticException e) {
            return -1;
        } catch (ClassCastException e) {
            return -2;
        }
    }

    static class Pair {
        int left = 1;
        int right = 2;

        Pair() {
            left = right - left;
            this.right = -left;
        }
    }

    static Pair pair(boolean b) {
        Pair p = b ? new Pair() : null;
        return p != null ? p : new Pair();
    }
}
