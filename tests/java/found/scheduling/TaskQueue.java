package found.scheduling;

import java.util.NoSuchElementException;

/** Tasks in order of their priorities, kept in an array. */
public class TaskQueue {
  private Task[] tasks = new Task[4];
  private int size;

  public void add(Task task) {
    if (task == null) {
      throw new IllegalArgumentException("task");
    }
    if (size == tasks.length) {
      grow();
    }
    int i = size;
    while (i > 0 && tasks[i - 1].compareTo(task) < 0) {
      tasks[i] = tasks[i - 1];
      i--;
    }
    tasks[i] = task;
    size++;
  }

  private void grow() {
    Task[] bigger = new Task[tasks.length * 2];
    for (int i = 0; i < tasks.length; i++) {
      bigger[i] = tasks[i];
    }
    tasks = bigger;
  }

  public Task poll() {
    if (size == 0) {
      throw new NoSuchElementException("no tasks");
    }
    Task task = tasks[--size];
    tasks[size] = null;
    return task;
  }

  public Task peek() {
    return size == 0 ? null : tasks[size - 1];
  }

  public String nextName() {
    return peek().getName();
  }
}
