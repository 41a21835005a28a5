//! Counts of ghost statements: the number that each program of `tests/verify/programs` needs
//! is compared with its bound and listed in `docs/ghost-statements.md`.
//!
//! The first comment of a program states its number with inference, `// ghost statements: N`,
//! and its statements without inference, `// with --infer=off: …`. These are `the same`, or
//! counts by kind; in that case `explicit/` contains the program with all of them.
//!
//! `VERIFRAME_UPDATE=1 cargo test --test engine ghost` rewrites the table.

mod count;
mod study;
use crate::support;

use count::{Counts, WORDS, hints, outline};
use std::fs;
use study::{Study, file_name};
use support::words::lines_of_code;
use support::{Program, in_parallel, root, table, top_level};
use veriframe::Options;

/// The folder of the programs.
const FOLDER: &str = "tests/verify/programs";

/// The path of the table.
const TABLE: &str = "docs/ghost-statements.md";

const HEAD: &str = "# Ghost statements

What the programs of `tests/verify/programs` need to say besides contracts,
invariants and predicates, for veriframe to verify them. A ghost statement is an
`open`, `close` or `use`, an expression `opening` or `using`, or an `assert`
without which the program does not verify (one that is a claim of its own does
not count). Calls of lemmas are counted apart: they apply a proof that stands in
the program. `--infer=off` is what the program has in `explicit/`, where every
step is written out.

The table is made by `VERIFRAME_UPDATE=1 cargo test --test engine ghost`; the same test
holds the programs to the bounds: no ghost statement without recursive
predicates, and at most one in 15 lines (without blank lines and comments) with
them.

";

#[test]
fn programs_keep_to_their_number_of_ghost_statements() {
    let programs = top_level(FOLDER);
    let explicit = top_level(&format!("{FOLDER}/explicit"));
    let studies = in_parallel(&programs, |program| {
        let mut explicit = explicit.iter();
        let explicit = explicit.find(|other| file_name(other) == file_name(program));
        Study::new(program, explicit).map_err(|message| format!("{}: {message}", program.name))
    });
    let studies: Result<Vec<Study>, String> = studies.into_iter().collect();
    let studies = studies.unwrap();
    let mut wrong: Vec<String> = studies.iter().flat_map(wrong_with).collect();
    for other in &explicit {
        let name = file_name(other);
        if !studies.iter().any(|study| study.name == name) {
            wrong.push(format!("{}: there is no `{FOLDER}/{name}`", other.name));
        }
    }
    wrong.extend(table_is_old(&document(&studies)));
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

fn wrong_with(study: &Study) -> Vec<String> {
    let wrong = study.wrong.iter();
    wrong
        .map(|what| format!("{FOLDER}/{}: {what}", study.name))
        .collect()
}

/// Writes the document if an update is requested, and otherwise compares it.
fn table_is_old(document: &str) -> Option<String> {
    let path = root().join(TABLE);
    if std::env::var("VERIFRAME_UPDATE").is_ok_and(|value| value == "1") {
        fs::write(path, document).unwrap();
        return None;
    }
    let is_new = fs::read_to_string(path).is_ok_and(|text| text == document);
    (!is_new).then(|| {
        format!(
            "{TABLE} is not up to date: run `VERIFRAME_UPDATE=1 cargo test --test engine ghost`"
        )
    })
}

fn document(studies: &[Study]) -> String {
    let mut head = vec![
        "program",
        "lines",
        "recursive predicates",
        "ghost statements",
    ];
    head.extend(WORDS);
    head.extend(["assert", "lemma calls", "with `--infer=off`"]);
    let mut rows: Vec<Vec<String>> = studies.iter().map(cells).collect();
    rows.push(totals(&rows, head.len()));
    format!("{HEAD}{}", table::markdown(&head, &rows))
}

fn cells(study: &Study) -> Vec<String> {
    let mut cells = vec![
        study.name.trim_end_matches(".idf").to_owned(),
        study.lines.to_string(),
        if study.recursive { "yes" } else { "no" }.to_owned(),
        study.total().to_string(),
    ];
    cells.extend(study.counts.words.iter().map(usize::to_string));
    cells.push(study.hints.len().to_string());
    cells.push(study.counts.lemma_calls.to_string());
    cells.push(study.explicit.map_or("–".to_owned(), |n| n.to_string()));
    cells
}

/// The sums of the numeric columns.
fn totals(rows: &[Vec<String>], columns: usize) -> Vec<String> {
    let sum = |column: usize| -> usize {
        let cells = rows.iter().map(|row| &row[column]);
        cells.filter_map(|cell| cell.parse::<usize>().ok()).sum()
    };
    (0..columns)
        .map(|column| match column {
            0 => format!("total of {}", rows.len()),
            2 => String::new(),
            _ => sum(column).to_string(),
        })
        .collect()
}

fn toy(text: &str) -> Program {
    Program {
        name: "tests/verify/programs/toy.idf".to_owned(),
        text: text.to_owned(),
    }
}

const LIST: &str = "
class Node {
  int x;
  Node next;
  predicate list() { return acc(x) * acc(next) * (next ≠ null ==> next.list()); }
  pure int first() requires list(); { return x; }
  void set(int v)
    requires list();
    ensures list() * first() = v;
  { x := v; }
}
";

const EXPLICIT: &str = "// options: --infer=off
class Node {
  int x;
  Node next;
  predicate list() { return acc(x) * acc(next) * (next ≠ null ==> next.list()); }
  pure int first() requires list(); { return opening list() in x; }
  void set(int v)
    requires list();
    ensures list() * first() = v;
  { open list(); x := v; close list(); use first(); }
}
";

#[test]
fn statements_are_counted_where_they_are() {
    let text = "class A {
      int o; // open open
      predicate p() { return true; }
      pure boolean b() { return opening p() in using b() in true; }
      lemma static void l(int assert1) { }
      void m() { open p(); close p(); use b(); A.l(1); l(2); assert x.close = 1; assert true; }
    }";
    let counts = Counts::new(text).unwrap();
    assert_eq!(counts.words, [1, 1, 1, 1, 1]);
    assert_eq!((counts.asserts, counts.lemma_calls), (2, 2));
    assert_eq!(lines_of_code("\n// a\nint x; /* a\n*/ \n\n int y;\n"), 2);
}

#[test]
fn an_assert_is_a_hint_if_the_program_needs_it() {
    // Evaluating a call unrolls its definition once.
    let text = "class A {
      static pure int f(int n) decreases n < 0 ? 0 : n;
      { return n ≤ 0 ? 0 : A.f(n - 1) + 1; }
    }
    assert A.f(0) = 0;
    assert A.f(1) = 1;
    assert (1 = 1);
    assert A.f(2) = 2;
    ";
    assert_eq!(hints(&toy(text), &Options::default()), Ok(vec![5, 6]));
}

#[test]
fn an_outline_is_the_same_with_ghost_parts() {
    let same = outline(EXPLICIT).unwrap();
    assert_eq!(outline(LIST).unwrap(), same);
    let other = EXPLICIT.replace("first() = v;", "first() = v + 0;");
    assert_ne!(outline(&other).unwrap(), same);
    let using = LIST.replace("first() = v;", "using first() in first() = v;");
    assert_eq!(outline(&using).unwrap(), same);
}

#[test]
fn offenders_are_told_what_is_wrong() {
    let wrong = |text: &str, explicit: Option<&str>| {
        let explicit = explicit.map(toy);
        Study::new(&toy(text), explicit.as_ref()).unwrap().wrong
    };
    let good = format!("// ghost statements: 0\n// with --infer=off: open, close, use\n{LIST}");
    assert_eq!(wrong(&good, Some(EXPLICIT)), Vec::<String>::new());
    let one = |text: &str, explicit: Option<&str>, part: &str| {
        let wrong = wrong(text, explicit);
        assert!(
            wrong.len() == 1 && wrong[0].contains(part),
            "{part}: {wrong:?}"
        );
    };
    one(&good.replace(": 0", ": 1"), Some(EXPLICIT), "says `1`");
    one(&good, None, "there must be a file `explicit/toy.idf`");
    let same = good.replace("open, close, use", "the same");
    one(&same, None, "and does not");
    one(&same, Some(EXPLICIT), "but there is `explicit/toy.idf`");
    one(
        &good,
        Some(&EXPLICIT.replace("--infer=off", "")),
        "the first line",
    );
    one(
        &good,
        Some(&EXPLICIT.replace("int v", "int w")),
        "another program",
    );
    one(
        &good.replace("with --infer", "without"),
        Some(EXPLICIT),
        "a line `// with",
    );
    let opens = good
        .replace("x := v", "open list(); x := v")
        .replace(": 0", ": 1");
    one(
        &opens,
        Some(EXPLICIT),
        "is 1 (1 open), but a program of 10 lines with a recursive predicate may have 0",
    );
    let flat = opens.replace(" * (next ≠ null ==> next.list())", "");
    let flat_explicit = EXPLICIT.replace(" * (next ≠ null ==> next.list())", "");
    one(
        &flat,
        Some(&flat_explicit),
        "with no recursive predicate may have 0",
    );
    let long = (0..9).fold(opens, |text, n| format!("{text}int y{n};\n"));
    assert_eq!(wrong(&long, Some(EXPLICIT)), Vec::<String>::new());
}
