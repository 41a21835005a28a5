package found.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A list of names with some functional helpers. */
public class Report {
  private final List<String> names = new ArrayList<>();

  public void add(String name) {
    names.add(name);
  }

  public List<String> sorted() {
    List<String> copy = new ArrayList<>(names);
    copy.sort(Comparator.comparing(String::length));
    return copy;
  }

  public long countLong(int min) {
    return names.stream().filter(n -> n.length() >= min).count();
  }

  public void print() {
    names.forEach(System.out::println);
  }

  public int size() {
    return names.size();
  }
}
