package found.caches;

/** A pool of buffers. */
public class ObjectPool {

  /** A buffer of the pool. */
  static class Buffer {
    final byte[] bytes;
    boolean busy;

    Buffer(int size) {
      bytes = new byte[size];
    }
  }

  private final Buffer[] buffers;

  public ObjectPool(int count, int size) {
    buffers = new Buffer[count];
    for (int i = 0; i < count; i++) {
      buffers[i] = new Buffer(size);
    }
  }

  public Buffer acquire() {
    for (Buffer b : buffers) {
      if (!b.busy) {
        b.busy = true;
        return b;
      }
    }
    return null;
  }

  public void release(Buffer b) {
    if (!b.busy) {
      throw new IllegalStateException("not acquired");
    }
    b.busy = false;
  }

  public byte firstByte() {
    return acquire().bytes[0];
  }

  static byte toByte(int n) {
    if (n < -128 || n > 128) {
      throw new IllegalArgumentException("not a byte: " + n);
    }
    return (byte) n;
  }
}
