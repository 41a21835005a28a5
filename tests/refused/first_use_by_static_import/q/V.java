package q;
import static p.Sub.*;
import p.O;
public class V {
  //@ requires acc(O.cnt) * O.cnt == 0;
  //@ ensures acc(O.cnt);
  static void c() { int q = K; int z = O.cnt;
     //@ assert z == 0;
  }
}
