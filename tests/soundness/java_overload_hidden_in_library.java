// A library's class may have members that are not known and that Java takes.
import java.util.ArrayList;

class P {}

class MyList extends ArrayList<P> {
  int f;

  //@ ensures acc(f) * f == 0;
  MyList() {}

  //@ requires acc(f);
  //@ ensures acc(f) * f == 1;
  public void ensureCapacity(long n) { f = 1; }

  //@ requires acc(f);
  //@ ensures acc(f) * f == 1;
  void own(P p, int n) { f = 1; }
}

class A {
  static void wider() {
    MyList l = new MyList();
    l.ensureCapacity(5); //~ unsupported
  }

  static void exactly() {
    MyList l = new MyList();
    l.ensureCapacity(5L);
    l.own(new P(), 2);
    //@ assert l.f == 1;
  }

  static void missing() {
    MyList l = new MyList();
    l.own(null, 2); //~ unsupported
  }
}
