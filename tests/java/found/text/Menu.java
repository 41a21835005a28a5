package found.text;

/** A menu with entries as inner objects. */
public class Menu {
  private final String title;
  private int count;

  /** An entry knows its menu. */
  class Entry {
    final String label;
    final int number;

    Entry(String label) {
      this.label = label;
      this.number = ++count;
    }

    String text() {
      return title + " " + number + ": " + label;
    }
  }

  Menu(String title) {
    this.title = title;
  }

  Entry add(String label) {
    return new Entry(label);
  }

  int count() {
    return count;
  }
}
