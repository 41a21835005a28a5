package found.school;

/** Grades from points. */
public final class Grades {
  private Grades() {
  }

  static char grade(int points) {
    if (points < 0 || points > 100) {
      throw new IllegalArgumentException("points: " + points);
    }
    if (points >= 90) {
      return 'A';
    } else if (points >= 80) {
      return 'B';
    } else if (points >= 70) {
      return 'C';
    } else {
      return 'F';
    }
  }

  static boolean passed(int points) {
    return points >= 70;
  }

  //@ ensures 0 <= \result && \result <= 100;
  static int clamp(int points) {
    return Math.max(0, Math.min(100, points));
  }

  //@ requires 0 < possible && 0 <= points && points <= possible && possible <= 10000;
  //@ ensures 0 <= \result;
  static int percent(int points, int possible) {
    return 100 * points / possible;
  }

  static int average(int[] points) {
    int sum = 0;
    int n = 0;
    for (int p : points) {
      if (p >= 0) {
        sum += p;
        n++;
      }
    }
    return sum / n;
  }

  static int bonus(char grade) {
    return 'F' - grade;
  }
}
