//! Mutants of the examples: a change in one place of a verified program should
//! make it fail. Each mutant that verifies all the same is listed in
//! `mutants-that-verify.txt` with the reason why that is right; one that is not
//! listed, and one that is listed without need, fails the test.
//!
//! `VERIFRAME_MUTANTS=list cargo test --test mutation -- --nocapture` prints
//! every mutant that verifies, as a line for the file.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test may stop at the first surprise"
)]

#[path = "mutation/mutate.rs"]
mod mutate;
mod support;

use mutate::{Mutant, mutants};
use std::collections::BTreeMap;
use support::{Program, in_parallel, programs, root, run};
use veriframe::commands::Exit;
use veriframe::commands::check::on_large_stack;
use veriframe::source::SourceMap;
use veriframe::syntax;
use veriframe::verify::outcome::{Options, Status};

/// Where the mutants that may verify are listed.
const LIST: &str = "tests/mutants-that-verify.txt";

/// What became of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// It is no program, or the same program.
    NotCounted,
    /// It was found out.
    Fails,
    /// It verifies.
    Verifies,
    /// The tool broke down over it.
    Internal,
}

/// A mutant's full id (file, member, change) and what became of it.
type Verdict = (String, Fate);

#[test]
fn mutants_that_verify_are_listed_with_a_reason() {
    let listed = listed();
    let verdicts: Vec<Verdict> = verdicts();
    if std::env::var("VERIFRAME_MUTANTS").is_ok_and(|value| value == "list") {
        print_survivors(&verdicts, &listed);
    }
    let counted = verdicts
        .iter()
        .filter(|(_, fate)| *fate != Fate::NotCounted)
        .count();
    let fail = verdicts
        .iter()
        .filter(|(_, fate)| *fate == Fate::Fails)
        .count();
    println!("{counted} mutants, of which {fail} fail and the rest is listed or wrong");
    let mut wrong = unlisted(&verdicts, &listed);
    wrong.extend(listed_in_vain(&verdicts, &listed));
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Mutants that verify (or break the tool) and stand nowhere in the list.
fn unlisted(verdicts: &[Verdict], listed: &BTreeMap<String, String>) -> Vec<String> {
    let mut wrong = Vec::new();
    for (id, fate) in verdicts {
        match fate {
            Fate::Verifies if entry(id, listed).is_none() => {
                wrong.push(format!("verifies, but is not listed: {id}"))
            }
            Fate::Internal => wrong.push(format!("breaks the tool: {id}")),
            _ => {}
        }
    }
    wrong
}

/// Entries of the list that no mutant needs, or that cover one that fails.
fn listed_in_vain(verdicts: &[Verdict], listed: &BTreeMap<String, String>) -> Vec<String> {
    let mut wrong = Vec::new();
    for key in listed.keys() {
        let mut needed = false;
        for (id, fate) in verdicts.iter().filter(|(id, _)| covers(key, id)) {
            match fate {
                Fate::Verifies => needed = true,
                Fate::Fails => wrong.push(format!("listed by `{key}`, but fails: {id}")),
                Fate::NotCounted | Fate::Internal => {}
            }
        }
        if !needed {
            wrong.push(format!(
                "listed, but there is no such mutant, or it does not verify: {key}"
            ));
        }
    }
    wrong
}

/// Whether a listed id is that of a mutant; one that ends in `*` is that of all that begin so.
fn covers(key: &str, id: &str) -> bool {
    key.strip_suffix('*')
        .map_or(key == id, |start| id.starts_with(start))
}

/// The reason that the list gives for a mutant.
fn entry<'a>(id: &str, listed: &'a BTreeMap<String, String>) -> Option<&'a str> {
    listed
        .iter()
        .find(|(key, _)| covers(key, id))
        .map(|(_, reason)| reason.as_str())
}

/// The list: ids with reasons. Empty lines and lines that start with `#` are comments.
fn listed() -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(root().join(LIST)).unwrap_or_default();
    let mut listed = BTreeMap::new();
    for line in text
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
    {
        let (id, reason) = line
            .split_once(" — ")
            .unwrap_or_else(|| panic!("{LIST}: no reason: {line}"));
        assert!(
            !reason.trim().is_empty() && reason.trim() != "?",
            "{LIST}: no reason: {line}"
        );
        let twice = listed.insert(id.trim().to_owned(), reason.trim().to_owned());
        assert!(twice.is_none(), "{LIST}: listed twice: {id}");
    }
    listed
}

fn print_survivors(verdicts: &[Verdict], listed: &BTreeMap<String, String>) {
    for (id, _) in verdicts.iter().filter(|(_, fate)| *fate == Fate::Verifies) {
        println!("{id} — {}", entry(id, listed).unwrap_or("?"));
    }
}

/// Every mutant of every example with what became of it.
fn verdicts() -> Vec<Verdict> {
    let mut work: Vec<(Program, bool, Mutant)> = Vec::new();
    for program in programs("examples") {
        let file = on_large_stack(|| parse(&program));
        // A ghost statement is needed only where it is not inferred.
        let explicit = verifies(
            &program,
            &Options {
                infer: false,
                ..Options::default()
            },
        );
        let all = mutants(&program.text, &file);
        work.extend(
            all.into_iter()
                .map(|mutant| (program.clone(), explicit, mutant)),
        );
    }
    in_parallel(&work, |(program, explicit, mutant)| {
        let infer = !(mutant.ghost && *explicit);
        let members = mutant.only.iter().cloned().collect();
        let fate = fate(
            program,
            mutant,
            &Options {
                infer,
                members,
                ..Options::default()
            },
        );
        (format!("{}: {}", program.name, mutant.id), fate)
    })
}

fn parse(program: &Program) -> syntax::ast::File {
    let file = SourceMap::default().add(program.name.clone(), program.text.clone());
    let (ast, diagnostics) = syntax::parse(file, &program.text);
    assert!(diagnostics.is_empty(), "{}: {diagnostics:?}", program.name);
    ast
}

fn verifies(program: &Program, options: &Options) -> bool {
    Exit::of(&run(program, options).1) == Exit::Verified
}

fn fate(program: &Program, mutant: &Mutant, options: &Options) -> Fate {
    let text = syntax::pretty(&mutant.file);
    if text == syntax::pretty(&parse(program)) {
        return Fate::NotCounted;
    }
    let (_, report) = run(
        &Program {
            name: program.name.clone(),
            text,
        },
        options,
    );
    match Exit::of(&report) {
        Exit::Verified if report.members.is_empty() => Fate::NotCounted,
        Exit::Verified => Fate::Verifies,
        Exit::NotVerified => Fate::Fails,
        Exit::Refused => Fate::NotCounted,
        Exit::Internal => Fate::Internal,
    }
}

#[test]
fn examples_verify_after_pretty_printing() {
    for program in programs("examples") {
        let text = syntax::pretty(&parse(&program));
        let (_, report) = run(
            &Program {
                name: program.name.clone(),
                text: text.clone(),
            },
            &Options::default(),
        );
        let bad: Vec<&str> = report
            .members
            .iter()
            .filter(|m| m.status != Status::Verified)
            .map(|m| m.name.as_str())
            .collect();
        assert!(
            report.diagnostics.is_empty() && bad.is_empty(),
            "{}: {bad:?}\n{text}",
            program.name
        );
    }
}

#[test]
fn mutants_are_told_apart_and_differ_from_the_original() {
    for program in programs("examples") {
        let file = parse(&program);
        let all = mutants(&program.text, &file);
        assert!(
            all.iter().all(|mutant| mutant.file != file),
            "{}",
            program.name
        );
        let mut ids: Vec<&str> = all.iter().map(|mutant| mutant.id.as_str()).collect();
        ids.sort_unstable();
        let count = ids.len();
        ids.dedup();
        assert_eq!(ids.len(), count, "{}", program.name);
    }
}
