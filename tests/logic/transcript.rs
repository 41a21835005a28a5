//! Query transcripts: the output of `--smt` is the same for any number of workers, and
//! Z3 and cvc5 confirm a sample of it. A missing solver is skipped with a message.

use crate::support;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{root, search, veriframe};

/// Programs with arrays, sequences, multisets, snapshots, fractions and failures.
const PROGRAMS: [&str; 5] = [
    "examples/cell.idf",
    "examples/fractions.idf",
    "examples/binary_search.idf",
    "examples/queue.idf",
    "tests/soundness/prover_least_number.idf",
];

/// The files that a run writes, by their paths in the folder.
fn transcript(folder: &Path, jobs: &str) -> BTreeMap<PathBuf, String> {
    let mut command = veriframe();
    command.arg("verify").args(PROGRAMS).args(["--jobs", jobs]);
    let output = command.arg("--smt").arg(folder).output().unwrap();
    assert!(output.status.code() <= Some(1), "{output:?}");
    let mut paths = Vec::new();
    search(folder, "smt2", &mut paths);
    let name = |path: &PathBuf| path.strip_prefix(folder).unwrap().to_owned();
    paths
        .iter()
        .map(|path| (name(path), fs::read_to_string(path).unwrap()))
        .collect()
}

/// Re-checks a sample with a solver, if it is installed; returns the counts.
fn recheck(folder: &Path, solver: &str, sample: &str) {
    let found = Command::new(solver).arg("--version").output().is_ok();
    if !found || Command::new("python3").arg("--version").output().is_err() {
        let why = format!("there is no `{solver}` or no `python3` to check the transcript again");
        return support::tools::skip(solver, &why);
    }
    let mut script = Command::new("python3");
    script.arg(root().join("tests/transcript/recheck.py"));
    script
        .arg(folder)
        .args(["--solver", solver, "--sample", sample]);
    let output = script.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    println!("{solver}: {text}");
    assert!(output.status.success(), "{solver}: {text}");
    assert!(!text.starts_with("0 confirmed"), "{solver}: {text}");
}

#[test]
fn transcripts_are_deterministic_and_other_solvers_confirm_them() {
    let folder = std::env::temp_dir().join(format!("veriframe-smt-{}", std::process::id()));
    let (one, more) = (folder.join("one"), folder.join("more"));
    let first = transcript(&one, "1");
    let second = transcript(&more, "3");
    assert!(first.len() > 200, "{} files", first.len());
    assert!(first == second, "the number of workers shows");
    let name = Path::new("examples/cell.idf/Cell.setX-0001.smt2");
    let text = first.get(name).expect("a name that can be guessed");
    assert!(
        text.starts_with("; Cell.setX of examples/cell.idf\n; line "),
        "{text}"
    );
    for status in ["unsat", "sat"] {
        let marked = |text: &&String| text.contains(&format!(":status {status})"));
        assert!(first.values().any(|text| marked(&text)), "no {status}");
    }
    let z3 = std::env::var("VERIFRAME_RECHECK_Z3").unwrap_or_else(|_| "z3".to_owned());
    recheck(&one, &z3, "150");
    recheck(&one, "cvc5", "100");
    fs::remove_dir_all(&folder).unwrap();
}
