//! Members of the library that `bmc` and `explore` call by their contracts: what these leave open
//! is neither shown nor taken to be known. Random programs are held against runs;
//! `VERIFRAME_PROGRAMS=1000` takes more of them, and `VERIFRAME_SEED` others.

mod permission;
mod random;
use crate::support;

use veriframe::{
    Aliases, BmcAnswer, BmcReport, BmcRequest, ExploreReport, ExploreRequest, Loaded, Options,
    Stop, Workspace,
};

/// A program with specifications of libraries, by their names.
fn loaded<'s>(text: &str, specs: impl IntoIterator<Item = (&'s str, &'s str)>) -> Loaded {
    let mut workspace = Workspace::new(Options::default());
    for (name, text) in specs {
        workspace.set_library(name, text);
    }
    workspace.set("A.java", text);
    workspace.load()
}

fn bounded(loaded: &Loaded, member: &str) -> BmcReport {
    let request = BmcRequest {
        member: member.to_owned(),
        unwind: 2,
        max_unwind: 2,
        scope: None,
        rlimit: Options::default().rlimit,
        steps: 20_000,
        wants_formula: false,
        wants_program: false,
    };
    loaded.bmc(&request, &Stop::default()).unwrap()
}

/// `bug` with its code, `correct`, or why it is neither.
fn answer(loaded: &Loaded, member: &str) -> String {
    match bounded(loaded, member).answer {
        BmcAnswer::Bug(bug) => format!("bug: {}", bug.diagnostic.full_code()),
        BmcAnswer::Correct => "correct".to_owned(),
        BmcAnswer::BoundReached(why) => why,
    }
}

fn tree(loaded: &Loaded, member: &str) -> ExploreReport {
    let request = ExploreRequest {
        aliases: Aliases::default(),
        member: member.to_owned(),
        inputs: Vec::new(),
        from_contract: false,
        forks: 20,
        steps: 20_000,
        leaves: 100,
        rlimit: Options::default().rlimit,
    };
    loaded.explore(&request, &Stop::default()).unwrap()
}

/// The codes of the leaves that end with an error, and the results of the others.
fn ends(loaded: &Loaded, member: &str) -> Vec<String> {
    let report = tree(loaded, member);
    let leaves = report.leaves.iter().map(|leaf| match &leaf.why {
        Some((Some(code), _)) => code.name().to_owned(),
        _ => leaf.result.clone().unwrap_or_default(),
    });
    leaves.collect()
}

/// What a pure method says of its value by other state is forgotten with that state.
#[test]
fn the_size_of_a_map_is_forgotten_where_it_can_change() {
    let text = "import java.util.HashMap;
class A {
  static void same(String k, Object v) {
    HashMap<String, Object> m = new HashMap<>();
    int before = m.size();
    m.put(\"k\", \"v\");
    assert m.size() == before;
  }
  static void kept() {
    HashMap<String, Object> m = new HashMap<>();
    HashMap<String, Object> n = new HashMap<>();
    int before = m.size();
    n.put(\"k\", \"v\");
    assert m.size() == before;
  }
}
";
    let loaded = loaded(text, None);
    assert_eq!(answer(&loaded, "A.same"), "bug: assert:may-not-hold");
    // Whether there is room for a key is not known of maps.
    let unknown = "some conjuncts cannot be evaluated";
    assert_eq!(answer(&loaded, "A.kept"), unknown);
    assert!(!ends(&loaded, "A.kept").contains(&"assert".to_owned()));
    assert!(ends(&loaded, "A.same").contains(&"assert".to_owned()));
}

/// Two paths that call a function for equal inputs have equal results, each of its own making.
#[test]
fn the_results_of_two_paths_do_not_exclude_one_another() {
    let text = "class A {
  static void different(boolean which, int i, int j) {
    String s = \"abcdef\";
    if (0 <= i && i <= 6 && 0 <= j && j <= 6) {
      String t;
      if (which) { t = s.substring(i); } else { t = s.substring(j); }
      assert i != j;
    }
  }
  static void length(boolean which, int i, int j) {
    String s = \"abcdef\";
    if (0 <= i && i <= 6 && 0 <= j && j <= 6) {
      int n = 0;
      if (which) { n = s.substring(i).length(); } else { n = s.substring(j).length(); }
      String t = s.substring(i);
      assert i != j || t.length() == n;
    }
  }
}
";
    let loaded = loaded(text, None);
    assert_eq!(answer(&loaded, "A.different"), "bug: assert:may-not-hold");
    assert_eq!(answer(&loaded, "A.length"), "correct");
}

const MAKER: &str = "import java.util.List;
public class Maker {
  //@ ensures \\result != null * \\result.valid();
  public static List<Object> list();

  public static Object any();
}
";

/// A list of the library can be of a class below, and an object of a library of one's own can be
/// any: replaying shows neither, as there is no code.
#[test]
fn what_a_library_makes_can_be_of_each_class_below() {
    let text = "import java.util.List;
import java.util.ArrayList;
class A {
  int f;
  static void below() {
    List<Object> l = Maker.list();
    assert !(l instanceof ArrayList);
  }
  static void other() {
    List<Object> l = Maker.list();
    assert l instanceof ArrayList;
  }
  static void own() {
    Object o = Maker.any();
    assert !(o instanceof A);
  }
}
";
    let loaded = loaded(text, Some(("Maker.java", MAKER)));
    for member in ["A.below", "A.other", "A.own"] {
        let answer = answer(&loaded, member);
        assert!(answer != "correct", "{member}");
        assert!(!answer.starts_with("bug"), "{member}: {answer}");
    }
    for member in ["A.below", "A.own"] {
        let ends = ends(&loaded, member);
        assert!(ends.contains(&"assert".to_owned()), "{member}: {ends:?}");
    }
}

const BOX: &str = "import java.util.List;
public class Box {
  //@ predicate valid();

  //@ requires acc(valid(), _);
  public /*@ pure @*/ boolean has(int key);

  //@ requires acc(valid(), _);
  public /*@ pure @*/ List<Object> inner();

  //@ ensures valid() * inner() != null * inner().valid();
  public Box();

  //@ requires valid() * has(key);
  //@ ensures valid();
  public void take(int key);

  //@ requires valid() * inner() != null * inner().valid();
  //@ ensures valid() * inner() == old(inner()) * inner().valid();
  public void grow();
}
";

/// A precondition that depends on the heap and a parameter is not known to hold; the path that
/// depends on it ends.
#[test]
fn a_precondition_about_unknown_state_is_not_known() {
    let text = "import java.util.List;
class A {
  static void take() {
    Box b = new Box();
    b.take(3);
  }
  static void asked(int key) {
    Box b = new Box();
    if (b.has(key)) { b.take(key); }
  }
  static void again(int key) {
    Box b = new Box();
    if (b.has(key)) { b.take(key); b.take(key); }
  }
  static void grown() {
    Box b = new Box();
    List<Object> l = b.inner();
    int n = l.size();
    b.grow();
    assert l.size() == n;
  }
  static void other() {
    Box b = new Box();
    Box c = new Box();
    List<Object> l = b.inner();
    if (l == c.inner()) return;
    int n = l.size();
    c.grow();
    assert l.size() == n;
    int now = b.inner().size();
    assert now == n;
  }
}
";
    let loaded = loaded(text, Some(("Box.java", BOX)));
    for member in ["A.take", "A.again", "A.grown"] {
        let answer = answer(&loaded, member);
        assert!(answer != "correct", "{member}");
        assert!(!answer.starts_with("bug"), "{member}: {answer}");
    }
    assert_eq!(answer(&loaded, "A.asked"), "correct");
    assert_eq!(answer(&loaded, "A.other"), "correct");
    assert_eq!(ends(&loaded, "A.take"), ["", "precondition"]);
    assert_eq!(ends(&loaded, "A.again"), ["", "precondition", ""]);
    assert!(ends(&loaded, "A.grown").contains(&"assert".to_owned()));
    assert!(!ends(&loaded, "A.other").contains(&"assert".to_owned()));
}

/// `old` reads state of which only pure methods tell as it was.
#[test]
fn old_state_is_that_of_then() {
    let text = "import java.util.ArrayList;
class A {
  //@ requires l != null * l.valid();
  //@ ensures l.valid() * l.size() == old(l.size()) + 1;
  static void grow(ArrayList<Object> l) { l.add(\"x\"); }
  //@ requires l != null * l.valid();
  //@ ensures l.valid() * l.size() == old(l.size());
  static void keep(ArrayList<Object> l) { l.add(\"x\"); }
  static void grown() { ArrayList<Object> l = new ArrayList<>(); grow(l); }
  static void kept() { ArrayList<Object> l = new ArrayList<>(); keep(l); }
}
";
    let loaded = loaded(text, None);
    assert_eq!(answer(&loaded, "A.grown"), "correct");
    assert_eq!(answer(&loaded, "A.kept"), "bug: postcondition:may-not-hold");
}

/// A violation that only a contract allows is none: the run with what is built in decides.
#[test]
fn a_violation_that_only_a_contract_allows_is_no_bug() {
    let text = "class A {
  static void digits(int n) {
    if (n == 7) {
      String s = String.valueOf(n);
      assert s.length() == 1;
    }
  }
}
";
    let loaded = loaded(text, None);
    let answer = answer(&loaded, "A.digits");
    let wanted = "the input n = 7 seems to show a violation, but running it shows none";
    assert_eq!(answer, wanted);
    let leaves = tree(&loaded, "A.digits").leaves;
    let wrong = leaves
        .iter()
        .find(|leaf| matches!(&leaf.why, Some((Some(_), _))))
        .unwrap();
    assert_eq!(wrong.by_contract, ["String.valueOf", "String.length"]);
}

/// Paths of [`tree`] whose texts come from `+`.
#[test]
fn concatenated_texts_can_equal_others() {
    let text = "import java.util.*;
      class A {
        static int number(int n) { String s = \"n\" + n; return s.equals(\"n7\") ? 1 : 0; }
        static int chosen(boolean b) { String s = b ? \"a\" : \"c\"; s += \"b\"; return s.equals(\"ab\") ? 1 : 0; }
        static int two(int n, int m) { return (\"n\" + n).equals(\"n\" + m) ? 1 : 0; }
        static int compared(int n) { return (\"n\" + n).compareTo(\"n7\") == 0 ? 1 : 0; }
        static int key(int n) {
          Map<String, String> m = new HashMap<>(); m.put(\"n\" + n, \"v\"); m.put(\"n7\", \"w\"); return m.size(); }
        static int element(int n) {
          List<String> l = new ArrayList<>(); l.add(\"n\" + n); return l.get(0).equals(\"n7\") ? 1 : 0; }
      }";
    let loaded = loaded(text, None);
    let both = ["number", "chosen", "two", "compared", "element"];
    for member in both {
        let mut ends = ends(&loaded, &format!("A.{member}"));
        ends.sort();
        ends.dedup();
        assert_eq!(ends, ["0", "1"], "{member}");
    }
    let sizes = ends(&loaded, "A.key").concat();
    assert_ne!(sizes, "2");
}

#[test]
fn static_fields_of_the_library_have_any_values() {
    let spec = "public class L { public static int g; public static boolean b;
      //@ requires acc(L.g); ensures acc(L.g) * L.g == \\old(L.g) + 1 * \\result == L.g;
      public static int next(); }";
    let text = "class A {
        static void number() { int a = L.g; assert a == 0; }
        static void flag() { assert !L.b; }
        static void any() { boolean b = L.b; assert b || !b; }
      }";
    let loaded = loaded(text, Some(("L.java", spec)));
    assert_eq!(answer(&loaded, "A.number"), "bug: assert:may-not-hold");
    assert_eq!(answer(&loaded, "A.flag"), "bug: assert:may-not-hold");
    assert_eq!(answer(&loaded, "A.any"), "correct");
}

/// What a static field of a library contract refers to is not known.
#[test]
fn static_references_of_the_library_are_not_all_tried() {
    let spec = "public class L { public static L l; }";
    let text = "class A { static void object() { assert L.l == null; } }";
    let loaded = loaded(text, Some(("L.java", spec)));
    assert_eq!(
        answer(&loaded, "A.object"),
        "not all inputs within the scope were tried"
    );
}

/// The structures of a list at unknown indices are as many as its lengths.
#[test]
fn lists_change_at_unknown_indices_within_bounds() {
    let text = "import java.util.*; class A { static void m(int i, int j) {
      ArrayList<A> l = new ArrayList<>(); l.add(null); l.add(null); l.add(null);
      if (i < 0 || j < 0) return;
";
    let call = "      if (i < l.size()) l.remove(i); else l.add(j % (l.size() + 1), new A());\n";
    for (size, expected) in [(6, "bug: assert:may-not-hold"), (7, "correct")] {
        let text = format!(
            "{text}{}      assert l.size() < {size}; }} }}",
            call.repeat(3)
        );
        assert_eq!(answer(&loaded(&text, None), "A.m"), expected);
    }
    // There are too many of them.
    let text = format!("{text}{}      assert l.size() < 14; }} }}", call.repeat(12));
    assert_ne!(answer(&loaded(&text, None), "A.m"), "correct");
}

/// Behind a violation that only a contract allows, others are looked for.
#[test]
fn other_violations_are_found_behind_one_that_only_a_contract_allows() {
    let text = "class A {
  static void digits(int n) {
    if (n == 7) {
      String s = String.valueOf(n);
      assert s.length() == 1;
    }
    assert n != 12;
  }
}
";
    let loaded = loaded(text, None);
    assert_eq!(answer(&loaded, "A.digits"), "bug: assert:may-not-hold");
}

/// A path on which contracts contradict one another does not vanish without a word.
#[test]
fn paths_that_contracts_exclude_are_named() {
    let spec = "public class L {
      //@ ensures \\result > n;
      public static int above(int n); }";
    let text = "class A {
        static int m(int a) { if (a > 3) return L.above(2147483647); return 0; }
        static int n(int a) { if (a > 3) return L.above(7); return 0; }
      }";
    let loaded = loaded(text, Some(("L.java", spec)));
    assert_eq!(tree(&loaded, "A.m").contradicted, ["L.above"]);
    assert_eq!(ends(&loaded, "A.m"), ["0"]);
    assert!(tree(&loaded, "A.n").contradicted.is_empty());
}

/// What one path assumes says nothing about another one.
#[test]
fn a_postcondition_holds_on_its_own_path() {
    let spec = "public class Box {
      //@ predicate valid();
      //@ requires acc(valid(), _);
      public /*@ pure @*/ int count();
      //@ ensures valid() * count() == n;
      public Box(int n);
      //@ requires valid(); ensures valid() * count() == \\old(count()) * 0 <= \\result && \\result <= count();
      public int get();
      //@ ensures \\result > n;
      public static int above(int n); }";
    let text = "class A {
        static void positive(int a) {
          if (0 <= a) { Box b = new Box(a); int g = b.get(); } else { assert a != -5; }
        }
        static void same(int a) {
          Box b = new Box(a); int g = b.get(); assert a != 5;
        }
        static void greatest(int a) {
          if (a > 3) { int n = Box.above(2147483647); } else { assert a != 1; }
        }
        static void index(int[] a, int i) {
          if (i > 7) { int x = a[i]; int n = Box.above(2147483647); }
        }
      }";
    let loaded = loaded(text, Some(("Box.java", spec)));
    for member in ["A.positive", "A.greatest"] {
        let answer = answer(&loaded, member);
        assert_eq!(answer, "bug: assert:may-not-hold", "{member}");
    }
    // There is no code with which to replay it.
    let same = answer(&loaded, "A.same");
    let wanted = "the input a = 5 seems to show a violation, but cannot be run: ";
    assert!(same.starts_with(wanted), "{same}");
    assert!(answer(&loaded, "A.index").starts_with("bug"));
}

/// The caller gets permission to places that were written while it had none.
#[test]
fn places_that_a_postcondition_returns_are_forgotten() {
    let spec = "public class L {
      public int f;
      //@ predicate half();
      //@ predicate own();
      //@ requires acc(own(), _);
      public /*@ pure @*/ int kept();
      //@ ensures acc(f);
      public L();
      //@ requires acc(f, 1/2); ensures own();
      public void lend();
      //@ requires own() * acc(f, 1/2); ensures acc(f);
      public void giveBack();
      //@ requires acc(f, 1/2); ensures acc(f, 1/2);
      public void look();
      //@ requires acc(f); ensures acc(f) * f == 3;
      public void set();
      //@ requires acc(a[..]); ensures acc(a[..]);
      public static void fill(int[] a);
      //@ requires a != null * 0 <= n && n <= a.length * acc(a[..n]); ensures acc(a[..n]);
      public static void start(int[] a, int n); }";
    let text = "class A {
        static void made() { L l = new L(); assert l.f == 0; }
        static void lent() { L l = new L(); l.f = 1; l.lend(); l.giveBack(); assert l.f == 1; }
        static void looked() { L l = new L(); l.f = 1; l.look(); assert l.f == 1; }
        static void set() { L l = new L(); l.set(); assert l.f == 3; }
        static void filled() { int[] a = new int[2]; L.fill(a); assert a[1] == 0; }
        static void started() { int[] a = new int[2]; L.start(a, 1); assert a[1] == 0; }
        static void first() { int[] a = new int[2]; L.start(a, 1); assert a[0] == 0; }
      }";
    let loaded = loaded(text, Some(("L.java", spec)));
    for member in ["A.made", "A.lent", "A.filled", "A.first"] {
        let answer = answer(&loaded, member);
        assert!(answer != "correct", "{member}");
        let ends = ends(&loaded, member);
        assert!(ends.contains(&"assert".to_owned()), "{member}: {ends:?}");
    }
    for member in ["A.looked", "A.set", "A.started"] {
        assert_eq!(answer(&loaded, member), "correct", "{member}");
        let ends = ends(&loaded, member);
        assert!(!ends.contains(&"assert".to_owned()), "{member}: {ends:?}");
    }
}

/// Each equation holds, in whatever order they stand.
#[test]
fn equations_of_one_state_all_hold() {
    let spec = "public class P {
      //@ predicate valid();
      //@ requires acc(valid(), _);
      public /*@ pure @*/ int a();
      //@ requires acc(valid(), _);
      public /*@ pure @*/ int b();
      //@ ensures valid() * a() == n * a() == m;
      public P(int n, int m);
      //@ requires valid(); ensures valid() * a() == b() * b() == 3;
      public void chain();
      //@ requires valid(); ensures valid() * b() == 2 * (b() > 5 ==> a() == 7) * (b() < 5 ==> a() == 8);
      public void guarded();
      //@ ensures \\result == n;
      public static int plain(int n);
      //@ requires valid(); ensures valid() * \\result == a() * a() == 4;
      public int late();
      //@ ensures \\result == n + 1;
      public static int next(int n); }";
    let text = "class A {
        static void twice(int n, int m) { P p = new P(n, m); assert n == m; }
        static void chained() { P p = new P(1, 1); p.chain(); assert p.a() == 3; }
        static void guards() { P p = new P(1, 1); p.guarded(); assert p.a() == 8; }
        static void late() { P p = new P(1, 1); int n = p.late(); assert n == 4; }
        static void range(int n) { int m = P.next(n); assert n != 2147483647; }
      }";
    let loaded = loaded(text, Some(("P.java", spec)));
    for member in ["A.twice", "A.chained", "A.guards", "A.late", "A.range"] {
        assert_eq!(answer(&loaded, member), "correct", "{member}");
        let ends = ends(&loaded, member);
        assert!(!ends.contains(&"assert".to_owned()), "{member}: {ends:?}");
    }
}

/// A function has one value on a path, but what it can be does not depend on other paths.
#[test]
fn results_of_functions_can_be_objects_of_their_own_path() {
    let text = "class A {
  static void n(int i, int k) {
    if (k > 0) { int q = String.valueOf(i).length(); return; }
    String s = \"\" + i;
    assert !s.equals(String.valueOf(i));
  }
  static void other(int i, int j, int k) {
    if (k > 0) { int q = String.valueOf(j).length(); return; }
    String s = \"\" + i;
    assert !s.equals(String.valueOf(i));
  }
}
";
    let loaded = loaded(text, None);
    assert_ne!(answer(&loaded, "A.n"), "correct");
    assert_ne!(answer(&loaded, "A.other"), "correct");
}

/// The fields of an object that a call returns have any values, which stay.
#[test]
fn fields_of_objects_that_calls_return_are_unknown() {
    let spec = "public class Node { public Node next; public int v;
      //@ predicate valid();
      //@ requires acc(valid(), _);
      public /*@ pure @*/ Node inner();
      //@ ensures acc(v) * acc(next) * v == 1;
      public Node();
      //@ ensures \\result != null * acc(\\result.v) * acc(\\result.next);
      public static Node make();
      //@ ensures \\result != null * \\result.valid();
      public static Node closed();
      //@ requires k.valid();
      public static void register(Node k);
      }";
    let text = "class A {
        static void none() { Node n = Node.make(); assert n.next == null; }
        static void some() { Node n = Node.make(); assert n.next != null; }
        static void either(boolean c) {
          Node k = new Node(); Node n = c ? k : Node.make(); int x = n.v; assert x == 1; }
        static void written() {
          Node k = new Node(); Node n = Node.make(); n.next = k; n.v = 4;
          assert n.next == k && n.v == 4; }
        static void lost() {
          Node k = new Node(); Node n = Node.make(); n.next = k; assert n.next != k; }
        static void kept(boolean c) {
          Node n = Node.make(); int x = n.v; if (c) { x = n.v; } assert x == n.v; }
        static void through() {
          Node k = new Node(); k.v = 0; Node n = Node.closed(); Node m = n.inner();
          if (m == k) { m.v = 3; assert k.v == 0; } }
      }";
    let loaded = loaded(text, Some(("Node.java", spec)));
    for member in ["A.none", "A.some", "A.either", "A.lost"] {
        assert_ne!(answer(&loaded, member), "correct", "{member}");
        let ends = ends(&loaded, member);
        assert!(ends.contains(&"assert".to_owned()), "{member}: {ends:?}");
    }
    for member in ["A.written", "A.kept"] {
        assert_eq!(answer(&loaded, member), "correct", "{member}");
        let ends = ends(&loaded, member);
        assert!(!ends.contains(&"assert".to_owned()), "{member}: {ends:?}");
    }
    assert!(ends(&loaded, "A.through").contains(&"assert".to_owned()));
}

/// State that a path changes differs from that of then, also if nothing has asked for it before.
#[test]
fn state_that_one_path_changes_is_not_that_of_then() {
    let spec = "public class Box {
      //@ predicate valid();
      //@ requires acc(valid(), _);
      public /*@ pure @*/ int get();
      //@ ensures valid();
      public Box();
      //@ requires valid(); ensures valid();
      public void change(); }";
    let text = "class A {
        //@ requires b != null * b.valid(); ensures b.valid() * b.get() == \\old(b.get());
        static void m(Box b, boolean c) { if (c) b.change(); }
        //@ requires b != null * b.valid(); ensures b.valid() * b.get() == \\old(b.get());
        static void n(Box b, boolean c) { if (c) { int i = 0; } }
        static void changed(boolean c) { Box b = new Box(); m(b, c); }
        static void kept(boolean c) { Box b = new Box(); n(b, c); }
      }";
    let loaded = loaded(text, Some(("Box.java", spec)));
    assert_ne!(answer(&loaded, "A.changed"), "correct");
    assert_eq!(answer(&loaded, "A.kept"), "correct");
}

/// An abstract predicate can hold the rest of a fraction.
#[test]
fn a_fraction_beside_an_instance_can_be_the_whole() {
    let spec = "public class Hold {
      //@ predicate token();
      //@ requires acc(c.v, 1/2); ensures token();
      public Hold(Cell c);
      //@ requires acc(c.v, 1/2) * token(); ensures acc(c.v, 1/2) * token();
      public void swap(Cell c);
      //@ requires acc(c.v, 1/2); ensures acc(c.v, 1/2);
      public static void look(Cell c);
      //@ requires acc(c.v, 1/2) * acc(c.v, 1/2); ensures acc(c.v);
      public static void join(Cell c);
      }";
    let cell = "public class Cell { public int v;
      //@ ensures acc(v) * v == 0;
      public Cell(); }";
    let text = "class A {
        static void swapped() {
          Cell c = new Cell(); c.v = 5; Hold h = new Hold(c); h.swap(c); assert c.v == 5; }
        static void joined() { Cell c = new Cell(); c.v = 5; Hold.join(c); assert c.v == 5; }
        static void looked() { Cell c = new Cell(); c.v = 5; Hold.look(c); assert c.v == 5; }
      }";
    let loaded = loaded(text, [("Hold.java", spec), ("Cell.java", cell)]);
    for member in ["A.swapped", "A.joined"] {
        assert_ne!(answer(&loaded, member), "correct", "{member}");
        let ends = ends(&loaded, member);
        assert!(ends.contains(&"assert".to_owned()), "{member}: {ends:?}");
    }
    assert_eq!(answer(&loaded, "A.looked"), "correct");
}

/// What is written through a reference that a contract returns is written to the object that it is.
#[test]
fn returned_references_are_the_objects_that_they_equal() {
    let text = "import java.util.Optional;
class N { int f; }
class A {
  static void written() {
    N k = new N(); Optional<N> o = Optional.of(k); N x = o.get(); x.f = 3; assert k.f == 0; }
  static void read() {
    N k = new N(); Optional<N> o = Optional.of(k); k.f = 3; N x = o.get(); assert x.f == 3; }
}
";
    let loaded = loaded(text, None);
    assert!(ends(&loaded, "A.written").contains(&"assert".to_owned()));
    assert!(!ends(&loaded, "A.read").contains(&"assert".to_owned()));
}

/// What a call returns is in the heap of then, too, and on both of two paths that merge.
#[test]
fn objects_that_calls_return_are_the_same_then_and_on_other_paths() {
    let own = "public class Own {
      public Box f;
      public /*@ pure @*/ Box box();
      //@ ensures \\result != null * acc(\\result.f) * \\result.box().valid() * \\result.f.valid();
      public static Own make();
      //@ requires box().valid(); ensures box().valid() * box().get() > \\old(box().get());
      public void grow();
      //@ ensures \\result != null * acc(\\result[..]);
      public static N[] all(N k);
      //@ ensures \\result != null;
      public static Base run(Base b);
      }";
    let boxed = "public class Box {
      //@ predicate valid();
      //@ requires acc(valid(), _);
      public /*@ pure @*/ int get();
      //@ requires acc(valid(), _);
      public /*@ pure @*/ N inner();
      //@ ensures valid();
      public Box(N n);
      //@ requires valid(); ensures valid();
      public void change(); }";
    let text = "class Mine extends Base { public void go() { assert false; } }
      class A {
        static void grown(boolean c) { if (c) { Own o = Own.make(); o.grow(); assert false; } }
        //@ requires o != null * acc(o.f) * (o.f != null ==> o.f.valid());
        //@ ensures acc(o.f) * (o.f != null ==> o.f.valid() * o.f == \\old(o.f) * o.f.get() == \\old(o.f.get()));
        static void change(Own o) { if (o.f != null) o.f.change(); }
        static void then() { Own o = Own.make(); change(o); }
        static void merged(boolean c) {
          Own o = Own.make(); int x = 0;
          if (c) { if (o.f == null) return; x = o.f.get(); o.f.change(); }
          if (o.f == null) return;
          assert !c || o.f.get() == x; }
        static void function(boolean c) {
          Own o = Own.make(); int x = 0;
          if (c) { Box b = o.box(); if (b == null) return; x = b.get(); b.change(); }
          Box q = o.box(); if (q == null) return;
          assert !c || q.get() == x; }
        static void back() { Base b = Own.run(new Mine()); assert !(b instanceof Mine); }
        static void given(Mine p) {
          if (p == null) return; Base b = Own.run(p); if (b == p) b.go(); }
        static void element() {
          N k = new N(); N[] a = Own.all(k);
          if (a.length > 0 && a[0] == k) { a[0].v = 4; assert k.v == 0; } }
        static void state() {
          N k = new N(); Box b = new Box(k); N m = b.inner();
          if (m == k) { m.v = 3; assert k.v == 0; } }
      }";
    let base = "public class Base { public Base(); public void go(); }";
    let n = "public class N {
      public int v;
      //@ ensures acc(v) * v == 0;
      public N(); }";
    let specs = [
        ("Own.java", own),
        ("Box.java", boxed),
        ("Base.java", base),
        ("N.java", n),
    ];
    let loaded = loaded(text, specs);
    for member in ["grown", "then", "merged", "function", "back"] {
        let answer = answer(&loaded, &format!("A.{member}"));
        assert_ne!(answer, "correct", "{member}");
        assert!(!answer.contains("no state"), "{member}: {answer}");
    }
    for member in ["grown", "merged", "function", "element", "state", "given"] {
        let ends = ends(&loaded, &format!("A.{member}"));
        assert!(ends.contains(&"assert".to_owned()), "{member}: {ends:?}");
    }
}
