package found.bits;

/** A set of small numbers as an array of booleans. */
public class BitField {
  private final boolean[] bits;

  public BitField(int size) {
    bits = new boolean[size];
  }

  public void set(int i) {
    bits[i] = true;
  }

  public void clear(int i) {
    bits[i] = false;
  }

  public boolean get(int i) {
    return i >= 0 && i <= bits.length && bits[i];
  }

  public int cardinality() {
    int n = 0;
    for (boolean b : bits) {
      if (b) {
        n++;
      }
    }
    return n;
  }

  public void flipAll() {
    for (int i = 0; i < bits.length; i++) {
      bits[i] = !bits[i];
    }
  }

  public boolean intersects(BitField other) {
    for (int i = 0; i < bits.length; i++) {
      if (bits[i] && other.bits[i]) {
        return true;
      }
    }
    return false;
  }
}
