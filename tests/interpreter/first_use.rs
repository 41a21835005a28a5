//! What Java runs when a class is first used: runs of a main routine end there, since it is not executed, and runs of
//! other members are not affected.

use crate::support;
use support::Program;
use veriframe::{Options, RunEnd, RunRequest, Stop, Workspace};

/// The classes beside `Main`.
const CLASSES: &str = "
    class Known { static final int[] PRIMES = {2, 3}; static final int N = 4; static int n = 5;
      static int m() { return N; } }
    class Constant { static final int LOUD = loud(); static int m() { return 1; }
      static int loud() { System.out.print(\"loud\"); return 1; } }
    class Failing { static final String NONE = System.getProperty(\"a\"); static int m() { return 1; } }
    class Made { static final Made ONE = new Made(); static int m() { return 1; }
      Made() { System.out.print(\"made\"); } }
    class Late { static int[] late = new int[3]; static int m() { return 1; } }
    class Block { static int n; static { System.out.print(\"block\"); } static int m() { return 1; } }
    class Below extends Block { static int k; Below() { } static int p() { return 1; } }
    class Beside { Beside() { } int of(Block b) { return b == null ? 1 : 2; } }";

fn request() -> RunRequest {
    RunRequest {
        entry: None,
        input: Vec::new(),
        args: Vec::new(),
        contracts: false,
        steps: 50_000_000,
        memory: 200_000_000,
    }
}

/// How a run of a main routine with these statements ends, and what it prints.
fn ran(stmts: &str) -> (RunEnd, String) {
    let text =
        format!("{CLASSES} class Main {{ public static void main(String[] args) {{ {stmts} }} }}");
    let mut workspace = Workspace::new(Options::default());
    workspace.set("Main.java", &text);
    let request = request();
    let mut printed = Vec::new();
    let report = workspace
        .load()
        .run(&request, &Stop::default(), &mut |text| {
            printed.extend_from_slice(text);
            true
        });
    (report.unwrap().end, String::from_utf8(printed).unwrap())
}

#[test]
fn a_run_ends_where_something_would_be_run_that_it_does_not_execute() {
    for stmts in [
        "System.out.print(Known.m() + Known.N + Known.n);",
        "System.out.print(new Beside().of(null));",
        "Known.n = 3; Block b = null; System.out.print(b == null);",
    ] {
        let (end, _) = ran(stmts);
        assert!(matches!(end, RunEnd::Returned), "{stmts}: {end:?}");
    }
    for stmts in [
        "Constant.m();",
        "Failing.m();",
        "Made.m();",
        "new Made();",
        "int n = Late.m();",
        "Late.late = null;",
        "int[] late = Late.late;",
        "Block.n = 3;",
        "int n = Block.n;",
        "new Below();",
        "Below.p();",
        "Below.k = 4;",
    ] {
        let (end, printed) = ran(stmts);
        assert!(matches!(end, RunEnd::Unsupported(_)), "{stmts}: {end:?}");
        assert_eq!(printed, "", "{stmts}");
    }
}

#[test]
fn a_run_of_another_method_ends_there_too() {
    let text = format!("{CLASSES} class Main {{ static int m() {{ return Block.n; }} }}");
    let mut workspace = Workspace::new(Options::default());
    workspace.set("Main.java", &text);
    let request = RunRequest {
        entry: Some("Main.m".to_owned()),
        ..request()
    };
    let report = workspace
        .load()
        .run(&request, &Stop::default(), &mut |_| true);
    let end = report.unwrap().end;
    assert!(matches!(end, RunEnd::Unsupported(_)), "{end:?}");
}

#[test]
fn members_are_run_beside_such_classes() {
    let text = format!(
        "{CLASSES} class Main {{ static int half(int n) {{ Block.m(); Late.m(); return 1 / n; }} }}"
    );
    let name = "Main.java".to_owned();
    let (_, report) = support::run(&Program { name, text }, &Options::default());
    let half = report.members.iter().find(|m| m.name == "Main.half");
    let errors = half.into_iter().flat_map(|half| &half.diagnostics);
    let replays = errors.filter_map(|error| error.counterexample.as_ref());
    let replays: Vec<&str> = replays.map(|found| found.replay.name()).collect();
    assert_eq!(replays, ["confirmed"]);
}
