//! Variations of a program that should not change what is found: other names,
//! another order of members and of `requires` clauses, another random seed for
//! Z3, another number of workers.

use super::rename::Names;
use super::shuffle::{self, Keep, key, parsed};
use super::support::random::Random;
use super::support::tree::{callable, full_name, members, parse};
use super::support::{Program, in_time, run};
use std::collections::BTreeSet;
use veriframe::diagnostics::{Code, Diagnostic, Severity};
use veriframe::driver::FileReport;
use veriframe::source::Span;
use veriframe::syntax::tree::ast::File;
use veriframe::verify::outcome::{Options, Status};

/// How many variations there are.
pub const COUNT: usize = 20;

/// How many orders of a contract's `requires` clauses are tried.
const TRIES: usize = 4;

/// What differs from the program as it stands; `None` is what does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variation {
    /// The seed of new names.
    pub names: Option<u64>,
    /// The seed of another order of classes and members.
    pub members: Option<u64>,
    /// The seed of another order of `requires` clauses.
    pub requires: Option<u64>,
    /// Z3's random seed.
    pub seed: u32,
    /// Workers.
    pub jobs: usize,
}

impl Variation {
    /// The program as it stands.
    pub const NONE: Variation = Variation {
        names: None,
        members: None,
        requires: None,
        seed: 0,
        jobs: 1,
    };

    /// The variation with a number below [`COUNT`]: each has names and orders of
    /// its own, and every seed from 0 to 4 meets one worker and two.
    pub fn number(number: usize) -> Variation {
        let seed = Some(number as u64 + 1);
        Variation {
            names: seed,
            members: seed,
            requires: seed,
            seed: number as u32 % 5,
            jobs: 1 + number / 5 % 2,
        }
    }

    /// The variations that differ in one way only, with what it is.
    pub fn apart(self) -> [(&'static str, Variation); 5] {
        let Variation {
            names,
            members,
            requires,
            seed,
            jobs,
        } = self;
        let none = Variation::NONE;
        [
            ("names", Variation { names, ..none }),
            ("order of members", Variation { members, ..none }),
            (
                "order of `requires` clauses",
                Variation { requires, ..none },
            ),
            ("Z3's seed", Variation { seed, ..none }),
            ("workers", Variation { jobs, ..none }),
        ]
    }
}

/// A member's name, its verdict, and the codes of what was found in it.
pub type Verdict = (String, Option<Status>, BTreeSet<String>);

/// What came of a variation.
#[derive(Clone, Debug)]
pub struct Found {
    /// By member, sorted; what the front end found stands under no name and
    /// without a verdict.
    pub verdicts: Vec<Verdict>,
    /// Z3's resource units for all members.
    pub rlimit: u64,
}

/// A program whose variations are tried.
pub struct Subject {
    program: Program,
    options: Options,
    /// Whether it has a tree; else its order cannot change.
    parses: bool,
    /// What comes of the program as it stands.
    pub original: Found,
    /// Orders of the `requires` clauses of some contract ([`key`]) that make it
    /// ill-formed.
    ill_formed: BTreeSet<(String, Vec<usize>)>,
}

impl Subject {
    /// Verifies a program as it stands.
    pub fn new(program: Program, options: Options) -> Result<Subject, String> {
        let report = verify(&program, &options)?;
        Ok(Subject {
            parses: parse(&program.text).is_ok(),
            program,
            options,
            original: found(&report, &Names::none()),
            ill_formed: BTreeSet::new(),
        })
    }

    /// What came of the program with a variation, and how that differs from what
    /// came of it without.
    pub fn compare(&mut self, variation: Variation) -> Result<(Found, Vec<String>), String> {
        let found = self.vary(variation)?;
        let differences = differences(&self.original.verdicts, &found.verdicts);
        Ok((found, differences))
    }

    /// Verifies the program with a variation.
    ///
    /// What a `requires` clause reads, those before it must make readable, so
    /// not every order makes a contract. Where one does not (the contract has an
    /// error that it did not have), another is tried, and at last the order of
    /// the text. What is known to be no contract is not tried again.
    fn vary(&mut self, variation: Variation) -> Result<Found, String> {
        loop {
            let (text, names) = self.text(variation);
            let mut options = self.options.clone();
            options.seed = variation.seed;
            options.jobs = variation.jobs;
            for member in &mut options.members {
                *member = names.rename(member);
            }
            let name = self.program.name.clone();
            let varied = Program { name, text };
            let report = verify(&varied, &options)?;
            let broken = self.broken_contracts(&varied.text, &report, &names);
            let before = self.ill_formed.len();
            for key in broken {
                // The order of the text is never among them.
                if let Some(order) = self.order(variation, &key, None) {
                    self.ill_formed.insert((key, order));
                }
            }
            if self.ill_formed.len() == before {
                return Ok(found(&report, &names));
            }
        }
    }

    /// The varied text and its new names.
    pub fn text(&self, variation: Variation) -> (String, Names) {
        let mut text = self.program.text.clone();
        if self.parses {
            if variation.requires.is_some() {
                text = shuffle::requires(&text, |key, count| {
                    let order = self.order(variation, key, Some(count));
                    order.unwrap_or_else(|| (0..count).collect())
                });
            }
            if let Some(seed) = variation.members {
                text = shuffle::members(&text, seed, Keep::Ordered);
            }
        }
        let names = match variation.names {
            Some(seed) => Names::new(&text, seed),
            None => Names::none(),
        };
        (names.rename(&text), names)
    }

    /// The order of the `requires` clauses of a contract; `None` for that of the text.
    fn order(&self, variation: Variation, of: &str, count: Option<usize>) -> Option<Vec<usize>> {
        let count = count.unwrap_or_else(|| number_of_requires(&self.program.text, of));
        let name = of.bytes().fold(0, |sum: u64, byte| {
            sum.wrapping_mul(31).wrapping_add(byte.into())
        });
        let mut random = Random::new(variation.requires?.wrapping_add(name));
        (0..TRIES)
            .map(|_| random.shuffled(count))
            .find(|order| !self.ill_formed.contains(&(of.to_owned(), order.clone())))
            .filter(|order| !order.is_sorted())
    }

    /// The contracts, by their [`key`] in the original, that have errors of
    /// kinds that they did not have.
    fn broken_contracts(&self, text: &str, report: &FileReport, names: &Names) -> Vec<String> {
        let errors: Vec<&Diagnostic> = report
            .members
            .iter()
            .flat_map(|member| &member.diagnostics)
            .filter(|d| d.severity == Severity::Error && d.code != Code::Postcondition)
            .collect();
        if errors.is_empty() || !self.parses {
            return Vec::new();
        }
        let tree = parsed(text);
        let mut broken = Vec::new();
        for (key, name, span) in contracts(&tree) {
            let name = names.undo(&name);
            let had = |d: &Diagnostic| {
                let mut verdicts = self.original.verdicts.iter();
                verdicts.any(|(member, _, codes)| *member == name && codes.contains(&d.full_code()))
            };
            let own =
                |d: &Diagnostic| d.member.as_deref().map(|m| names.undo(m)) == Some(name.clone());
            let inside = |d: &Diagnostic| span.start <= d.span.start && d.span.end <= span.end;
            if errors.iter().any(|d| own(d) && inside(d) && !had(d)) {
                broken.push(names.undo(&key));
            }
        }
        broken
    }
}

fn verify(program: &Program, options: &Options) -> Result<FileReport, String> {
    let options = options.clone();
    in_time(program, move |program| run(program, &options).1)
}

/// Contracts: the [`key`] and the name of the member, and the place.
fn contracts(file: &File) -> Vec<(String, String, Span)> {
    let contract = |(class, member)| {
        let clauses = &callable(member)?.contract;
        let place = clauses.first()?.span.to(clauses.last()?.span);
        Some((key(class, member), full_name(class, member), place))
    };
    members(file).filter_map(contract).collect()
}

fn number_of_requires(text: &str, of: &str) -> usize {
    let mut number = 0;
    shuffle::requires(text, |key, count| {
        if key == of {
            number = count;
        }
        (0..count).collect()
    });
    number
}

/// What a report says, with the original names.
fn found(report: &FileReport, names: &Names) -> Found {
    let mut verdicts: Vec<Verdict> = report
        .members
        .iter()
        .map(|member| {
            let codes = member.diagnostics.iter().map(Diagnostic::full_code);
            (
                names.undo(&member.name),
                Some(member.status),
                codes.collect(),
            )
        })
        .collect();
    if !report.diagnostics.is_empty() {
        let codes = report.diagnostics.iter().map(Diagnostic::full_code);
        verdicts.push((String::new(), None, codes.collect()));
    }
    verdicts.sort();
    Found {
        verdicts,
        rlimit: report.stats().rlimit,
    }
}

/// What differs between the verdicts of a program and of a variation.
pub fn differences(original: &[Verdict], varied: &[Verdict]) -> Vec<String> {
    let text = |(name, status, codes): &Verdict| {
        let status = status.map_or("refused".to_owned(), |status| format!("{status:?}"));
        let codes: Vec<&str> = codes.iter().map(String::as_str).collect();
        format!("{name} is {status} [{}]", codes.join(", "))
    };
    let lost = original.iter().filter(|verdict| !varied.contains(verdict));
    let new = varied.iter().filter(|verdict| !original.contains(verdict));
    let lost = lost.map(|verdict| format!("without it, {}", text(verdict)));
    let new = new.map(|verdict| format!("with it, {}", text(verdict)));
    let mut all: Vec<String> = lost.chain(new).collect();
    if all.is_empty() && original.len() != varied.len() {
        all.push(format!("{} members, not {}", varied.len(), original.len()));
    }
    all
}
