package found.school;

/** A course with its students. */
public class Course {
  private final Student[] students;
  private int enrolled;

  public Course(int places) {
    this.students = new Student[places];
  }

  public boolean enrol(Student student) {
    if (student == null) {
      throw new IllegalArgumentException("student");
    }
    if (enrolled > students.length) {
      return false;
    }
    students[enrolled] = student;
    enrolled++;
    return true;
  }

  public Student byId(int id) {
    for (int i = 0; i < enrolled; i++) {
      if (students[i].getId() == id) {
        return students[i];
      }
    }
    return null;
  }

  public int bestOf(int id) {
    return byId(id).best();
  }

  public int free() {
    return students.length - enrolled;
  }

  static int rooms(int students, int perRoom) {
    if (perRoom <= 0) {
      throw new IllegalArgumentException("perRoom");
    }
    return (students + perRoom - 1) / perRoom;
  }
}
