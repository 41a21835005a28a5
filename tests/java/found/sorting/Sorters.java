package found.sorting;

/** Strategies by name. */
public class Sorters {

  private static class Gnome implements Sorter {
    @Override
    public void sort(int[] data) {
      int i = 0;
      while (i < data.length) {
        if (i == 0 || data[i - 1] <= data[i]) {
          i++;
        } else {
          int t = data[i];
          data[i] = data[i - 1];
          data[--i] = t;
        }
      }
    }

    @Override
    public String name() {
      return "gnome";
    }
  }

  private static class OddEven implements Sorter {
    @Override
    public void sort(int[] data) {
      boolean done = false;
      while (!done) {
        done = pass(data, 0) & pass(data, 1);
      }
    }

    private boolean pass(int[] data, int start) {
      boolean unchanged = true;
      for (int i = start; i + 1 < data.length; i += 2) {
        if (data[i] > data[i + 1]) {
          int t = data[i];
          data[i] = data[i + 1];
          data[i + 1] = t;
          unchanged = false;
        }
      }
      return unchanged;
    }

    @Override
    public String name() {
      return "odd-even";
    }
  }

  /** Finds a strategy; null if there is none of this name. */
  public static Sorter byName(String name) {
    switch (name) {
      case "gnome":
        return new Gnome();
      case "odd-even":
        return new OddEven();
      default:
        return null;
    }
  }

  public static void main(String[] args) {
    Sorter sorter = byName(args[0]);
    System.out.println("using " + sorter.name());
    int[] out = sorter.sorted(new int[] {3, 1, 2});
    System.out.println(out[0]);
  }
}
