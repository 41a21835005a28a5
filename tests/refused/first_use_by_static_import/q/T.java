package q;
import static p.X.r;
import p.O;
public class T {
  //@ requires acc(O.cnt) * O.cnt == 0;
  //@ ensures acc(O.cnt);
  static void a() { int q = r(); int z = O.cnt;
     //@ assert z == 0;
  }
}
