package found.scheduling;

/** A task with a priority. */
public class Task implements Comparable<Task> {
  private final String name;
  private final int priority;
  private int remaining;

  public Task(String name, int priority, int remaining) {
    this.name = name;
    this.priority = priority;
    this.remaining = remaining;
  }

  public String getName() {
    return name;
  }

  public int getPriority() {
    return priority;
  }

  public boolean isDone() {
    return remaining == 0;
  }

  public void work(int time) {
    if (time > remaining) {
      throw new IllegalArgumentException("too long");
    }
    remaining -= time;
  }

  @Override
  public int compareTo(Task other) {
    return this.priority - other.priority;
  }
}
