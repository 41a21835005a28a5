package q;
import p.O;
import p.Y;
public class T {
  //@ requires acc(O.cnt) * O.cnt == 0;
  //@ ensures acc(O.cnt) * O.cnt == 0;
  static void a() { int o = Y.s(); }
}
