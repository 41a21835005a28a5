//! The effect of options: inference never loses a verified member, and a solver without
//! resources yields `unknown`, never `failed`.

use crate::support;

use std::collections::BTreeMap;
use support::{Program, all_programs, in_parallel, programs, run};
use veriframe::{Options, ProverMode, Status};

/// The verdicts of a program's members, by name.
fn verdicts(program: &Program, options: &Options) -> BTreeMap<String, Status> {
    let (_, report) = run(program, options);
    report
        .members
        .iter()
        .map(|member| (member.name.clone(), member.status))
        .collect()
}

#[test]
fn what_verifies_with_explicit_ghost_statements_verifies_with_inference() {
    let all = all_programs();
    let lost = in_parallel(&all, |program| {
        let with = verdicts(program, &Options::default());
        let explicit = Options {
            infer: false,
            ..Options::default()
        };
        verdicts(program, &explicit)
            .into_iter()
            .filter(|(name, status)| *status == Status::Verified && with[name] != Status::Verified)
            .map(|(name, _)| format!("{}: {name}", program.name))
            .collect::<Vec<_>>()
    });
    let lost: Vec<String> = lost.into_iter().flatten().collect();
    assert!(lost.is_empty(), "\n{}", lost.join("\n"));
}

#[test]
fn a_solver_without_budget_knows_less_and_claims_nothing() {
    let examples = programs("examples");
    let wrong = in_parallel(&examples, |program| {
        let options = Options {
            rlimit: 1,
            ..Options::default()
        };
        verdicts(program, &options)
            .into_iter()
            .filter(|(_, status)| !matches!(status, Status::Verified | Status::Unknown))
            .map(|(name, status)| format!("{}: {name} is {status:?}", program.name))
            .collect::<Vec<_>>()
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn z3_agrees_with_the_prover_on_the_examples() {
    let examples = programs("examples");
    let wrong = in_parallel(&examples, |program| {
        let checked = Options {
            prover: ProverMode::Check,
            ..Options::default()
        };
        // A countermodel of a goal that the prover calls valid is an internal error.
        (verdicts(program, &checked) != verdicts(program, &Options::default()))
            .then(|| program.name.clone())
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
