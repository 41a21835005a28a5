package found.games;

/** High scores of a game; keeps the best five. */
public class Score {
  private final int[] best = new int[5];
  private final String[] names = new String[5];

  public void record(String name, int points) {
    int i = 4;
    if (points <= best[i]) {
      return;
    }
    while (i >= 0 && best[i - 1] < points) {
      best[i] = best[i - 1];
      names[i] = names[i - 1];
      i--;
    }
    best[i] = points;
    names[i] = name;
  }

  public int best() {
    return best[0];
  }

  public String champion() {
    return names[0];
  }

  public int nameLength() {
    return champion().length();
  }

  static int average(int points, int games) {
    return games > 0 ? points / games : 0;
  }

  static int level(int points) {
    int level = 1;
    int needed = 100;
    while (points >= needed && level < 10) {
      points -= needed;
      level++;
    }
    return level;
  }
}
