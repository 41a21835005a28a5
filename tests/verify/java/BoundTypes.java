/** A bound variable ranges over the type with which it is declared. */
class BoundTypes {
  static void ranges() {
    //@ assert (\forall int k; true; -2147483648 <= k && k <= 2147483647);
    //@ assert (\forall byte k; -128 <= k && k <= 127);
    //@ assert (\forall short k; 0 <= k; k <= 32767) && (\forall char k; 0 <= k && k <= 65535);
    //@ assert (\forall long k; k <= 9223372036854775807L);
    //@ assert !(\exists int k; 2147483647 < k) && !(\exists char k; k < 0);
    //@ assert !(\exists byte k; true; k == 128) && (\exists \bigint k; k == 128);
    //@ assert (\forall int k, byte l; k < l; k < 127);
    //@ assert forall int k :: k < 2147483648L;
  }

  static void wholeRange1() {
    //@ assert (\forall int k; k <= 2147483646); //~ assert:may-not-hold
  }

  static void wholeRange2() {
    //@ assert (\forall byte k; -127 <= k); //~ assert:may-not-hold
  }

  static void wholeRange3() {
    //@ assert (\forall long k; -2147483648 <= k); //~ assert:may-not-hold
  }

  static void unbounded() {
    //@ assert (\forall \bigint k; k <= 9223372036854775807L); //~ assert:may-not-hold
  }

  /** The range of each variable must not rest on that of the other one. */
  static void eachOther() {
    //@ assert (\forall int i, j; i <= j && j <= i; i <= 2147483647);
    //@ assert !(\exists int i, j; i == j && j == i && i > 2147483647);
    //@ assert (\forall int i; (\forall int j; i < j; i < 2147483647));
  }

  /** Nothing is known of what lies outside of the type. */
  //@ requires (\forall int k; 0 <= k && k < |s|; s[k] == 0);
  //@ requires 0 <= n && n < |s|;
  //@ ghost static pure boolean outside(seq<int> s, int n)
  //@ { return true; }

  //@ requires (\forall int k; 0 <= k && k < |s|; s[k] == 0);
  //@ requires 0 <= n && n < |s|;
  //@ ensures s[n] == 0; //~ postcondition:may-not-hold
  //@ static lemma void ofGhost(seq<int> s, int n) { }

  //@ requires (\forall \bigint k; 0 <= k && k < |s|; s[k] == 0);
  //@ requires 0 <= n && n < |s|;
  //@ ensures s[n] == 0;
  //@ static lemma void ofAll(seq<int> s, int n) { }

  //@ requires (\forall int k; 0 <= k && k < |s|; s[k] == 0);
  //@ requires 0 <= n && n < |s| && n <= 2147483647;
  //@ ensures s[n] == 0;
  //@ static lemma void ofInt(seq<int> s, int n) { }

  //@ requires acc(a.elems, 1/2) && (\forall int k; 0 <= k && k < a.length; a[k] == 0);
  //@ ensures acc(a.elems, 1/2) && \result == 0;
  static int elements(int[] a) { return a.length == 0 ? 0 : a[a.length - 1]; }

  /** Shifts and calls by the type of the variable. */
  static void types() {
    //@ assert (\forall int k; k == 1; k << 31 == -2147483648);
    //@ assert (\forall long k; k == 1; k << 31 == 2147483648L);
    //@ assert (\forall \bigint k; k == 1; (int) k << 31 == -2147483648);
  }

  static void noType() {
    //@ assert (\forall \bigint k; k == 1; k << 31 == 2147483648L); //~ unsupported
  }

  //@ requires 0 <= n && n < 100;
  //@ pure
  static int next(int n) { return n + 1; }

  //@ pure
  static boolean isNext(int m, int n) { return 0 < n && n < m && m - n < 2; }

  /** Conditions are defined for all values of the type: those beyond have none. */
  static void conditions() {
    //@ assert (\forall int i; 0 <= i && i < 100 && next(i) > 3; i > 2);
    //@ assert (\forall int i; isNext(7, i); i == 6);
    //@ assert (\forall int i; i != 0 && isNext(7, i) && 7 / i == 1; i == 6);
    //@ assert !(\exists int i; isNext(7, i) && i > 6);
  }

  static void undefinedCondition() {
    //@ assert (\forall int i; 7 / i == 1; i > 3); //~ assert:division-by-zero
  }

  static int computed(int n) {
    //@ ghost \bigint g = n;
    //@ g = g * g * g * g;
    //@ assert g >= 0;
    return n;
  }

}

class BoundTypesRefused {
  static void arrays() {
    //@ ghost \bigint[] many = null; //~ unsupported
  }

  static void cast(int n) {
    //@ assert (\bigint) n == n; //~ unsupported
  }
}
