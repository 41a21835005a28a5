package found.school;

/** A student with marks. */
public class Student {
  private static int nextId = 1;

  private final int id;
  private final String name;
  private final int[] marks;
  private int count;

  public Student(String name, int courses) {
    this.id = nextId++;
    this.name = name;
    this.marks = new int[courses];
  }

  public void addMark(int mark) {
    if (mark < 1 || mark > 6) {
      throw new IllegalArgumentException("mark " + mark);
    }
    marks[count++] = mark;
  }

  public int best() {
    int best = 6;
    for (int i = 0; i < count; i++) {
      if (marks[i] < best) {
        best = marks[i];
      }
    }
    return best;
  }

  public char initial() {
    return name.charAt(0);
  }

  public int getId() {
    return id;
  }

  public String label() {
    return id + " " + name;
  }

  static boolean sameInitial(Student a, Student b) {
    return a.initial() == b.initial();
  }
}
