class Bits {
  public static void main(String[] args) {
    int[] all = {0, 1, -1, 2, 7, -8, 255, 65536, -65537, 1073741824, -2147483648, 2147483647};
    long[] wide = {0, 1, -1, 3, -8, 4294967296L, -8589934592L, 123456789012L, Long.MIN_VALUE, Long.MAX_VALUE};
    for (int a : all) {
      for (int b : all) {
        System.out.println(a + " " + b + ": " + (a & b) + " " + (a | b) + " " + (a ^ b) + " " + (a << b) + " " + (a >> b) + " " + (a >>> b));
      }
    }
    for (long a : wide) {
      for (long b : wide) {
        System.out.println((a & b) + " " + (a | b) + " " + (a ^ b));
      }
      for (int d : all) {
        System.out.println((a << d) + " " + (a >> d) + " " + (a >>> d) + " " + (a & d) + " " + (d | a));
      }
    }
    byte b = 100;
    b <<= 1;
    short s = -1;
    s >>>= 10;
    char c = 'x';
    c |= 256;
    System.out.println(b + " " + s + " " + (int) c);
  }
}
