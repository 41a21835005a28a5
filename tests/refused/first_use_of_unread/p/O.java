package p;
public class O { public static int cnt;
  //@ requires acc(cnt);
  //@ ensures acc(cnt) * cnt == 7;
  public static int set() { cnt = 7; return 1; } }
