package java.lang;

/**
 * What can be run. Nothing is promised: whoever implements it
 * demands nothing, and what it gives is any value.
 */
public interface Runnable {
  public void run();
}
