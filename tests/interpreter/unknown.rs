//! Values that nobody knows: `x := *`, and methods of `veriframe.Any`, in each command.

use std::time::Duration;
use veriframe::report::human::{self, Style};
use veriframe::{
    Aliases, BmcAnswer, BmcRequest, ExploreRequest, Loaded, Options, RunEnd, RunRefusal,
    RunRequest, RunStreams, Status, Stop, TestRequest, Workspace,
};

fn loaded(name: &str, text: &str) -> Loaded {
    let mut workspace = Workspace::new(Options::default());
    workspace.set(name, text);
    workspace.load()
}

fn pairs(all: &[(String, String)]) -> String {
    let all = all.iter().map(|(name, value)| format!("{name} = {value}"));
    all.collect::<Vec<_>>().join(", ")
}

/// The leaves of a member: condition, result, input.
fn explored(name: &str, text: &str, member: &str, inputs: &[(&str, &str)]) -> Vec<[String; 3]> {
    let inputs = inputs.iter();
    let request = ExploreRequest {
        aliases: Aliases::default(),
        member: member.to_owned(),
        inputs: inputs
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect(),
        from_contract: false,
        forks: 20,
        steps: 10_000,
        leaves: 50,
        rlimit: Options::default().rlimit,
    };
    let report = loaded(name, text).explore(&request, &Stop::default());
    let report = report.unwrap_or_else(|refusal| panic!("{refusal:?}"));
    let leaves = report.leaves.iter().map(|leaf| {
        [
            leaf.condition.join(" && "),
            leaf.result.clone().unwrap_or_default(),
            pairs(&leaf.shown),
        ]
    });
    leaves.collect()
}

/// The answer of `bmc`: the input of a bug, `correct`, or what a bound says.
fn checked(name: &str, text: &str, member: &str) -> String {
    let request = BmcRequest {
        member: member.to_owned(),
        unwind: 4,
        max_unwind: 4,
        scope: None,
        rlimit: Options::default().rlimit,
        steps: 1_000_000,
        wants_formula: false,
        wants_program: false,
    };
    let report = loaded(name, text).bmc(&request, &Stop::default());
    match report
        .unwrap_or_else(|refusal| panic!("{refusal:?}"))
        .answer
    {
        BmcAnswer::Bug(bug) => pairs(&bug.shown),
        BmcAnswer::Correct => "correct".to_owned(),
        BmcAnswer::BoundReached(why) => why,
    }
}

/// The inputs of the violations that `test` finds.
fn tested(name: &str, text: &str, member: &str, input: &[(&str, &str)]) -> Vec<String> {
    let input = input.iter();
    let request = TestRequest {
        members: vec![member.to_owned()],
        time: Duration::from_secs(60),
        runs: 200,
        jobs: 1,
        depth: 5,
        with_regressions: true,
        input: input
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect(),
    };
    let report = loaded(name, text).test(&request, &Stop::default(), &|_, _, _| ());
    let report = report.unwrap_or_else(|refusal| panic!("{refusal:?}"));
    let member = report.members.first().unwrap();
    let found = member.findings.iter();
    found.map(|finding| pairs(&finding.shown)).collect()
}

fn run(text: &str, entry: &str, input: &[(&str, &str)]) -> Result<String, String> {
    run_on("f.idf", text, entry, input, "")
}

/// A run that reads from a text: its result or what it prints, or how it ended.
fn run_on(
    name: &str,
    text: &str,
    entry: &str,
    input: &[(&str, &str)],
    from: &str,
) -> Result<String, String> {
    let input = input.iter();
    let request = RunRequest {
        entry: Some(entry.to_owned()),
        args: Vec::new(),
        input: input
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect(),
        contracts: true,
        steps: 10_000,
        memory: 10_000_000,
    };
    let loaded = loaded(name, text);
    let mut lines = from.split_inclusive('\n').map(str::to_owned);
    let mut printed = Vec::new();
    let streams = RunStreams {
        print: &mut |text| {
            printed.extend_from_slice(text);
            true
        },
        next_line: &mut || lines.next(),
    };
    let report = loaded.run_with(&request, &Stop::default(), streams);
    match report {
        Ok(report) => match report.end {
            RunEnd::Returned if !printed.is_empty() => Ok(String::from_utf8(printed).unwrap()),
            RunEnd::Returned => Ok(report.result.unwrap_or_else(|| "returned".to_owned())),
            RunEnd::Violation(diagnostic, _) => Ok(diagnostic.full_code()),
            RunEnd::Unsupported(diagnostic) => Err(human::diagnostic(
                loaded.sources(),
                &diagnostic,
                Style::default(),
            )),
            other => Err(format!("{other:?}")),
        },
        Err(RunRefusal::Entry { message, .. }) => Err(message),
        Err(other) => panic!("{other:?}"),
    }
}

const SUM: &str = "class A {
  static int sum()
  {
    int s := 0;
    int i := 0;
    while (i < 2) {
      int x := *;
      s := s + x;
      i := i + 1;
    }
    assert s != 7;
    return s;
  }
}";

#[test]
fn each_execution_is_a_symbol() {
    let leaves = explored("f.idf", SUM, "A.sum", &[]);
    let results: Vec<&str> = leaves.iter().map(|leaf| leaf[1].as_str()).collect();
    assert!(results.contains(&"x@7#1 + x@7#2"), "{leaves:?}");
    assert!(
        leaves.iter().all(|leaf| leaf[2].contains("x@7#1 = ")),
        "{leaves:?}"
    );
    let leaves = explored("f.idf", SUM, "A.sum", &[("x@7#2", "5"), ("x@7#1", "N")]);
    assert!(leaves.iter().any(|leaf| leaf[1] == "N + 5"), "{leaves:?}");
}

#[test]
fn an_input_that_no_place_gives_is_refused() {
    let request = ExploreRequest {
        aliases: Aliases::default(),
        member: "A.sum".to_owned(),
        inputs: vec![("x@6#1".to_owned(), "3".to_owned())],
        from_contract: false,
        forks: 20,
        steps: 10_000,
        leaves: 50,
        rlimit: Options::default().rlimit,
    };
    let refused = loaded("f.idf", SUM).explore(&request, &Stop::default());
    let RunRefusal::Entry { message, .. } = refused.unwrap_err() else {
        panic!("another refusal");
    };
    assert!(
        message.starts_with("there is no value `x@6#1`"),
        "{message}"
    );
    let message = run(SUM, "A.sum", &[("x@7#0", "3")]).unwrap_err();
    assert!(
        message.starts_with("there is no value `x@7#0`"),
        "{message}"
    );
    let message = run(SUM, "A.sum", &[("x@7#1", "true")]).unwrap_err();
    assert!(
        message.starts_with("the value `true` does not fit `x@7#1`"),
        "{message}"
    );
}

#[test]
fn bmc_and_test_find_values() {
    let bug = checked("f.idf", SUM, "A.sum");
    assert!(
        bug.starts_with("x@7#1 = ") && bug.contains(", x@7#2 = "),
        "{bug}"
    );
    let found = tested("f.idf", SUM, "A.sum", &[]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("x@7#2 = "), "{found:?}");
    assert_eq!(
        tested("f.idf", SUM, "A.sum", &[("x@7#1", "7")]),
        ["x@7#1 = 7, x@7#2 = 0"]
    );
}

#[test]
fn a_run_needs_them() {
    let message = run(SUM, "A.sum", &[]).unwrap_err();
    assert!(
        message.contains("nobody knows the value `x@7#1`"),
        "{message}"
    );
    assert!(message.contains("--input 'x@7#1=0'"), "{message}");
    let message = run(SUM, "A.sum", &[("x@7#1", "3")]).unwrap_err();
    assert!(message.contains("`x@7#2`"), "{message}");
    let both = |second: &str| run(SUM, "A.sum", &[("x@7#1", "3"), ("x@7#2", second)]);
    assert_eq!(both("5"), Ok("8".to_owned()));
    assert_eq!(both("4"), Ok("assert:may-not-hold".to_owned()));
}

#[test]
fn bmc_is_not_wrongly_correct() {
    // Paths with different numbers of executions meet before the next one.
    let merged = "class A { static void m(bool b)
      {
        int i := 0; int last := 0; int first := 0;
        while (i < 3) {
          if (b || i = 1) { int x := *; if (first = 0) { first := x; } last := x; }
          i := i + 1;
        }
        assert first != 5 || last != 6 || b;
      } }";
    assert_eq!(checked("f.idf", merged, "A.m"), "correct");
    let wrong = merged.replace("|| b;", "|| !b;");
    let bug = checked("f.idf", &wrong, "A.m");
    assert!(bug.starts_with("b = true, "), "{bug}");
    let all = "class A { static void m() { int x := *; bool b := *; assert b || x * x >= 0; } }";
    assert_eq!(checked("f.idf", all, "A.m"), "correct");
    // An unknown reference can be to what the path has made, which no input has.
    let made = "class B { int v; } class A { static void m()
      { B n := new B(); n.v := 1; B b := *; if (b != null) { b.v := 2; } assert n.v = 1; } }";
    let answer = checked("f.idf", made, "A.m");
    assert!(answer.starts_with("not all inputs"), "{answer}");
    // Before that, it cannot.
    let before = "class B { int v; } class A { static void m()
      { B b := *; B n := new B(); n.v := 1; if (b != null) { b.v := 2; } assert n.v = 1; } }";
    assert_eq!(checked("f.idf", before, "A.m"), "correct");
    let alias = "class B { int v; } class A { static void m(B p)
      { B b := *; if (p != null && b != null) { p.v := 1; b.v := 2; assert p.v = 1; } } }";
    let bug = checked("f.idf", alias, "A.m");
    assert!(bug.contains("b@2#1 = B#1"), "{bug}");
    // Collections of inputs are empty.
    let set = "class A { static void m() { set<int> s := *; assert !(3 in s); } }";
    assert_ne!(checked("f.idf", set, "A.m"), "correct");
}

#[test]
fn unknown_references_of_leaves_can_be_made_objects() {
    let made = "class B { int v; } class A { static int m()
      { B n := new B(); n.v := 1; B b := *; if (b != null) { b.v := 2; } return n.v; } }";
    let leaves = explored("f.idf", made, "A.m", &[]);
    let results: Vec<&str> = leaves.iter().map(|leaf| leaf[1].as_str()).collect();
    assert!(
        results.iter().any(|result| result.contains("? 2 : 1")),
        "{leaves:?}"
    );
}

#[test]
fn fields_and_elements_get_them() {
    let text = "class B { int v; } class A { static int m(B b, int[] a)
      { if (b != null && a != null && a.length = 1) { b.v := *; a[0] := *; return b.v + a[0]; }
        return 0; } }";
    let leaves = explored("f.idf", text, "A.m", &[]);
    assert!(
        leaves.iter().any(|leaf| leaf[1] == "value@2#1 + value@2#2"),
        "{leaves:?}"
    );
}

#[test]
fn java_calls_methods_of_any() {
    let text = "import veriframe.Any;
class A {
  static int m() {
    int x = Any.integer();
    if (Any.bool()) {
      return x;
    }
    assert x != 41;
    return 0;
  }
  static int n(String other) {
    String s = Any.text();
    return s == null ? 1 : 2;
  }
}";
    let leaves = explored("A.java", text, "A.m", &[]);
    assert!(leaves.iter().any(|leaf| leaf[1] == "x@4#1"), "{leaves:?}");
    let bug = checked("A.java", text, "A.m");
    assert_eq!(bug, "x@4#1 = 41, bool@5#1 = false");
    assert_eq!(tested("A.java", text, "A.m", &[]), [bug]);
    assert_eq!(explored("A.java", text, "A.n", &[]).len(), 2);
}

#[test]
fn java_has_no_star() {
    let text = "class A { static int m() { int x = *; return x; } }";
    let loaded = loaded("A.java", text);
    let reports = loaded.check(&Stop::default(), &|_| ());
    let found: Vec<String> = reports
        .iter()
        .flat_map(|report| &report.diagnostics)
        .map(|found| found.message())
        .collect();
    assert_eq!(found, ["`*` is no value in Java"]);
}

#[test]
fn a_star_is_no_operand() {
    let text = "class A { static void m() { int x := * + 1; } }";
    let loaded = loaded("f.idf", text);
    assert!(!loaded.is_complete());
}

const READS: &str = "class R {
  static int two() { int a; a := read(); int b := read(); return a * 10 + b; }
  static int sum(int n) { int s := 0; int i := 0;
    while (i < n) { s := s + read(); i := i + 1; } return s; }
  static void wrong() { int a := read(); assert a != 7; }
}
class Own { int x;
  int read() requires acc(x); ensures acc(x) * result = 5; { return 5; }
  int m() requires acc(x); ensures acc(x) * result = 5; { int y := read(); return y; } }
class Below extends Own { }
class Lower extends Below {
  int m() requires acc(x); ensures acc(x) * result = 5; { int y := read(); return y; } }";

#[test]
fn what_is_read_is_a_value_that_nobody_knows() {
    let leaves = explored("R.idf", READS, "R.two", &[]);
    assert_eq!(leaves.len(), 1);
    assert_eq!(leaves[0][1], "10 * a@2#1 + b@2#1");
    assert_eq!(checked("R.idf", READS, "R.wrong"), "a@5#1 = 7");
    assert_eq!(tested("R.idf", READS, "R.wrong", &[]), ["a@5#1 = 7"]);
    // A method of the class has its name, and its contract.
    let reports = loaded("R.idf", READS).check(&Stop::default(), &|_| ());
    let verdicts = reports.iter().flat_map(|report| &report.members);
    let verdicts = verdicts.map(|member| (member.name.as_str(), member.status));
    let verdicts: Vec<_> = verdicts.collect();
    assert!(
        verdicts.contains(&("Own.m", Status::Verified)),
        "{verdicts:?}"
    );
    assert!(
        verdicts.contains(&("Lower.m", Status::Verified)),
        "{verdicts:?}"
    );
    assert!(
        verdicts.contains(&("R.wrong", Status::Failed)),
        "{verdicts:?}"
    );
}

/// Reading is an effect: in contracts and in pure code it has no place.
#[test]
fn reading_stands_in_code_alone() {
    let of_method = |clause: &str| format!("void m(int n) {clause} {{ }}");
    let in_body = |statement: &str| format!("static int m(int n) {{ {statement} return 0; }}");
    let places = [
        of_method("requires n = read();"),
        of_method("ensures n = read();"),
        "pure int m() { return read(); }".to_owned(),
        "predicate m() { return acc(x) * x = read(); }".to_owned(),
        in_body("assert read() = 0;"),
        in_body("assume read() = 0;"),
        in_body("int i := 0; while (i < n) invariant read() = 0; { i := i + 1; }"),
        in_body("int i := 0; while (i < n) decreases read(); { i := i + 1; }"),
        in_body("int i := old(read());"),
        in_body("ghost int i := read();"),
        in_body("assert forall int i :: i != read();"),
    ];
    for place in places {
        let text = format!("class A {{ int x; {place} static int other() {{ return read(); }} }}");
        let reports = loaded("f.idf", &text).check(&Stop::default(), &|_| ());
        let found = reports.iter().flat_map(|report| &report.diagnostics);
        let messages: Vec<String> = found.map(|found| found.message()).collect();
        assert_eq!(messages.len(), 1, "{place}: {messages:?}");
        assert!(
            messages[0].contains("`read()` cannot"),
            "{place}: {messages:?}"
        );
        let other = reports.iter().flat_map(|report| &report.members);
        let other = other.filter(|member| member.name == "A.other");
        let other: Vec<Status> = other.map(|member| member.status).collect();
        assert_eq!(other, [Status::Verified], "{place}");
    }
}

#[test]
fn a_run_reads_from_a_text() {
    let two = |input: &[(&str, &str)], from| run_on("R.idf", READS, "R.two", input, from);
    assert_eq!(two(&[], "3 4\n"), Ok("34".to_owned()));
    assert_eq!(two(&[], "\n 3\n\n-4 and more"), Ok("26".to_owned()));
    assert_eq!(two(&[("a@2#1", "9")], "3"), Ok("93".to_owned()));
    let missing = two(&[], "3").unwrap_err();
    assert!(
        missing.contains("nobody knows the value `b@2#1`"),
        "{missing}"
    );
    let misread = two(&[], "x 4").unwrap_err();
    assert!(
        misread.contains("the value `a@2#1` cannot be read: `x` is no `int`"),
        "{misread}"
    );
}

const SCANNER: &str = "import java.util.Scanner;
public class S {
  public static void main(String[] args) {
    Scanner in = new Scanner(System.in);
    long sum = 0;
    while (in.hasNextInt()) { sum = (long) in.nextInt() + (sum & 1023); }
    String word = in.next();
    in.nextLine();
    String line = in.nextLine();
    boolean more = in.hasNextLine();
    in.close();
    System.out.println(sum);
    System.out.println(word + word.length() + \"|\" + line + \"|\" + more);
  }
}
";

#[test]
fn a_scanner_reads_as_in_java() {
    let run = |from| run_on("S.java", SCANNER, "S.main", &[], from);
    let printed = run("1 2\n3 abc rest\nline  two\r\n");
    assert_eq!(printed, Ok("6\nabc3|line  two|false\n".to_owned()));
    assert_eq!(run("x\n\n \n"), Ok("0\nx1||true\n".to_owned()));
    let ended = run("7").unwrap_err();
    assert!(ended.contains("nobody knows the value `word`"), "{ended}");
    let reports = loaded("S.java", SCANNER).check(&Stop::default(), &|_| ());
    let members = reports.iter().flat_map(|report| &report.members);
    let verdicts: Vec<_> = members.map(|member| member.status).collect();
    assert_eq!(verdicts, [Status::Verified]);
}

#[test]
fn a_scanner_that_is_null_is_none() {
    let text = "import java.util.Scanner;
public class N {
  static int f() { Scanner in = null; return in.nextInt(); }
}
";
    let end = run_on("N.java", text, "N.f", &[], "7");
    assert_eq!(end, Ok("null-dereference".to_owned()));
}

/// On each path, the first execution of a place gives the same symbol.
#[test]
fn a_name_is_one_symbol_on_all_paths() {
    let text = "class R {
  static int r(int n) {
    int x := 0; int y := 0;
    if (n > 0) { y := 1; }
    x := *;
    if (x > y) { return x; }
    return n;
  }
}
";
    for (inputs, name) in [(&[][..], "x@5#1"), (&[("x@5#1", "K")], "K")] {
        let leaves = explored("R.idf", text, "R.r", inputs);
        assert_eq!(leaves.len(), 4);
        for [condition, ..] in &leaves {
            assert!(condition.contains(&format!("{name} ")), "{condition}");
        }
    }
}
