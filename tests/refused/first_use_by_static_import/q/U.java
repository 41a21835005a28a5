package q;
import static p.X.*;
import p.O;
public class U {
  //@ requires acc(O.cnt) * O.cnt == 0;
  //@ ensures acc(O.cnt);
  static void b() { int q = r(); int z = O.cnt;
     //@ assert z == 0;
  }
}
