//! Contracts by what they demand, change and hand out: places exist, values of states follow them,
//! and nothing is shown that some implementation violates.

use super::{answer, ends, loaded};

/// A field that a state is equal to is the one after the call, also where another state is equal to
/// that one, or the place is named by the result.
#[test]
fn equations_of_states_follow_fields_that_are_handed_out() {
    let own = "public class S {
  public int y;
  //@ predicate valid();
  //@ requires acc(valid(), _);
  public /*@ pure @*/ int get();
  //@ requires acc(valid(), _);
  public /*@ pure @*/ int other();
  //@ ensures acc(y) * valid() * get() == other() * other() == y;
  public S();
}";
    let sized = own
        .replace("other() == y;", "other() == n * y == other();")
        .replace("S()", "S(int n)");
    let opened = "public class T {
  public int y;
  //@ predicate shut();
  //@ predicate opened();
  //@ requires acc(opened(), _);
  public /*@ pure @*/ int get();
  //@ ensures shut();
  public T();
  //@ requires shut();
  //@ ensures opened() * \\result == this * acc(\\result.y) * get() == y;
  public T open();
}";
    let text = "class A {
  static void made() { S s = new S(); assert s.y == 0; }
  static void opened() { T s = new T(); T t = s.open(); assert s.get() == 0; }
  static void equal() { T s = new T(); T t = s.open(); assert s.get() == t.y; }
}";
    let program = loaded(text, [("S.java", own), ("T.java", opened)]);
    for member in ["A.made", "A.opened"] {
        assert_ne!(answer(&program, member), "correct", "{member}");
        assert!(ends(&program, member).contains(&"assert".to_owned()));
    }
    assert_eq!(ends(&program, "A.equal"), [""]);
    let text =
        "class A { static void m(int n) { S s = new S(n); int[] a = new int[1]; a[n] = 1; } }";
    let program = loaded(text, [("S.java", sized.as_str())]);
    assert_ne!(answer(&program, "A.m"), "correct");
    assert!(ends(&program, "A.m").contains(&"index-out-of-bounds".to_owned()));
}

/// What a constructor does not say of a field is not known.
#[test]
fn fields_of_new_objects_have_any_values() {
    let spec = "public class K { public final int f; public int g;
  //@ predicate valid();
  //@ ensures valid();
  public K();
}";
    let text = "class A { static void m() { K k = new K(); assert k.f == 0; } }";
    let program = loaded(text, [("K.java", spec)]);
    assert_ne!(answer(&program, "A.m"), "correct");
    assert_eq!(ends(&program, "A.m"), ["", "assert"]);
}

/// Permission is to places of objects, within arrays, and the whole of a field is that of one object.
#[test]
fn preconditions_demand_places_that_exist() {
    let tools = "public class L {
  //@ requires acc(c.v); ensures acc(c.v);
  public static void set(Cell c);
  //@ requires c.valid(); ensures c.valid();
  public static void use(Cell c);
  //@ requires acc(c.v) * acc(d.v); ensures acc(c.v) * acc(d.v);
  public static void two(Cell c, Cell d);
  //@ requires acc(a[..2]); ensures acc(a[..2]);
  public static void pair(int[] a);
  //@ requires c != null ==> acc(c.v); ensures c != null ==> acc(c.v);
  public static void perhaps(Cell c);
  //@ requires acc(c.v, _);
  public static /*@ pure @*/ int read(Cell c);
}";
    let cell = "public class Cell { public int v;
  //@ predicate valid();
  //@ ensures acc(v) * valid();
  public Cell();
}";
    let text = "class A {
  static void object() { Cell c = null; L.set(c); }
  static void instance() { Cell c = null; L.use(c); }
  static void value() { int n = L.read(null); }
  static void array() { int[] a = null; L.pair(a); }
  static void slice() { int[] a = new int[1]; L.pair(a); }
  static void same() { Cell c = new Cell(); L.two(c, c); }
  static void guarded() { L.perhaps(null); Cell c = new Cell(); L.perhaps(c); L.set(c); L.use(c); }
  static void two() { L.two(new Cell(), new Cell()); int[] a = new int[2]; L.pair(a); }
}";
    let program = loaded(text, [("L.java", tools), ("Cell.java", cell)]);
    for member in ["object", "instance", "value", "array", "slice", "same"] {
        let member = format!("A.{member}");
        assert_ne!(answer(&program, &member), "correct", "{member}");
        assert_eq!(ends(&program, &member), ["precondition"], "{member}");
    }
    for member in ["A.guarded", "A.two"] {
        assert_eq!(answer(&program, member), "correct", "{member}");
        assert_eq!(ends(&program, member), [""], "{member}");
    }
}

/// Fractions of different fields are the whole of none.
#[test]
fn fractions_of_different_fields_do_not_let_them_change() {
    let spec = "public class S {
  public int x; public int y;
  //@ predicate valid();
  //@ requires acc(valid(), _);
  public /*@ pure @*/ int get();
  //@ ensures acc(x) * acc(y) * valid() * x == 1;
  public S();
  //@ requires acc(x, 1/2) * acc(y, 1/2); ensures acc(x, 1/2) * acc(y, 1/2);
  public void look();
  //@ requires acc(valid(), 1/2); ensures acc(valid(), 1/2) * get() == 5;
  public void check();
  //@ requires acc(x, 1/2) * acc(o.x, 1/2); ensures acc(x, 1/2) * acc(o.x, 1/2);
  public void both(S o);
}";
    let text = "class A {
  static void look() { S s = new S(); s.look(); assert s.x == 1; }
  static void check() { S s = new S(); int g = s.get(); s.check(); assert g == 5; }
  static void both() { S s = new S(); s.both(s); assert s.x == 1; }
}";
    let program = loaded(text, [("S.java", spec)]);
    assert_eq!(ends(&program, "A.look"), [""]);
    // Half of an instance can hold the whole of a place.
    assert_eq!(ends(&program, "A.check"), ["", "assert"]);
    assert_eq!(answer(&program, "A.look"), "correct");
    // Two halves are the whole.
    assert_eq!(ends(&program, "A.both"), ["", "assert"]);
}

/// Where a guard does not hold, nothing changes; a state that then stays is not given a value.
#[test]
fn guards_of_permission_decide_what_changes() {
    let spec = "public class S {
  public int x;
  //@ predicate valid();
  //@ requires acc(valid(), _);
  public /*@ pure @*/ int get();
  //@ ensures acc(x) * valid() * x == 1;
  public S();
  //@ requires b ==> acc(x); ensures b ==> acc(x);
  public void maybe(boolean b);
  //@ requires b ==> valid(); ensures b ==> valid();
  public void change(boolean b);
  //@ requires b ==> acc(x); ensures acc(x);
  public void gain(boolean b);
}";
    let text = "class A {
  static void kept() { S s = new S(); s.maybe(false); assert s.x == 1; }
  static void lost() { S s = new S(); s.maybe(true); assert s.x == 1; }
  static void either(boolean b) { S s = new S(); s.maybe(b); assert b || s.x == 1; }
  static void state(boolean b) {
    S s = new S(); int g = s.get(); s.change(b); assert b || s.get() == g;
  }
  static void gained() { S s = new S(); s.gain(false); assert s.x == 1; }
}";
    let program = loaded(text, [("S.java", spec)]);
    assert_eq!(ends(&program, "A.kept"), [""]);
    assert_eq!(answer(&program, "A.kept"), "correct");
    assert_eq!(answer(&program, "A.either"), "correct");
    assert_eq!(answer(&program, "A.state"), "correct");
    for member in ["A.lost", "A.gained"] {
        assert_eq!(ends(&program, member), ["", "assert"], "{member}");
    }
}

/// Permission that a postcondition hands out is to an object, and each conjunct of a function's
/// postcondition holds.
#[test]
fn postconditions_say_that_places_exist() {
    let spec = "public class S {
  public int x;
  public S();
  //@ ensures acc(\\result.x);
  public static S make();
  //@ ensures b ==> acc(\\result.x);
  public static S perhaps(boolean b);
  //@ ensures \\result == other() * \\result > 0;
  public static /*@ pure @*/ int positive();
  public static /*@ pure @*/ int other();
}";
    let text = "class A {
  static void made() { S s = S.make(); s.x = 2; }
  static void perhaps(boolean b) { S s = S.perhaps(b); if (b) { s.x = 2; } assert s != null; }
  static void positive() { int n = S.positive(); assert n > 0; assert S.other() > 0; }
}";
    let program = loaded(text, [("S.java", spec)]);
    assert_eq!(ends(&program, "A.made"), [""]);
    assert_eq!(ends(&program, "A.perhaps"), ["", "", "assert"]);
    assert_eq!(ends(&program, "A.positive"), [""]);
    assert_eq!(answer(&program, "A.made"), "correct");
    assert_eq!(answer(&program, "A.positive"), "correct");
}

/// A class with a field.
const N: &str = "public class N { public int f;
 //@ ensures acc(f);
 public N(); }";

/// A case with what its caller asserts: the contracts allow implementations that violate it.
struct Case {
    program: &'static str,
    specs: &'static [(&'static str, &'static str)],
}

const CASES: [Case; 7] = [
    // What a pure method says where the object has its class.
    Case {
        program: r#"class A { static void m(int n) { Base b = new Base(n); int r = L.look(b); assert n > 0; } }"#,
        specs: &[
            (
                "Base.java",
                r#"public class Base {
 //@ predicate valid();
 //@ requires acc(valid(),_);
 public /*@ pure @*/ int v();
 //@ ensures valid() * v() == n;
 public Base(int n);
}"#,
            ),
            (
                "L.java",
                r#"public class L {
 //@ requires o != null * o.valid(); ensures o.valid() * o.v() == \old(o.v()) * (o instanceof Pos ==> ((Pos) o).p() == \result);
 public static int look(Base o);
}"#,
            ),
            (
                "Pos.java",
                r#"public class Pos extends Base {
 //@ requires acc(valid(),_); ensures \result == v() * \result > 0;
 public /*@ pure @*/ int p();
 //@ requires n > 0; ensures valid() * v() == n;
 public Pos(int n);
}"#,
            ),
        ],
    },
    // What it says where its precondition is held.
    Case {
        program: r#"class A { static void m(int n) { S s = new S(); s.f = n; s.go(false); assert n > 0; } }"#,
        specs: &[(
            "S.java",
            r#"public class S { public int f;
 //@ predicate valid();
 //@ requires acc(valid(),_) * acc(f,_); ensures \result == f * \result > 0;
 public /*@ pure @*/ int p();
 //@ ensures acc(f) ;
 public S();
 //@ requires acc(f) * (b ==> valid() * p() < 9) ; ensures acc(f) ;
 public void go(boolean b);
}"#,
        )],
    },
    // The same, in a postcondition.
    Case {
        program: r#"class A { static void m(int n) { S s = new S(); s.f = n; s.go(); assert s.f > 0; } }"#,
        specs: &[(
            "S.java",
            r#"public class S { public int f; public boolean b;
 //@ predicate valid();
 //@ requires acc(valid(),_) * acc(f,_); ensures \result == f * \result > 0;
 public /*@ pure @*/ int p();
 //@ ensures acc(f) * acc(b);
 public S();
 //@ requires acc(f) * acc(b); ensures acc(f) * acc(b) * f == \old(f) * (b ? valid() * p() == 3 : true);
 public void go();
}"#,
        )],
    },
    // A guard that depends on a field which is handed out.
    Case {
        program: r#"class A { static void m() { N k = new N(); k.f = 5; S s = new S(); s.one(); s.two(); s.kone(k); s.ktwo(k); s.open(k);
  if (s.flag) { assert k.f == 5; } } }"#,
        specs: &[
            ("N.java", N),
            (
                "S.java",
                r#"public class S { public boolean flag;
 //@ predicate half1();
 //@ predicate half2();
 //@ ensures acc(flag) * flag == false;
 public S();
 //@ requires acc(flag, 1/2); ensures half1();
 public void one();
 //@ requires acc(flag, 1/2); ensures half2();
 public void two();
 //@ requires half1() * half2(); ensures acc(flag);
 public void open0();
 //@ predicate k1(N k);
 //@ predicate k2(N k);
 //@ requires acc(k.f, 1/2); ensures k1(k);
 public void kone(N k);
 //@ requires acc(k.f, 1/2); ensures k2(k);
 public void ktwo(N k);
 //@ requires half1() * half2() * k1(k) * k2(k) ; ensures acc(flag) * (flag ==> acc(k.f));
 public void open(N k);
}"#,
            ),
        ],
    },
    // A name of such a field.
    Case {
        program: r#"class A { static void m() { N k = new N(); k.f = 5; S s = new S(); s.one(); s.two(); s.kone(k); s.ktwo(k); s.opn(k);
  if (s.z == k) { assert k.f == 5; } } }"#,
        specs: &[
            ("N.java", N),
            (
                "S.java",
                r#"public class S { public N z;
 //@ predicate h1();
 //@ predicate h2();
 //@ ensures acc(z) * z == null;
 public S();
 //@ requires acc(z, 1/2); ensures h1();
 public void one();
 //@ requires acc(z, 1/2); ensures h2();
 public void two();
 //@ predicate k1(N k);
 //@ predicate k2(N k);
 //@ requires acc(k.f, 1/2); ensures k1(k);
 public void kone(N k);
 //@ requires acc(k.f, 1/2); ensures k2(k);
 public void ktwo(N k);
 //@ requires h1() * h2() * k1(k) * k2(k) ; ensures acc(z) * let l := z in acc(l.f);
 public void opn(N k);
}"#,
            ),
        ],
    },
    // A state that is equal to such a field.
    Case {
        program: r#"class A { static void m() { N k = new N(); k.f = 5; S s = new S(); s.one(); s.two(); s.kone(k); s.ktwo(k); s.opn(k);
  if (s.z == k) { assert k.f == 5; } } }"#,
        specs: &[
            ("N.java", N),
            (
                "S.java",
                r#"public class S { public N z;
 //@ predicate valid();
 //@ predicate h1();
 //@ predicate h2();
 //@ requires acc(valid(),_);
 public /*@ pure @*/ N inner();
 //@ ensures valid() * acc(z) * z == null;
 public S();
 //@ requires acc(z, 1/2); ensures h1();
 public void one();
 //@ requires acc(z, 1/2); ensures h2();
 public void two();
 //@ predicate k1(N k);
 //@ predicate k2(N k);
 //@ requires acc(k.f, 1/2); ensures k1(k);
 public void kone(N k);
 //@ requires acc(k.f, 1/2); ensures k2(k);
 public void ktwo(N k);
 //@ requires valid() * h1() * h2() * k1(k) * k2(k) ; ensures acc(z) * valid() * inner() == z * acc(inner().f);
 public void opn(N k);
}"#,
            ),
        ],
    },
    // Half of an instance that names a place twice.
    Case {
        program: r#"class A { static void m() { N k = new N(); k.f = 5; P p = new P(k); int g = p.get(); p.go(); assert p.get() == g; } }"#,
        specs: &[
            ("N.java", N),
            (
                "P.java",
                r#"public class P {
 //@ predicate valid();
 //@ requires acc(valid(), _);
 public /*@ pure @*/ int get();
 //@ requires k != null * acc(k.f);
 //@ ensures acc(valid(),1/2);
 public P(N k);
 //@ requires acc(valid(), 1/2); ensures acc(valid(),1/2);
 public void go();
}"#,
            ),
        ],
    },
];

/// Nothing is shown of what some implementation of a contract violates.
#[test]
fn what_implementations_violate_is_not_correct() {
    for Case { program, specs } in CASES {
        let loaded = loaded(program, specs.iter().copied());
        assert_ne!(answer(&loaded, "A.m"), "correct", "{program}");
        let ends = ends(&loaded, "A.m");
        assert!(ends.contains(&"assert".to_owned()), "{program}: {ends:?}");
    }
}

/// Objects that only permission tells apart are not compared, and a field without a value is none
/// that cannot be left out.
#[test]
fn what_only_permission_decides_is_not_demanded() {
    let spec = "public class S { public int x; public int[] a;
  //@ ensures acc(x) * x == 1;
  public S();
  //@ requires acc(x); ensures acc(x) * acc(\\result.x) * \\result.x == x;
  public S copy();
  //@ requires acc(a.x) * acc(b.x); ensures acc(a.x) * acc(b.x);
  public static void two(S a, S b);
}";
    let text = "class A {
  static void copy() { S s = new S(); S t = s.copy(); S.two(s, t); }
  static void made() { S s = new S(); assert s.x == 1; }
  static void same() { S s = new S(); S.two(s, s); }
}";
    let program = loaded(text, [("S.java", spec)]);
    assert_eq!(ends(&program, "A.copy"), [""]);
    assert_eq!(answer(&program, "A.made"), "correct");
    assert_eq!(ends(&program, "A.same"), ["precondition"]);
}
