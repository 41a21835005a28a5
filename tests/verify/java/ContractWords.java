// Words that only contracts know are names in Java, and can be named in annotations: as fields,
// parameters, locals, methods and bound variables, wherever a name can stand.
class ContractWords {
  boolean open; int close; int use; int join; int label; int assume; int requires; int ensures;
  int decreases; int invariant; int predicate; int lemma; int ghost; int pure; int bool; int perm;
  int opening; int using; int in; int let; int forall; int exists; int old; int acc; int untouched;
  int result; int write; int union; int intersect; int setminus; int subset; int set; int seq;
  int map; int multiset; int loop_invariant;
  int[] olds;

  //@ requires acc(open) * acc(close) * open;
  //@ ensures acc(open) * acc(close) * !open && close == 1;
  void statements() { open = false; close = 1; }

  //@ requires acc(use) * acc(join) * acc(label) * acc(assume) * use > 0 && use < 10 && join == use && label == (join) + use && assume == -use;
  //@ ensures acc(use) * acc(join) * acc(label) * acc(assume) * \result == use + join && assume < label;
  int moreStatements() { return use + join; }

  //@ requires acc(requires) * acc(ensures) * acc(decreases) * acc(invariant) * requires == 1 && ensures == 2;
  //@ ensures acc(requires) * acc(ensures) * acc(decreases) * acc(invariant) * requires == 1 && (ensures) == 2 && decreases == requires && \result == (int) invariant;
  int clauses() { decreases = requires; return invariant; }

  //@ requires acc(predicate) * acc(lemma) * acc(ghost) * acc(pure) * 0 <= ghost && ghost <= 5 && pure == ghost;
  //@ ensures acc(predicate) * acc(lemma) * acc(ghost) * acc(pure) * predicate == \old(lemma) && (ghost) == pure && ghost + 1 > pure;
  void members() { predicate = lemma; }

  //@ requires acc(bool) * acc(perm) * acc(opening, 1/2) * acc(using, write) * bool < perm && perm < 5 && 0 < bool && opening == using;
  //@ ensures acc(bool) * acc(perm) * acc(opening, 1/2) * acc(using, write) * \result == bool && (perm) > bool && using == opening;
  int types() { return bool; }

  //@ requires acc(in) * acc(let) * acc(forall) * acc(exists) * in == 3 && let == in && forall == let && exists == forall * 2;
  //@ ensures acc(in) * acc(let) * acc(forall) * acc(exists) * in == 3 && \result == exists - in && (in) in set{in, let} && in in set{3};
  int binders() { return exists - in; }

  //@ requires acc(old) * acc(acc) * acc(untouched) * acc(result) * old == 1;
  //@ ensures acc(old) * acc(acc) * acc(untouched) * acc(result) * old == \old(acc) && acc == old && \result == result && result == 5;
  int values() { old = acc; result = 5; return result; }

  //@ requires acc(result) * result == 1;
  //@ ensures acc(result) * result == 1 && \result == 2;
  int fieldWins() { return 2; }

  //@ requires acc(result) * result == 1;
  //@ ensures acc(result) * result == 2; //~ postcondition:may-not-hold
  int returnedValueDoesNot() { return 2; }

  //@ requires acc(union) * acc(intersect) * acc(setminus) * acc(subset) * union == 1 && intersect == union;
  //@ ensures acc(union) * acc(intersect) * acc(setminus) * acc(subset) * \result == setminus && union == intersect && (set{union} union set{intersect}) == set{1} && set{union} subset set{1, 2};
  int sets() { return setminus; }

  //@ requires acc(olds) * acc(olds.elems) * olds.length == 3;
  //@ ensures acc(olds) * acc(olds.elems) * olds.length == 3 && olds[0] == 7;
  void arrays() { int[] old = olds; old[0] = 7; /*@ assert old[0] == 7; @*/ }

  //@ requires acc(write) * acc(set) * acc(seq) * acc(map) * acc(multiset) * write == set && set < seq && map > multiset;
  //@ ensures acc(write, write) * acc(set) * acc(seq) * acc(map) * acc(multiset) * write < seq && multiset < map && (write == 3 ? set : map) >= multiset || set < map;
  void more() { }

  //@ requires 0 <= n && n < 100;
  //@ ensures \result >= 0;
  static int sum(int n) {
    int result = 0;
    int label = n;
    //@ label start;
    //@ loop_invariant 0 <= result && result <= n && label == n - result;
    //@ decreases label;
    while (label > 0) { result++; label--; }
    //@ assert result == n && label == \old[start](n) - n;
    //@ assert result == n + 1; //~ assert:may-not-hold
    return result;
  }

  //@ requires 0 <= open && open <= 10;
  //@ ensures \result == open + 1;
  static /*@ pure @*/ int open(int open) { return open + 1; }
  //@ ensures \result == 3;
  static /*@ pure @*/ int close() { return 3; }
  //@ requires 0 <= x && x <= 10;
  //@ ensures \result == x + 1;
  static /*@ pure @*/ int old(int x) { return x + 1; }
  //@ ensures \result == 1;
  static /*@ pure @*/ int use(int x, int y) { return 1; }
  //@ ensures \result == open(2) + close() + old(4) + use(1, 2) && \result == 12;
  static int calls() {
    int in = open(2);
    //@ assert in == 3 && close() == 3;
    //@ ghost int joined = in;
    //@ joined = joined + 1;
    //@ assert joined == 4 && old(joined) == 5;
    //@ assert old(joined) == 4; //~ assert:may-not-hold
    return in + close() + old(4) + use(1, 2);
  }

  //@ requires acc(a.elems) && (\forall int in; 0 <= in && in < a.length ==> true);
  //@ ensures acc(a.elems);
  //@ ensures (\forall int open; 0 <= open && open < a.length; a[open] == \old(a[open]));
  //@ ensures (\exists int use; use == 3);
  static void bound(int[] a) { }

  //@ predicate ok() { return acc(open) * acc(close) * (open ? true : (close == 3 && !open)); }

  //@ requires ok();
  //@ ensures ok() * (opening ok() in open);
  void opened() {
    //@ open ok();
    open = true;
    //@ close ok();
  }
}

/** A class without such names: the words are the contracts'. */
class PlainWords {
  int x;

  //@ requires acc(x) * 0 <= x && x < 100;
  //@ ensures acc(x) * x == old(x) + 1 && result == x;
  int increment() { x = x + 1; return x; }

  //@ requires acc(x, write);
  //@ ensures acc(x, write) * result == x && result.x == 0; //~ type-mismatch
  int refused() { return x; }

  //@ requires acc(x);
  //@ ensures acc(x) * x == old(x) && result == old(x) + 1; //~ postcondition:may-not-hold
  int wrong() { return x; }

  //@ predicate p() { return acc(x); }

  //@ requires p();
  //@ ensures p();
  void statements() {
    //@ open p();
    x = 1;
    //@ label l;
    x = 2;
    //@ assert old[l](x) == 1;
    //@ assert old[l](x) == 2; //~ assert:may-not-hold
    //@ close p();
  }

  //@ requires 0 <= result;
  //@ ensures \result == result;
  static int parameter(int result) { return result; }

  //@ requires 0 <= result && result <= 5;
  //@ ensures \result == result; //~ postcondition:may-not-hold
  static int parameterIsNot(int result) { return result + 1; }

  //@ requires result > 0; //~ not-allowed-here
  static int early() { return 1; }
}
