//! `veriframe contracts`: how contracts changed between two revisions, and what is denied.

mod cases;
mod command;
mod constants;
mod hostile;
mod paths;
mod submodules;
mod views;

use crate::support;

use cases::{Case, JAVA, SYNTAX};
use std::collections::BTreeMap;
use veriframe::{ContractRefusal, Options, Stop, Workspace};

fn workspace(name: &str, text: &str) -> Workspace {
    let mut workspace = Workspace::new(Options::default());
    workspace.set(name, text);
    workspace
}

/// The changes between two texts: by member, its change and why.
fn changes(name: &str, old: &str, new: &str) -> BTreeMap<String, (String, String)> {
    let (older, newer) = (workspace(name, old), workspace(name, new));
    let found = match newer.contract_changes(&older, &Stop::default()) {
        Ok(found) => found,
        Err(ContractRefusal::Errors { reports, .. }) => {
            let errors = reports.iter().flat_map(|report| &report.diagnostics);
            let errors: Vec<String> = errors.map(|d| d.message()).collect();
            panic!("{errors:?} in\n{old}\n{new}");
        }
        Err(ContractRefusal::Solver(message)) => panic!("{message}"),
    };
    let mut changes: BTreeMap<String, (String, String)> = BTreeMap::new();
    for change in found.members {
        let (name, why) = (change.change.name(), change.why);
        let of_member = changes.entry(change.member);
        // What changed of a member besides its contract is listed besides.
        of_member
            .and_modify(|(names, all)| {
                names.push('+');
                names.push_str(name);
                all.push_str(&format!("; {why}"));
            })
            .or_insert_with(|| (name.to_owned(), why.clone()));
    }
    changes
}

fn check(name: &str, case: &Case, wrong: &mut Vec<String>) {
    let found = changes(name, case.old, case.new);
    for (member, expected) in case.expected {
        let (change, why) = found.get(*member).cloned().unwrap_or_default();
        let sorted = |names: &str| {
            let mut names: Vec<&str> = names.split('+').collect();
            names.sort_unstable();
            names.join("+")
        };
        if sorted(&change) != sorted(expected) {
            wrong.push(format!(
                "{}: {member} {change}, not {expected}: {why}",
                case.name
            ));
        }
    }
    // Nothing changed is kept, whatever it is.
    for (member, (change, why)) in changes(name, case.new, case.new) {
        if change != "kept" {
            wrong.push(format!(
                "{}: unchanged {member} is {change}: {why}",
                case.name
            ));
        }
    }
}

#[test]
fn each_kind_of_change_is_judged_as_a_caller_sees_it() {
    let mut wrong = Vec::new();
    SYNTAX
        .iter()
        .chain(views::SYNTAX)
        .for_each(|case| check("a.idf", case, &mut wrong));
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn changes_of_java_contracts_are_judged_alike() {
    let mut wrong = Vec::new();
    JAVA.iter()
        .chain(views::JAVA)
        .for_each(|case| check("A.java", case, &mut wrong));
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn without_a_change_all_examples_keep_their_contracts() {
    let mut wrong = Vec::new();
    for folder in ["examples/patterns", "examples"] {
        for entry in
            std::fs::read_dir(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(folder))
                .unwrap()
        {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "idf") {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            for (member, (change, why)) in changes("a.idf", &text, &text) {
                if change != "kept" {
                    wrong.push(format!("{}: {member} is {change}: {why}", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn what_is_not_decided_in_time_is_changed() {
    let old = "class C { static int m(int x) requires x >= 0; { return x; } }";
    let new = "class C { static int m(int x) requires x >= 0 || x < x; { return x; } }";
    let (older, newer) = (workspace("a.idf", old), workspace("a.idf", new));
    let stopped = Stop::new(std::sync::Arc::new(true.into()), None);
    let found = newer.contract_changes(&older, &stopped).unwrap();
    let [only] = found
        .members
        .iter()
        .filter(|m| m.member == "C.m")
        .collect::<Vec<_>>()[..]
    else {
        panic!("{:?}", found.members);
    };
    assert_eq!(only.change.name(), "changed", "{}", only.why);
    assert!(only.why.contains("not decided"), "{}", only.why);
}
