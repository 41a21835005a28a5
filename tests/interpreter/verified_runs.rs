//! Verified means verified: a program that violates its contracts at run time must not verify.
//! The programs are mutants of the examples and of `tests/verify/programs/`, a sample of each
//! program's; `VERIFRAME_MUTANTS=all` takes them all.

use crate::mutate;
use crate::support;

use mutate::{Mutant, mutants};
use support::random::Random;
use support::{Program, in_parallel, options, top_level};
use veriframe::internals::{on_large_stack, syntax};
use veriframe::{Exit, Options, RunEnd, RunRequest, SourceMap, Stop, Workspace};

/// The number of mutants of a program that are run.
const SAMPLE: usize = 12;

/// The outcome of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Fate {
    /// It is no program, or has no main routine.
    NotRun,
    /// It runs without a violation.
    Runs,
    /// It ends at a bound.
    Bound,
    /// It violates its contracts, and does not verify.
    Exposed,
    /// It violates its contracts, and verifies.
    Unsound(String),
    /// The interpreter does not know what is next.
    Unsupported(String),
}

/// Runs a mutant with its contracts, and verifies it if it violates them.
fn fate(program: &Program, options: &Options) -> Fate {
    let request = RunRequest {
        entry: None,
        input: Vec::new(),
        args: Vec::new(),
        contracts: true,
        steps: 2_000_000,
        memory: 50_000_000,
    };
    let mut workspace = Workspace::new(options.clone());
    workspace.set(program.name.as_str(), program.text.as_str());
    let loaded = workspace.load();
    let stop = Stop::default();
    let Ok(report) = loaded.run(&request, &stop, &mut |_| true) else {
        return Fate::NotRun;
    };
    let violation = match report.end {
        RunEnd::Returned => return Fate::Runs,
        RunEnd::Bound(_) | RunEnd::Stopped => return Fate::Bound,
        RunEnd::Unsupported(what) => return Fate::Unsupported(what.message()),
        RunEnd::Violation(violation, _) => violation,
    };
    let reports = loaded.check(&stop, &|_| ());
    match reports.iter().map(Exit::of).max() {
        Some(Exit::Verified) => Fate::Unsound(format!(
            "{}: {}",
            violation.full_code(),
            violation.message()
        )),
        _ => Fate::Exposed,
    }
}

fn campaign(program: &Program, sample: usize) -> Vec<(String, Fate)> {
    let file = SourceMap::default().add(program.name.clone(), program.text.clone());
    let (tree, _) = on_large_stack(|| syntax::parse(file, &program.text, syntax::Notation::Idf));
    let all = mutants(&program.text, &tree);
    let options = options(program).unwrap();
    // A run does not need ghost statements.
    let all: Vec<Mutant> = all.into_iter().filter(|mutant| !mutant.ghost).collect();
    let seed = program.text.bytes().map(u64::from).sum();
    let order = Random::new(seed).shuffled(all.len());
    let chosen = order.into_iter().take(sample);
    let fates = chosen.map(|at| {
        let mutant = Program {
            name: program.name.clone(),
            text: syntax::pretty(&all[at].file),
        };
        let id = format!("{}: {}", program.name, all[at].id);
        let options = Options {
            // The verdicts of all others are those of the program.
            members: all[at].only.iter().cloned().collect(),
            ..options.clone()
        };
        (id, fate(&mutant, &options))
    });
    fates.collect()
}

#[test]
fn mutants_that_violate_their_contracts_do_not_verify() {
    let all = std::env::var("VERIFRAME_MUTANTS").is_ok_and(|value| value == "all");
    let sample = if all { usize::MAX } else { SAMPLE };
    let mut programs = top_level("examples");
    programs.extend(top_level("tests/verify/programs"));
    let fates = in_parallel(&programs, |program| campaign(program, sample)).concat();
    let count = |fate: &Fate| fates.iter().filter(|(_, found)| found == fate).count();
    let exposed = count(&Fate::Exposed);
    println!(
        "{exposed} mutants violate their contracts and do not verify; {} run, {} end at a bound, \
         {} are not run",
        count(&Fate::Runs),
        count(&Fate::Bound),
        count(&Fate::NotRun)
    );
    let wrong = fates.iter().filter_map(|(id, fate)| match fate {
        Fate::Unsound(what) => Some(format!("verifies, but {what}: {id}")),
        Fate::Unsupported(what) => Some(format!("{what}: {id}")),
        _ => None,
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(
        exposed > 150,
        "only {exposed} mutants violate their contracts"
    );
}
