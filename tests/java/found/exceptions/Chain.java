package found.exceptions;

/** Translates exceptions between layers. */
public class Chain {

  static class StorageException extends Exception {
    final int code;

    StorageException(int code) {
      super("storage error " + code);
      this.code = code;
    }
  }

  static class ServiceException extends RuntimeException {
    ServiceException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  private final int[] store = new int[10];

  private int load(int key) throws StorageException {
    if (key < 0 || key >= store.length) {
      throw new StorageException(404);
    }
    return store[key];
  }

  private void save(int key, int value) throws StorageException {
    if (key > store.length) {
      throw new StorageException(500);
    }
    store[key] = value;
  }

  public int get(int key) {
    try {
      return load(key);
    } catch (StorageException e) {
      throw new ServiceException("cannot load " + key, e);
    }
  }

  public boolean put(int key, int value) {
    try {
      save(key, value);
      return true;
    } catch (StorageException e) {
      return e.code != 500;
    }
  }
}
