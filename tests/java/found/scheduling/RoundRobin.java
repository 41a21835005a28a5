package found.scheduling;

/** Round robin scheduling of jobs. */
public class RoundRobin {
  private final int quantum;

  public RoundRobin(int quantum) {
    this.quantum = quantum;
  }

  /** Time at which each job ends. */
  public int[] finish(int[] burst) {
    int[] rest = new int[burst.length];
    int[] end = new int[burst.length];
    for (int i = 0; i < burst.length; i++) {
      rest[i] = burst[i];
    }
    int time = 0;
    int left = burst.length;
    while (left > 0) {
      for (int i = 0; i < rest.length; i++) {
        if (rest[i] == 0) {
          continue;
        }
        int slice = Math.min(quantum, rest[i]);
        time += slice;
        rest[i] -= slice;
        if (rest[i] == 0) {
          end[i] = time;
          left--;
        }
      }
    }
    return end;
  }

  static int averageWait(int[] waits) {
    int sum = 0;
    for (int i = 0; i < waits.length; i++) {
      sum += waits[i];
    }
    return sum / waits.length;
  }

  public int rounds(int burst) {
    return burst / quantum + (burst % quantum == 0 ? 0 : 1);
  }
}
