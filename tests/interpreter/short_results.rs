//! Results and conditions as a reader would write them.

use veriframe::{Aliases, ExploreReport, ExploreRequest, Options, Stop, Workspace};

/// The tree of a member with these inputs.
fn explored(name: &str, text: &str, member: &str, inputs: &[(&str, &str)]) -> ExploreReport {
    let inputs = inputs.iter();
    let inputs = inputs.map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    let mut workspace = Workspace::new(Options::default());
    workspace.set(name, text);
    let request = ExploreRequest {
        aliases: Aliases::default(),
        member: member.to_owned(),
        inputs: inputs.collect(),
        from_contract: false,
        forks: 20,
        steps: 10_000,
        leaves: 50,
        rlimit: Options::default().rlimit,
    };
    let report = workspace.load().explore(&request, &Stop::default());
    report.unwrap_or_else(|refusal| panic!("{refusal:?}"))
}

/// The leaves of a member: condition and result.
fn leaves(name: &str, text: &str, member: &str) -> Vec<(String, String)> {
    let report = explored(name, text, member, &[]);
    let leaves = report.leaves.iter().map(|leaf| {
        let result = leaf.result.clone().unwrap_or_default();
        (leaf.condition.join(" && "), result)
    });
    leaves.collect()
}

/// The leaves of a method with this body.
fn of(body: &str) -> Vec<(String, String)> {
    let text = format!("class K {{ static int f(int x, int y, int z) {{ {body} }} }}");
    leaves("K.idf", &text, "K.f")
}

fn condition(of_fork: &str) -> String {
    let leaves = of(&format!("if ({of_fork}) {{ return 1; }} return 0;"));
    let yes = leaves.iter().find(|(_, result)| result == "1");
    yes.unwrap_or_else(|| panic!("{of_fork}: {leaves:?}"))
        .0
        .clone()
}

fn result(of_expression: &str) -> String {
    let leaves = of(&format!("return {of_expression};"));
    assert_eq!(leaves.len(), 1, "{of_expression}: {leaves:?}");
    leaves[0].1.clone()
}

#[test]
fn divisions_that_leave_no_rest_are_done() {
    let rows = [
        ("(2 * x + 4) / 2", "x + 2"),
        ("(6 * x - 9 * y + 3) / 3", "2 * x - 3 * y + 1"),
        ("(4 * x) / -2", "-2 * x"),
        ("(2 * x + 4) % 2", "0"),
        ("(2 * x + 5) / 2", "(2 * x + 5) / 2"),
        ("(2 * x + 5) % 2", "(2 * x + 5) % 2"),
        ("x / 2", "x / 2"),
        ("7 * (y / 5)", "7 * (y / 5)"),
        ("y - (y / 5) * 5", "y - 5 * (y / 5)"),
        ("x - 3 * (y % 5) + y / 2", "x + y / 2 - 3 * (y % 5)"),
        ("7 * y / 5", "(7 * y) / 5"),
    ];
    for (expression, expected) in rows {
        assert_eq!(result(expression), expected, "{expression}");
    }
}

#[test]
fn divisions_by_known_signs_are_done() {
    let rows = [
        ("x >= 0", "(2 * x + 1) / 2", "x"),
        ("x < 0", "(2 * x + 1) / 2", "x + 1"),
        ("x >= 0", "(2 * x + 1) % 2", "1"),
        ("x < 0", "(2 * x + 1) % 2", "-1"),
        ("x > 0", "(6 * x - 1) / 3", "2 * x - 1"),
        ("x > y", "(4 * x - 4 * y - 1) / -4", "y - x + 1"),
        ("x >= -1", "(2 * x + 1) / 2", "(2 * x + 1) / 2"),
        ("x >= 0", "(x + 1) / 2", "(x + 1) / 2"),
    ];
    for (assumed, value, expected) in rows {
        let found = of(&format!("assume {assumed}; return {value};"));
        let results: Vec<&str> = found.iter().map(|(_, result)| result.as_str()).collect();
        assert_eq!(results, [expected], "{assumed}: {value}");
    }
}

#[test]
fn comparisons_are_written_once_and_without_common_factors() {
    let rows = [
        ("2 * x > 2", "x > 1"),
        ("2 * x > 3", "x >= 2"),
        ("3 * x <= 7", "x <= 2"),
        ("-2 * x < 6", "x > -3"),
        ("x + 4 != 2 * x + y", "x + y != 4"),
        ("2 * x = 4 * y + 2 * z", "x = 2 * y + z"),
        ("x - y < 0", "x < y"),
        ("x + 1 <= y", "x < y"),
        ("x < y + 3", "x < y + 3"),
        ("x = 3 * y", "x = 3 * y"),
        ("x > 0 && x <= 1", "x = 1"),
        ("x >= y && x <= y", "x = y"),
        ("x + y >= 3 && x + y < 4", "x + y = 3"),
        ("x > 0 && x <= 2", "x > 0 && x <= 2"),
    ];
    for (fork, expected) in rows {
        assert_eq!(condition(fork), expected, "{fork}");
    }
}

#[test]
fn functions_of_the_library_are_written_as_calls() {
    let text = "class M {
  static int abs(int x) { if (Math.abs(x) > 3) return 1; return 0; }
  static int max(int x, int y) { return Math.max(x, y); }
  static int own(int x) { return x < 0 ? 7 : x; }
}
";
    let conditions = |member| leaves("M.java", text, member);
    let (small, great) = ("Math.abs(x) <= 3".to_owned(), "Math.abs(x) > 3".to_owned());
    let found = conditions("M.abs");
    assert!(found.contains(&(great, "1".to_owned())), "{found:?}");
    assert!(found.contains(&(small, "0".to_owned())), "{found:?}");
    assert_eq!(conditions("M.max")[0].1, "Math.max(x, y)");
    assert!(
        conditions("M.own")
            .iter()
            .all(|(_, result)| !result.contains("Math"))
    );
}

/// The least `int` has no opposite.
#[test]
fn the_absolute_value_is_that_of_java() {
    let text = "class M { static int f(int x) { if (Math.abs(x) < 0) return 1; return 0; } }";
    let found = leaves("M.java", text, "M.f");
    assert_eq!(found.len(), 2, "{found:?}");
    let report = explored("M.java", text, "M.f", &[("x", "-2147483648")]);
    let results: Vec<_> = report
        .leaves
        .iter()
        .map(|leaf| leaf.result.as_deref())
        .collect();
    assert_eq!(results, [Some("1")]);
}

/// Each write at an index that is not known is a choice for each element, and no more.
#[test]
fn repeated_writes_do_not_double_values() {
    let write = "a[i] := a[i] + 1; ";
    for count in [1, 3, 20] {
        let text = format!(
            "class W {{ static int f(int[] a, int i) {{ {} return a[i]; }} }}",
            write.repeat(count)
        );
        let report = explored("W.idf", &text, "W.f", &[("a", "[X, Y]")]);
        let leaf = &report.leaves[0];
        let result = leaf.result.as_deref();
        assert_eq!(
            result,
            Some(format!("i = 0 ? X + {count} : Y + {count}").as_str())
        );
        let changes: Vec<&str> = leaf
            .changes
            .iter()
            .map(|(_, value)| value.as_str())
            .collect();
        let expected = [
            format!("i = 0 ? X + {count} : X"),
            format!("i = 1 ? Y + {count} : Y"),
        ];
        assert_eq!(changes, expected);
    }
}
