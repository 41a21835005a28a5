//! `veriframe explore`: symbolic execution trees.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use veriframe::report::exploring;
use veriframe::{
    Aliases, ExploreReport, ExploreRequest, Loaded, Options, PathEnd, RunRefusal, Stop, Workspace,
};

fn request(member: &str) -> ExploreRequest {
    ExploreRequest {
        aliases: Aliases::default(),
        member: member.to_owned(),
        inputs: Vec::new(),
        from_contract: false,
        forks: 50,
        steps: 20_000,
        leaves: 1_000,
        rlimit: Options::default().rlimit,
    }
}

fn loaded(name: &str, text: &str) -> Loaded {
    let mut workspace = Workspace::new(Options::default());
    workspace.set(name, text);
    workspace.load()
}

fn read(name: &str) -> Loaded {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/execution");
    loaded(name, &fs::read_to_string(path.join(name)).unwrap())
}

fn tree(loaded: &Loaded, request: &ExploreRequest) -> ExploreReport {
    loaded.explore(request, &Stop::default()).unwrap()
}

fn given(mut request: ExploreRequest, inputs: &[(&str, &str)]) -> ExploreRequest {
    let inputs = inputs.iter();
    request.inputs = inputs
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    request
}

/// The condition and result of each leaf, as sets of conjuncts.
fn leaves(report: &ExploreReport) -> BTreeSet<(BTreeSet<String>, String)> {
    let leaves = report.leaves.iter().map(|leaf| {
        let result = leaf.result.clone().unwrap_or_else(|| "none".to_owned());
        (leaf.condition.iter().cloned().collect(), result)
    });
    leaves.collect()
}

fn expected(rows: &[(&[&str], &str)]) -> BTreeSet<(BTreeSet<String>, String)> {
    let rows = rows.iter().map(|(conditions, result)| {
        let conditions = conditions.iter().map(|text| (*text).to_owned());
        (conditions.collect(), (*result).to_owned())
    });
    rows.collect()
}

#[test]
fn a_power_is_a_product_for_each_number_of_iterations() {
    let mut request = request("Effigy.power");
    request.forks = 4;
    let report = tree(&read("effigy.idf"), &request);
    let rows: &[(&[&str], &str)] = &[
        (&["y < 1"], "1"),
        (&["y = 1"], "x"),
        (&["y = 2"], "x * x"),
        (&["y = 3"], "x * (x * x)"),
        (&["y >= 4"], "none"),
    ];
    assert_eq!(leaves(&report), expected(rows));
    let unfinished: Vec<bool> = report
        .leaves
        .iter()
        .map(|l| l.end == PathEnd::Bound)
        .collect();
    assert_eq!(unfinished, [true, false, false, false, false]);
}

#[test]
fn a_second_loop_with_the_same_condition_does_not_fork() {
    let mut request = request("Effigy.twoLoops");
    request.forks = 5;
    let report = tree(&read("effigy.idf"), &request);
    // One fork for each iteration of the first loop, none for those of the second one.
    let forks: Vec<usize> = report
        .leaves
        .iter()
        .map(|leaf| leaf.outcomes.len())
        .collect();
    assert_eq!(forks, [5, 5, 4, 3, 2, 1]);
    let results: Vec<Option<&str>> = report
        .leaves
        .iter()
        .map(|leaf| leaf.result.as_deref())
        .collect();
    assert_eq!(
        results,
        [None, Some("8"), Some("6"), Some("4"), Some("2"), Some("0")]
    );
}

#[test]
fn a_search_in_five_elements_has_eleven_leaves() {
    let inputs = [
        ("a", "[A0, A1, A2, A3, A4, A5]"),
        ("l", "1"),
        ("u", "5"),
        ("x", "X"),
    ];
    let report = tree(
        &read("effigy.idf"),
        &given(request("Effigy.search"), &inputs),
    );
    let rows: &[(&[&str], &str)] = &[
        (&["A3 = X"], "3"),
        (&["A1 = X", "X < A3"], "1"),
        (&["X < A1", "X < A3"], "0"),
        (&["A2 = X", "A1 < X", "X < A3"], "2"),
        (&["A1 < X", "X < A2", "X < A3"], "1"),
        (&["A1 < X", "A2 < X", "X < A3"], "2"),
        (&["A4 = X", "A3 < X"], "4"),
        (&["A3 < X", "X < A4"], "3"),
        (&["A5 = X", "A3 < X", "A4 < X"], "5"),
        (&["A3 < X", "A4 < X", "X < A5"], "4"),
        (&["A3 < X", "A4 < X", "A5 < X"], "5"),
    ];
    assert_eq!(report.leaves.len(), 11);
    assert_eq!(leaves(&report), expected(rows));
    assert!(report.leaves.iter().all(|leaf| leaf.end == PathEnd::Return));
}

/// The search of one element at a symbolic index: the paper's tree of three leaves, besides those
/// at which there is no such element.
#[test]
fn a_search_in_one_element_has_three_leaves() {
    let inputs = [("l", "N"), ("u", "N"), ("x", "X")];
    let report = tree(
        &read("effigy.idf"),
        &given(request("Effigy.search"), &inputs),
    );
    let returned: Vec<(&str, &str)> = report
        .leaves
        .iter()
        .filter(|leaf| leaf.end == PathEnd::Return)
        .map(|leaf| {
            let last = leaf.condition.last().unwrap();
            (last.as_str(), leaf.result.as_deref().unwrap())
        })
        .collect();
    let expected = [("X = a[N]", "N"), ("X < a[N]", "N - 1"), ("a[N] < X", "N")];
    assert_eq!(returned, expected);
    let failed = report.leaves.iter();
    let failed = failed.filter(|leaf| leaf.end == PathEnd::Error);
    assert_eq!(failed.count(), 2);
    assert_eq!(report.leaves.len(), 5);
    // A disjunction among conjuncts has parentheses.
    let loaded = read("effigy.idf");
    let text = exploring::human(loaded.sources(), &report);
    let outside = "if a != null && (N < 0 || a.length <= N)";
    assert!(text.contains(outside), "{text}");
}

/// The lecture's first tree. What it reads as `*` is the last parameter.
#[test]
fn the_lectures_tree_of_two_branches_has_three_leaves() {
    let report = tree(&read("lecture.idf"), &request("Lecture.foo"));
    let rows: &[(&[&str], &str)] = &[
        // After `y = x`, the second condition is decided: it does not fork.
        (&["y < x"], "x"),
        // `x <= y` follows.
        (&["y - x > 7"], "y + input - x"),
        (&["x <= y", "y - x <= 7"], "y"),
    ];
    assert_eq!(leaves(&report), expected(rows));
    let forks = report.leaves.iter().map(|leaf| leaf.outcomes.len());
    assert_eq!(forks.collect::<Vec<_>>(), [1, 2, 2]);
}

/// The lecture's second tree, which is infinite.
#[test]
fn the_lectures_tree_of_a_loop_goes_on_to_the_bound() {
    let mut request = request("Lecture.power");
    request.forks = 4;
    let report = tree(&read("lecture.idf"), &request);
    let rows: &[(&[&str], &str)] = &[
        (&["x <= 0"], "1"),
        (&["x = 1"], "2"),
        (&["x = 2"], "4"),
        (&["x = 3"], "8"),
        (&["x > 3"], "none"),
    ];
    assert_eq!(leaves(&report), expected(rows));
    assert_eq!(report.leaves[0].end, PathEnd::Bound);
}

/// The lecture's branches under a path condition, here a precondition: both outcomes, or one.
#[test]
fn what_the_path_condition_decides_does_not_fork() {
    let loaded = read("lecture.idf");
    let of = |member: &str| {
        let mut request = request(member);
        request.from_contract = true;
        leaves(&tree(&loaded, &request))
    };
    let both: &[(&[&str], &str)] = &[(&["a < 10", "a > 1"], "1"), (&["a <= 1"], "0")];
    assert_eq!(of("Lecture.constrained"), expected(both));
    assert_eq!(of("Lecture.large"), expected(&[(&["a > 10"], "1")]));
    assert_eq!(of("Lecture.small"), expected(&[(&["a <= 0"], "0")]));
    let sum = leaves(&tree(&loaded, &request("Lecture.sum")));
    assert_eq!(sum, expected(&[(&[], "a + b + c")]));
}

#[test]
fn aliases_are_conditionals_and_failures_are_leaves() {
    let loaded = read("heap.idf");
    let report = tree(&loaded, &request("Node.swap"));
    let [null, swapped] = report.leaves.as_slice() else {
        panic!("{report:?}");
    };
    assert_eq!(null.end, PathEnd::Error);
    assert_eq!(null.condition, ["other = null"]);
    let result = swapped.result.as_deref();
    assert_eq!(result, Some("other = this ? this.value + 1 : other.value"));
    assert_eq!(swapped.changes.len(), 2);
    // Dispatch forks by what is executed, not by class: `Sharp` inherits from `Flat`.
    let report = tree(&loaded, &request("Use.total"));
    assert_eq!(report.leaves.len(), 3);
    let report = tree(&loaded, &request("Use.both"));
    let ends: Vec<PathEnd> = report.leaves.iter().map(|leaf| leaf.end).collect();
    assert_eq!(
        ends,
        [
            PathEnd::Error,
            PathEnd::Return,
            PathEnd::Error,
            PathEnd::Error
        ]
    );
    assert_eq!(report.leaves[1].result.as_deref(), Some("i = j ? 2 : 1"));
}

#[test]
fn a_precondition_restricts_the_heaps() {
    let mut request = request("Node.len");
    request.from_contract = true;
    request.forks = 4;
    let report = tree(&read("heap.idf"), &request);
    let results: Vec<Option<&str>> = report
        .leaves
        .iter()
        .map(|leaf| leaf.result.as_deref())
        .collect();
    assert_eq!(results, [None, Some("4"), Some("3"), Some("2"), Some("1")]);
    assert!(report.left_out.is_empty());
    assert!(report.leaves.iter().all(|leaf| leaf.input.is_some()));
}

#[test]
fn paths_without_an_end_reach_a_bound() {
    let loaded = read("heap.idf");
    let report = tree(&loaded, &request("Use.loop"));
    assert_eq!(report.leaves.len(), 1);
    assert_eq!(report.leaves[0].end, PathEnd::Bound);
    assert!(report.leaves[0].why.as_ref().unwrap().1.contains("--steps"));
    let mut few = request("Node.sum");
    few.leaves = 3;
    let report = tree(&loaded, &few);
    assert_eq!(report.leaves.len(), 4);
    assert!(
        report.leaves[3]
            .why
            .as_ref()
            .unwrap()
            .1
            .contains("--leaves")
    );
}

#[test]
fn wrong_requests_are_refused() {
    let loaded = read("effigy.idf");
    let refused = |request: ExploreRequest| match loaded.explore(&request, &Stop::default()) {
        Err(RunRefusal::Entry { message, .. }) => message,
        other => panic!("{other:?}"),
    };
    let wrong = |inputs: &[(&str, &str)]| refused(given(request("Effigy.power"), inputs));
    assert!(refused(request("Effigy.pow")).contains("no member `Effigy.pow`"));
    assert!(wrong(&[("z", "1")]).contains("no parameter `z`"));
    assert!(wrong(&[("x", "y")]).contains("`y` is no value"));
    assert!(wrong(&[("x", "true")]).contains("no value of type `int`"));
    let two = given(request("Effigy.find"), &[("a", "A"), ("x", "A")]);
    assert!(refused(two).contains("`A` is a"));
}

#[test]
fn json_fits_its_schema_and_dot_has_each_leaf() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/veriframe-explore.schema.json");
    let schema: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let schema = jsonschema::draft202012::new(&schema).unwrap();
    let loaded = read("heap.idf");
    let members = [
        "Node.swap",
        "Node.sum",
        "Node.len",
        "Use.total",
        "Use.both",
        "Use.make",
    ];
    for member in members {
        let mut request = request(member);
        request.forks = 4;
        let report = tree(&loaded, &request);
        let text = exploring::json(loaded.sources(), &report).unwrap();
        let object: serde_json::Value = serde_json::from_str(&text).unwrap();
        let errors: Vec<String> = schema.iter_errors(&object).map(|e| e.to_string()).collect();
        assert!(errors.is_empty(), "{member}: {errors:?}\n{text}");
        let dot = exploring::dot(loaded.sources(), &report);
        assert_eq!(dot.matches("  l").count(), report.leaves.len());
        let forks: BTreeSet<&[bool]> = report
            .leaves
            .iter()
            .flat_map(|leaf| (0..leaf.outcomes.len()).map(|n| &leaf.outcomes[..n]))
            .collect();
        assert_eq!(dot.matches("shape=point").count(), forks.len());
    }
}

const MADE: &str = "class Cell { int v; Cell next; }
class X {
  static Cell make(int a, Cell c) {
    Cell r := new Cell(); r.v := a; r.next := new Cell(); r.next.v := 7; c.next := r.next;
    return r;
  }
  static void asserts(int a) { if (a > 3) { assert a > 4; } }
  static int kind(Object o) { if (o = null || !(o instanceof Cell)) { return 1; } return 2; }
  static int either(int a, int b) { if (a = 1 || b = 1) { if (b != 2) { return 1; } } return 2; }
}
";

#[test]
fn new_objects_are_shown_with_their_fields() {
    let loaded = loaded("made.idf", MADE);
    let report = tree(&loaded, &request("X.make"));
    let leaf = &report.leaves[1];
    assert_eq!(leaf.result.as_deref(), Some("new Cell#1"));
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!(leaf.changes, [pair("c.next", "new Cell#2")]);
    let objects = [
        pair("new Cell#1", "{ v = a, next = new Cell#2 }"),
        pair("new Cell#2", "{ v = 7, next = null }"),
    ];
    assert_eq!(leaf.objects, objects);
    let text = exploring::human(loaded.sources(), &report);
    assert!(text.contains("   where new Cell#2 is { v = 7, next = null }\n"));
}

#[test]
fn a_condition_that_code_asserts_is_checked() {
    let report = tree(&loaded("made.idf", MADE), &request("X.asserts"));
    let ends: Vec<PathEnd> = report.leaves.iter().map(|leaf| leaf.end).collect();
    assert_eq!(ends, [PathEnd::Return, PathEnd::Error, PathEnd::Return]);
    let wrong = &report.leaves[1];
    assert_eq!(wrong.condition, ["a = 4"]);
    assert_eq!(wrong.shown, [("a".to_owned(), "4".to_owned())]);
}

#[test]
fn where_null_is_an_input_it_is_found() {
    let report = tree(&loaded("made.idf", MADE), &request("X.kind"));
    for leaf in &report.leaves {
        let conditions = leaf.condition.join(" && ");
        // No class of the program has an object that is no `Cell`.
        let is_other = conditions.contains("class of o != Cell");
        let is_found = leaf.input.is_some();
        assert!(
            is_found || is_other && conditions.contains("o != null"),
            "{conditions}"
        );
        // What others exclude is left out.
        assert!(!conditions.contains("||"), "{conditions}");
    }
    assert_eq!(
        report.leaves[0].shown,
        [("o".to_owned(), "null".to_owned())]
    );
}

#[test]
fn a_disjunction_among_conditions_is_in_parentheses() {
    let report = tree(&loaded("made.idf", MADE), &request("X.either"));
    let conjunctions: Vec<&str> = report
        .leaves
        .iter()
        .map(|l| l.conjunction.as_str())
        .collect();
    let parts: Vec<usize> = report.leaves.iter().map(|l| l.condition.len()).collect();
    for (text, parts) in conjunctions.iter().zip(parts) {
        if parts > 1 && text.contains(" || ") {
            assert!(text.contains("(a = 1 || b = 1)"), "{text}");
        }
    }
}

#[test]
fn a_text_is_no_list() {
    let text = "import java.util.List;
class C {
  static int m(List<String> l) { String s = \"x\"; return l == null ? 0 : s == null ? 1 : 2; }
}
";
    let report = tree(&loaded("C.java", text), &request("C.m"));
    for leaf in &report.leaves {
        assert!(
            leaf.shown.iter().all(|(_, value)| value != "\"x\""),
            "{:?}",
            leaf.shown
        );
    }
    assert_eq!(
        report.leaves[0].shown,
        [("l".to_owned(), "null".to_owned())]
    );
}

/// Members of the library that have only a contract.
const BY_CONTRACT: &str = "import java.util.ArrayList;
import java.util.List;
class Cell { int v; }
class A {
  static int length(String s) {
    if (s == null) return -1;
    if (s.equals(\"abc\")) return s.length();
    return s.length() > 3 ? 1 : 0;
  }
  static int element(List<Cell> l, int i) {
    if (l == null) return -1;
    if (i < l.size()) {
      Cell c = l.get(i);
      return c == null ? 0 : 1;
    }
    return 2;
  }
  static int kept(int n) {
    ArrayList<Cell> l = new ArrayList<>();
    Cell c = new Cell();
    l.add(c);
    c.v = n;
    Cell d = l.get(0);
    return d.v;
  }
  static int added(List<Cell> l, List<Cell> m, Cell c) {
    if (l == null || m == null) return 0;
    if (m.size() != 0) return 1;
    l.add(c);
    return l == m ? m.size() : m.isEmpty() ? 10 : 11;
  }
  static int mod(int a, int b) { return Math.floorMod(a, b); }
}
";

fn by_contract(member: &str) -> Vec<(String, String)> {
    let report = tree(&loaded("A.java", BY_CONTRACT), &request(member));
    let leaves = report.leaves.iter().map(|leaf| {
        let end = match (&leaf.why, &leaf.result) {
            (Some((Some(code), _)), _) => code.name().to_owned(),
            (_, result) => result.clone().unwrap_or_default(),
        };
        (leaf.conjunction.clone(), end)
    });
    leaves.collect()
}

fn pairs(rows: &[(&str, &str)]) -> Vec<(String, String)> {
    let rows = rows.iter();
    rows.map(|(a, b)| ((*a).to_owned(), (*b).to_owned()))
        .collect()
}

#[test]
fn members_of_the_library_are_called_by_their_contracts() {
    assert_eq!(
        by_contract("A.length"),
        pairs(&[
            ("s == null", "-1"),
            ("s == \"abc\"", "s.length()"),
            ("s != null && s != \"abc\" && s.length() > 3", "1"),
            ("s != null && s != \"abc\" && s.length() <= 3", "0"),
        ])
    );
    assert_eq!(
        by_contract("A.element"),
        pairs(&[
            ("l == null", "-1"),
            (
                "l != null && i < |l.contents()| && i >= 0 && l.contents()[i] == null",
                "0"
            ),
            (
                "l != null && i < |l.contents()| && i >= 0 && l.contents()[i] != null",
                "1"
            ),
            ("l != null && i < 0", "precondition"),
            ("l != null && |l.contents()| <= i", "2"),
        ])
    );
    assert_eq!(by_contract("A.kept"), pairs(&[("", "n")]));
    assert_eq!(
        by_contract("A.mod"),
        pairs(&[
            ("b != 0", "Math.floorMod(a, b)"),
            ("b == 0", "precondition")
        ])
    );
}

/// What a call may change is that of one list only, whatever name it has.
#[test]
fn a_call_changes_what_its_contract_allows() {
    let ends: Vec<String> = by_contract("A.added")
        .into_iter()
        .map(|(_, end)| end)
        .collect();
    assert!(ends.contains(&"1".to_owned()), "{ends:?}");
    assert!(ends.contains(&"10".to_owned()), "{ends:?}");
    assert!(!ends.contains(&"11".to_owned()), "{ends:?}");
}

/// A leaf names the members, and what could not be evaluated is named too.
#[test]
fn leaves_name_the_members_that_were_called_by_contract() {
    let loaded = loaded("A.java", BY_CONTRACT);
    let report = tree(&loaded, &request("A.element"));
    assert_eq!(report.leaves[1].by_contract, ["List.size", "List.get"]);
    assert!(report.leaves[0].by_contract.is_empty());
    assert!(report.unchecked.is_empty() && report.unassumed.is_empty());
    let human = veriframe::report::exploring::human(loaded.sources(), &report);
    let said = "if calls do what their contracts say: List.size, List.get";
    assert!(human.contains(said), "{human}");
}

/// Operations on collections are terms, and those that are not defined fail.
#[test]
fn code_works_on_collections() {
    let text = "class A {
  static int at(int n, int i) { seq<int> s := [n, n + 1]; int r := s[i]; return r; }
  static int part(int n) { seq<int> s := [1, 2, 3][n..]; return |s|; }
  static int key(int k) {
    map<int, int> m := map{1 := 10};
    m := m[k := 20];
    return m[1];
  }
  static int absent(int k) { map<int, int> m := map{1 := 10, 2 := k}; return m[k]; }
  static int among(int k) {
    set<int> s := set{1, 2} union set{5};
    if (k in s) { return |s|; }
    return 0;
  }
}
";
    let loaded = loaded("A.idf", text);
    let of = |member: &str| {
        let report = tree(&loaded, &request(member));
        let leaves = report.leaves.iter().map(|leaf| {
            let end = match &leaf.why {
                Some((code, _)) => code.map_or("unsupported", |code| code.name()).to_owned(),
                None => leaf.result.clone().unwrap_or_default(),
            };
            let inputs: Vec<String> = (leaf.shown.iter())
                .map(|(_, value)| value.clone())
                .collect();
            (leaf.conjunction.clone(), end, inputs.join(", "))
        });
        leaves.collect::<Vec<_>>()
    };
    let rows: [(&str, &[[&str; 3]]); 5] = [
        (
            "A.at",
            &[
                ["i >= 0 && i < 2", "([n] ++ [n + 1])[i]", "0, 0"],
                ["i < 0 || i >= 2", "index-out-of-bounds", "0, -1"],
            ],
        ),
        (
            "A.part",
            &[
                ["n >= 0 && n <= 3", "|([1] ++ [2] ++ [3])[n..]|", "0"],
                ["n < 0 || n > 3", "index-out-of-bounds", "4"],
            ],
        ),
        ("A.key", &[["", "k = 1 ? 20 : 10", "0"]]),
        (
            "A.absent",
            &[
                ["k = 2 || k = 1", "k = 2 ? k : k = 1 ? 10 : map{}[k]", "1"],
                ["!(k = 2 || k = 1)", "index-out-of-bounds", "0"],
            ],
        ),
        (
            "A.among",
            &[
                ["k = 5 || k = 2 || k = 1", "3", "5"],
                ["!(k = 5 || k = 2 || k = 1)", "0", "0"],
            ],
        ),
    ];
    for (member, leaves) in rows {
        let leaves = leaves.iter().map(|row| row.map(str::to_owned));
        let leaves: Vec<_> = leaves.map(|[a, b, c]| (a, b, c)).collect();
        assert_eq!(of(member), leaves, "{member}");
    }
}

/// A query that takes long ends with the time, too.
#[test]
fn the_time_limit_ends_a_query() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verify/programs/gcd.idf");
    let text = fs::read_to_string(path).unwrap();
    let text = text.replace("requires 0 ≤ a && 0 ≤ b;", "requires 0 ≤ b;");
    let loaded = loaded("gcd.idf", &text);
    let mut request = request("Gcd.euclid");
    request.forks = 6;
    let begun = Instant::now();
    let stop = Stop::new(Arc::default(), Some(Duration::from_secs(1)));
    let report = loaded.explore(&request, &stop).unwrap();
    let taken = begun.elapsed();
    assert!(taken.as_secs() < 15, "{taken:?}");
    assert!(report.leaves.iter().any(|leaf| leaf.end == PathEnd::Bound));
}

/// A recursion whose conditions are decided without a fork, by ever longer proofs, ends with the
/// time, and each location that it writes is shown once.
#[test]
fn the_time_limit_ends_a_path_without_forks() {
    let text = "class C {
  int x; C c;
  void m(int n, C o) {
    x := o.x;
    assert o = this ==> o.c.x != 8 || x = 8;
    if (o.x >= x) { if (n >= x + 13) { o.x := o.c.x; } else { x := 5; } }
    o.m(o.x * 5, this);
  }
}
";
    let loaded = loaded("C.idf", text);
    let mut request = request("C.m");
    (request.forks, request.steps) = (6, 300_000);
    let begun = Instant::now();
    let stop = Stop::new(Arc::default(), Some(Duration::from_secs(1)));
    let report = loaded.explore(&request, &stop).unwrap();
    let taken = begun.elapsed();
    assert!(taken.as_secs() < 15, "{taken:?}");
    for leaf in &report.leaves {
        let locations = leaf.changes.iter().map(|(location, _)| location);
        let different: BTreeSet<_> = locations.clone().collect();
        assert_eq!(different.len(), locations.count());
    }
}

/// Facts of a long path share their terms: what one of them says is not looked at again for each.
#[test]
fn long_paths_end_at_the_time_limit() {
    let begun = Instant::now();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = root.join("tests/verify/programs/list_append.idf");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_veriframe"))
        .args(["explore", "--member", "Node.appendByLoop", "--bound", "6"])
        .args(["--leaves", "8", "--steps", "300000", "--timeout", "2"])
        .arg(file)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(begun.elapsed() < Duration::from_secs(20));
}

/// Open paths have one leaf together once the time is over.
#[test]
fn many_open_paths_end_at_the_time_limit() {
    let text = "class H {
  H next;
  static int len(H h) { int n := 0; while (h != null) { n := n + 1; h := h.next; } return n; }
}
";
    let loaded = loaded("H.idf", text);
    let mut request = request("H.len");
    (request.forks, request.leaves) = (2_000, 2_000);
    let begun = Instant::now();
    let stop = Stop::new(Arc::default(), Some(Duration::from_secs(1)));
    let report = loaded.explore(&request, &stop).unwrap();
    let taken = begun.elapsed();
    assert!(taken.as_secs() < 15, "{taken:?}");
    let stopped = report
        .leaves
        .iter()
        .filter(|leaf| leaf.end == PathEnd::Bound);
    assert!((1..=2).contains(&stopped.count()));
}

/// An array, or an object of another class, is none of the objects that exist from the start.
#[test]
fn inputs_have_the_types_of_their_parameters() {
    let text = "class L {
  static class P { int v; }
  static class Q extends P { }
  static int arr(int[] a) { return a[0]; }
  static int ob(Object o) { if (o instanceof Q) { return 1; } return 2; }
  static void str() { System.out.println(\"abc\"); }
}";
    let loaded = loaded("L.java", text);
    for (member, wanted) in [("L.arr", ["null", "[0]", "[]"]), ("L.ob", ["Q#1", "", ""])] {
        let report = tree(&loaded, &request(member));
        let shown = report.leaves.iter().map(|leaf| leaf.shown[0].1.as_str());
        let shown: Vec<&str> = shown.collect();
        for (shown, wanted) in shown.iter().zip(wanted) {
            assert!(wanted.is_empty() || *shown == wanted, "{member}: {shown}");
        }
        assert!(!shown.contains(&"System.out") && !shown.contains(&"\"abc\""));
    }
}

#[test]
fn a_contradictory_precondition_is_named() {
    let text = "class C { static int m(int x) requires 0 < x && x < 0; { return x; } }";
    let loaded = loaded("C.idf", text);
    let mut request = request("C.m");
    request.from_contract = true;
    let text = veriframe::report::exploring::human(loaded.sources(), &tree(&loaded, &request));
    let warning = "warning: no input of `C.m` was found that meets its precondition\n";
    assert!(text.ends_with(warning), "{text}");
}

#[test]
fn what_code_asserts_is_checked_or_named() {
    let text = "class C {
  int x;
  static void nested(int p)
  { assert forall int i :: 0 <= i < 2 ==> (forall int j :: 0 <= j < 2 ==> i + j < p); }
  static void bound(int p)
  { assert forall int i :: 0 <= i < 2 ==> (let k := i in k < p); }
  void part() requires acc(x); { assert acc(x) * x = 5; }
  static void joined(int p) { join p > 0; }
  ghost int g;
  lemma static void positive(int n) requires n > 0; ensures n * n > 0; {}
  lemma static void free(int n) {}
  predicate held() { return acc(x); }
  static void lemmas(int p) { positive(p); free(p); }
  static void ghostly(int p)
  {
    ghost int k := p;
    if (k > 3) { assert p > 3; positive(p); join p > 3; }
    while (k > 0) invariant k <= p; decreases k; { k := k - 1; }
  }
  void silent(int p) requires held();
  { open held(); close held(); ghost int h := p; label l; g := h; }
}";
    let loaded = loaded("asserted.idf", text);
    let ends = |member: &str| {
        let report = loaded.explore(&request(member), &Stop::default()).unwrap();
        let failed = report.leaves.iter().any(|leaf| leaf.end == PathEnd::Error);
        let named: BTreeSet<&str> = (report.leaves.iter().flat_map(|leaf| &leaf.unevaluated))
            .map(|span| loaded.sources().text(*span))
            .collect();
        (
            failed,
            named.into_iter().map(str::to_owned).collect::<Vec<_>>(),
        )
    };
    assert_eq!(ends("C.nested"), (true, Vec::new()));
    assert_eq!(ends("C.bound"), (true, Vec::new()));
    assert_eq!(ends("C.part"), (true, vec!["acc(x)".to_owned()]));
    assert_eq!(ends("C.joined"), (true, Vec::new()));
    let named = |all: &[&str]| all.iter().map(|text| (*text).to_owned()).collect();
    assert_eq!(ends("C.lemmas"), (false, named(&["positive(p)"])));
    let all = ["k <= p", "p > 3", "positive(p)"];
    assert_eq!(ends("C.ghostly"), (false, named(&all)));
    assert_eq!(ends("C.silent"), (false, Vec::new()));
}

#[test]
fn what_is_assumed_belongs_to_the_path_condition() {
    let text = "class C {
  int x;
  static int s(int x) { assume x > 0; if (x > 5) { return 1; } else { return 2; } }
  static int proves(int x)
  {
    assume x > 10;
    int y := x + 1;
    assert y > 11;
    assert y > 12;
    return y;
  }
  static int never(int x) { assume x > 0; assume x < 0; return x; }
  static int fails(C c) { assume c.x > 0; return 1; }
  static int partly(C c) requires acc(c.x); { assume acc(c.x) * c.x > 5; return c.x; }
}";
    let loaded = loaded("assumed.idf", text);
    let report = |member: &str| loaded.explore(&request(member), &Stop::default()).unwrap();
    let set = |all: &[(&str, &str)]| {
        let all = all.iter();
        all.map(|(condition, result)| ((*condition).to_owned(), (*result).to_owned()))
            .collect::<BTreeSet<_>>()
    };
    let found = |report: &ExploreReport| {
        let leaves = report.leaves.iter();
        leaves
            .map(|leaf| {
                (
                    leaf.conjunction.clone(),
                    leaf.result.clone().unwrap_or_default(),
                )
            })
            .collect::<BTreeSet<_>>()
    };
    let positive = report("C.s");
    let expected = set(&[("x > 5", "1"), ("x > 0 && x <= 5", "2")]);
    assert_eq!(found(&positive), expected);
    let proves = report("C.proves");
    assert_eq!(proves.leaves.len(), 2);
    let failing: Vec<_> = (proves.leaves.iter())
        .filter(|leaf| leaf.end == PathEnd::Error)
        .map(|leaf| loaded.sources().text(leaf.place.unwrap()))
        .collect();
    assert_eq!(failing, ["y > 12"]);
    // Where nothing satisfies what is assumed, that is said.
    let never = report("C.never");
    assert!(never.leaves.is_empty());
    let text = exploring::human(loaded.sources(), &never);
    let warning = "warning: there is no leaf, because what is assumed excludes every path: \
        assumed.idf:12:36: `x > 0`, assumed.idf:12:50: `x < 0`\n";
    assert!(text.contains(warning), "{text}");
    assert!(!text.contains("precondition"), "{text}");
    // What has no value is a failure, as in `verify`.
    let fails = report("C.fails");
    let ends: Vec<PathEnd> = fails.leaves.iter().map(|leaf| leaf.end).collect();
    assert!(
        ends.contains(&PathEnd::Error) && ends.contains(&PathEnd::Return),
        "{ends:?}"
    );
    let partly = report("C.partly");
    let named = partly.leaves.iter().flat_map(|leaf| &leaf.unevaluated);
    let named: BTreeSet<&str> = named.map(|span| loaded.sources().text(*span)).collect();
    assert_eq!(named, BTreeSet::from(["acc(c.x)"]));
}

/// A member that a subclass overrides does not run for objects of this class, unless it is called
/// by `super`.
#[test]
fn receivers_are_those_for_which_the_member_runs() {
    let text = "class A { int m() { if (this instanceof B) { return 2; } return 1; } }
class B extends A { BODY }
class C extends B { }";
    let paths = |body: &str| {
        let loaded = loaded("a.idf", &text.replace("BODY", body));
        let report = tree(&loaded, &request("A.m"));
        let leaves = report.leaves.iter();
        let results = leaves.map(|leaf| {
            let receiver = leaf.shown.first().map(|(_, value)| value.clone());
            let class = receiver.unwrap_or_default();
            let class = class.split('#').next().unwrap_or_default().to_owned();
            (leaf.result.clone().unwrap_or_default(), class)
        });
        results.collect::<BTreeSet<(String, String)>>()
    };
    let pair = |result: &str, class: &str| (result.to_owned(), class.to_owned());
    assert_eq!(paths("int m() { return 3; }"), [pair("1", "A")].into());
    for body in ["", "int m() { int r := super.m(); return r; }"] {
        let [one, two] = ["1", "2"];
        let found = paths(body);
        assert_eq!(found.len(), 2, "{body}: {found:?}");
        assert!(found.contains(&pair(one, "A")), "{found:?}");
        assert!(
            found
                .iter()
                .any(|(result, class)| result == two && class != "A")
        );
    }
    let text = "abstract class A { pure int m() { return 1; } }
class B extends A { pure int m() { return 2; } }";
    let loaded = loaded("a.idf", text);
    let refusal = loaded.explore(&request("A.m"), &Stop::default());
    let RunRefusal::Entry { message, .. } = refusal.unwrap_err() else {
        panic!("another refusal");
    };
    assert!(message.contains("no object runs `A.m`"), "{message}");
}

/// The changes of the only leaf on which the member returns after writing.
fn changes_of(text: &str, member: &str) -> Vec<Vec<String>> {
    let report = tree(&loaded("f.idf", text), &request(member));
    let leaves = report.leaves.iter().filter(|leaf| !leaf.changes.is_empty());
    let shown = leaves.map(|leaf| {
        let changes = leaf.changes.iter();
        changes
            .map(|(at, value)| format!("{at} becomes {value}"))
            .collect()
    });
    shown.collect()
}

#[test]
fn changes_are_final_values_under_aliasing() {
    let text = "class Node { int v;
      static void m(Node p, Node q) { if (p != null && q != null) {
        p.v := 1; q.v := 2; p.v := 3; } }
      static void same(Node p, Node q) { if (p != null && q != null && p = q) {
        p.v := 1; q.v := 2; p.v := 3; } }
      static void other(Node p, Node q) { if (p != null && q != null && p != q) {
        p.v := 1; q.v := 2; p.v := 3; } }
      static void first(Node p, Node q) { if (p != null && q != null) { p.v := 1; q.v := 2; } }
      static void elements(int[] a, int i, int j) {
        if (a != null && i >= 0 && i < a.length && j >= 0 && j < a.length) {
          a[i] := 1; a[j] := 2; } } }";
    let set = |at: &str, value: &str| format!("{at} becomes {value}");
    assert_eq!(
        changes_of(text, "Node.m"),
        [[set("q.v", "p = q ? 3 : 2"), set("p.v", "3")]]
    );
    assert_eq!(
        changes_of(text, "Node.same"),
        [[set("q.v", "3"), set("p.v", "3")]]
    );
    assert_eq!(
        changes_of(text, "Node.other"),
        [[set("q.v", "2"), set("p.v", "3")]]
    );
    assert_eq!(
        changes_of(text, "Node.first"),
        [[set("p.v", "p = q ? 2 : 1"), set("q.v", "2")]]
    );
    assert_eq!(
        changes_of(text, "Node.elements"),
        [[set("a[i]", "i = j ? 2 : 1"), set("a[j]", "2")]]
    );
}

#[test]
fn examples_have_collections() {
    let text = "class C { set<int> s; int k; } class D {
      static int m(C c, int x) {
        if (c != null && c.k > 3) { if (x in c.s) { return 1; } return 2; } return 0; }
      static int n(seq<int> q, multiset<int> b) {
        if (|q| > 1 && q[1] = 7) { if (b[3] = 2) { return 1; } } return 0; }
      static int size(set<int> s) { if (|s| > 1) { return 1; } return 0; } }";
    let loaded = loaded("f.idf", text);
    let report = tree(&loaded, &request("D.m"));
    assert_eq!(report.leaves.len(), 4);
    for leaf in &report.leaves {
        let shown: Vec<&str> = leaf.shown.iter().map(|(_, value)| value.as_str()).collect();
        let [c, x] = shown.as_slice() else {
            panic!("no example: {leaf:?}");
        };
        match leaf.result.as_deref() {
            Some("1") => assert!(c.contains(&format!("s = set{{{x}}}")), "{c} {x}"),
            Some("2") => assert!(c.contains("s = set{}"), "{c}"),
            _ => {}
        }
    }
    let report = tree(&loaded, &request("D.n"));
    assert!(
        report.leaves.iter().all(|leaf| leaf.input.is_some()),
        "{report:?}"
    );
    let mut found = report.leaves.iter();
    let found = found
        .find(|leaf| leaf.result.as_deref() == Some("1"))
        .unwrap();
    assert_eq!(found.shown[0].1, "[0, 7]");
    assert_eq!(found.shown[1].1, "multiset{3, 3}");
    // The number of elements says more than which ones there are.
    let report = tree(&loaded, &request("D.size"));
    for leaf in &report.leaves {
        let elements = leaf.shown[0].1.matches(',').count();
        let is_large = leaf.result.as_deref() == Some("1");
        assert_eq!(elements > 0, is_large, "{leaf:?}");
    }
}

/// Two names of one object lead to one collection: what is asked by one name is in the example by both.
#[test]
fn examples_have_one_collection_for_aliases() {
    let text = "class C { set<int> s; seq<int> w; set<int>[] parts; } class D {
      static int asked(C p, C q) {
        if (p != null && q != null) {
          seq<int> u := q.w;
          if (p = q && |p.w| > 1 && p.w[1] = 3) { return |u|; } } return 0; }
      static int differ(C p, C q, set<int> x) {
        if (p != null && p = q && q.s union x != p.s union x) { return 1; } return 0; }
      static int parts(C p, int i, int j, set<int> x) {
        if (p != null && p.parts != null && 0 <= i && i < p.parts.length && i = j
          && p.parts[i] union x != p.parts[j] union x) { return 1; } return 0; } }";
    let loaded = loaded("f.idf", text);
    let report = tree(&loaded, &request("D.asked"));
    let mut found = report.leaves.iter();
    let found = found.find(|leaf| leaf.result.as_deref() != Some("0"));
    let found = found.unwrap();
    assert!(found.shown[0].1.contains("w = [0, 3]"), "{found:?}");
    for member in ["D.differ", "D.parts"] {
        let report = tree(&loaded, &request(member));
        for leaf in &report.leaves {
            let is_impossible = leaf.result.as_deref() == Some("1");
            assert!(leaf.input.is_none() || !is_impossible, "{leaf:?}");
        }
    }
}

/// What a path asks of sequences besides lengths and elements is in examples with short ones.
#[test]
fn examples_have_structured_sequences() {
    let text = "class D {
      static int joined(seq<int> t, seq<int> u, int i) {
        if (t = u ++ [i] && |u| = 2 && i in u) { return 1; } return 0; }
      static int parts(seq<int> t, seq<int> u, int n) {
        if (0 <= n && n <= |t| && t[n..] = u && u != seq<int>() && n > 1) { return 1; } return 0; }
      static int changed(seq<int> t, seq<int> u, int i) {
        if (0 <= i && i < |t| && t[i := 7] = u && t != u && i = 1) { return 1; } return 0; }
      static int elements(seq<int> t, set<int> s, multiset<int> m) {
        if (set(t) = s && multiset(t) = m && |s| = 1 && |m| = 2) { return 1; } return 0; }
      static int listed(int i, int j) { if (set{i} = set{j} && i > 2) { return 1; } return 0; }
      static int none(seq<int> t, seq<int> u) {
        if (t ++ u != u ++ t && |t| = 0) { return 1; } return 0; } }";
    let loaded = loaded("f.idf", text);
    let of = |member: &str| {
        let report = tree(&loaded, &request(member));
        let mut leaves = report.leaves.into_iter();
        let leaf = leaves.find(|leaf| leaf.result.as_deref() == Some("1"));
        leaf.map(|leaf| {
            leaf.shown
                .into_iter()
                .map(|(_, value)| value)
                .collect::<Vec<String>>()
        })
    };
    let joined = of("D.joined").unwrap();
    assert_eq!(
        joined[0],
        joined[1].replace(']', &format!(", {}]", joined[2]))
    );
    assert!(joined[1].contains(&joined[2]), "{joined:?}");
    let parts = of("D.parts").unwrap();
    assert_eq!(parts[2], "2");
    assert!(parts[0].ends_with(&parts[1].replace('[', " ")), "{parts:?}");
    let changed = of("D.changed").unwrap();
    assert!(changed[1].contains(", 7"), "{changed:?}");
    assert_ne!(changed[0], changed[1]);
    let elements = of("D.elements").unwrap();
    assert_eq!(
        elements[0].replace('[', "multiset{").replace(']', "}"),
        elements[2]
    );
    let listed = of("D.listed").unwrap();
    assert_eq!(listed[0], listed[1]);
    assert!(of("D.none").is_none_or(|shown| shown.is_empty()));
}

#[test]
fn sets_of_listed_elements_are_written_as_literals() {
    let text = "class D { static boolean m(set<int> s, int x) {
        set<int> listed := set{1, x}; set<int> more := s union set{x};
        return s = listed || s subset more; } }";
    let report = tree(&loaded("f.idf", text), &request("D.m"));
    let conditions: Vec<String> = report
        .leaves
        .iter()
        .map(|leaf| leaf.conjunction.clone())
        .collect();
    assert!(
        conditions.iter().any(|c| c.contains("s = set{1, x}")),
        "{conditions:?}"
    );
    assert!(
        conditions.iter().all(|c| !c.contains("set{} union")),
        "{conditions:?}"
    );
}
