package q;
import static p.X.In.*;
import p.O;
public class W {
  //@ requires acc(O.cnt) * O.cnt == 0;
  //@ ensures acc(O.cnt);
  static void d() { int q = t(); int z = O.cnt;
     //@ assert z == 0;
  }
}
