package java.io;

/** A file that is not there. */
public class FileNotFoundException extends IOException {
  public FileNotFoundException();

  public FileNotFoundException(String message);
}
