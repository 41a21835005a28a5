// Guards against: a class of the program in place of one that a library's contract means.
import java.util.ArrayList;

class List {
  int n;
}

class Shadowed {
  static void m(ArrayList<Shadowed> a, Object o) {
    List l = a; //~ type-mismatch
  }
}
