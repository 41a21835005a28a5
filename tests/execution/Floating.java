/** Floating-point numbers: operators, conversions and functions, as Java computes them. */
class Floating {
    public static void main(String[] args) {
        double[] xs = {0.0, -0.0, 1.5, -2.5, 0.49999999999999994, 1e300, -1e-300, 0.0/0.0, 1/0.0, -1/0.0, 3, 7.25f};
        float[] fs = {0f, -0f, 1.5f, -2.5f, 16777217, 1e30f, 0f/0f};
        long h = 0;
        for (int i = 0; i < xs.length; i++) {
            for (int j = 0; j < xs.length; j++) {
                double x = xs[i], y = xs[j];
                System.out.println((long) (Math.max(x, y) * 100));
                System.out.println((int) (x % y * 7));
                System.out.println(Math.round(Math.min(x, y)));
                System.out.println(x < y ? 1 : x <= y ? 2 : x == y ? 3 : x != y ? 4 : 5);
                System.out.println((int) Math.floor(x / y));
                System.out.println((long) Math.ceil(x - y));
                System.out.println((byte) (x * y));
                System.out.println((char) 66.6 + (short) x);
            }
            double z = xs[i];
            z++; z *= 2; --z;
            int k = 7; k *= z; k += 0.7;
            System.out.println(k);
            System.out.println((float) z < z);
            System.out.println(Math.abs(z) == -z);
            System.out.println((int) Math.signum(z));
            System.out.println((int) Math.sqrt(Math.abs(z)));
            System.out.println((long) Math.rint(z));
        }
        for (int i = 0; i < fs.length; i++) {
            for (int j = 0; j < fs.length; j++) {
                float x = fs[i], y = fs[j];
                System.out.println((int) (x * y + x / y - x));
                System.out.println(Math.round(x - y));
                System.out.println((int) Math.max(x, y));
                System.out.println((int) Math.min(x, 2));
                System.out.println(x < y || x >= 2);
                System.out.println((long) (x + 1.0));
                System.out.println((long) (y + 1L));
            }
        }
        int n = 2147483647; long m = 9007199254740993L;
        float f = n; double d = m; float g = m;
        System.out.println((long) f);
        System.out.println((long) d);
        System.out.println((long) g);
    }
}
