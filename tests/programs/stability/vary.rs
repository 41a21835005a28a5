//! Variations of a program that should not change the results: other names, another
//! order of members, of `requires` clauses and of operands, another random seed of Z3,
//! another number of workers.

use super::mirror;
use super::rename::Names;
use super::shuffle::{self, Keep, key, parsed};
use super::support::random::Random;
use super::support::tree::{callable, full_name, members, parse};
use super::support::{Program, in_time, run};
use std::collections::BTreeSet;
use veriframe::internals::syntax::ast::File;
use veriframe::{Code, Diagnostic, FileReport, Options, Severity, Span, Status};

/// The number of variations.
pub const COUNT: usize = 20;

/// The most permutations of a contract's `requires` clauses to try.
const TRIES: usize = 4;

/// A variation; `None` leaves that part unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variation {
    /// The seed of the renaming.
    pub names: Option<u64>,
    /// The seed of the order of classes and members.
    pub members: Option<u64>,
    /// The seed of the order of `requires` clauses.
    pub requires: Option<u64>,
    /// The seed of the operands that are exchanged.
    pub operands: Option<u64>,
    /// Z3's random seed.
    pub seed: u32,
    /// Workers.
    pub jobs: usize,
}

impl Variation {
    /// No variation.
    pub const NONE: Variation = Variation {
        names: None,
        members: None,
        requires: None,
        operands: None,
        seed: 0,
        jobs: 1,
    };

    /// The variation with an index below [`COUNT`]. Each has its own names and orders,
    /// and every seed from 0 to 4 is combined with one worker and with two.
    pub fn number(number: usize) -> Variation {
        let seed = Some(number as u64 + 1);
        Variation {
            names: seed,
            members: seed,
            requires: seed,
            operands: seed,
            seed: number as u32 % 5,
            jobs: 1 + number / 5 % 2,
        }
    }

    /// The variations with a single difference, with a description.
    pub fn apart(self) -> [(&'static str, Variation); 6] {
        let Variation {
            names,
            members,
            requires,
            operands,
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
            ("mirrored operands", Variation { operands, ..none }),
            ("Z3's seed", Variation { seed, ..none }),
            ("workers", Variation { jobs, ..none }),
        ]
    }
}

/// A member's name, verdict and codes.
pub type Verdict = (String, Option<Status>, BTreeSet<String>);

/// The result of a variation.
#[derive(Clone, Debug)]
pub struct Found {
    /// By member, sorted; diagnostics of the front end have no name and no verdict.
    pub verdicts: Vec<Verdict>,
    /// Z3's resource units for all members.
    pub rlimit: u64,
}

/// A program with its variations.
pub struct Subject {
    program: Program,
    options: Options,
    /// Whether it parses; otherwise its order is not varied.
    parses: bool,
    /// The result of the original.
    pub original: Found,
    /// The orders of `requires` clauses ([`key`]) that make some contract ill-formed.
    ill_formed: BTreeSet<(String, Vec<usize>)>,
}

impl Subject {
    /// Verifies the original.
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

    /// The result of a variation, and its differences from the original.
    pub fn compare(&mut self, variation: Variation) -> Result<(Found, Vec<String>), String> {
        let found = self.vary(variation)?;
        let differences = differences(&self.original.verdicts, &found.verdicts);
        Ok((found, differences))
    }

    /// Verifies the program with a variation.
    ///
    /// A `requires` clause may read only what the preceding ones make readable, so not
    /// every order is well-formed. If a contract gets a new error, another order is
    /// tried, and finally the original one. Orders known to be ill-formed are not tried
    /// again.
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
                // The original order is never among them.
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
            if let Some(seed) = variation.operands {
                text = mirror::operands(&text, seed);
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

    /// The order of the `requires` clauses of a contract; `None` for the original
    /// order.
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

    /// The contracts, by their [`key`] in the original, with new kinds of errors.
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

/// Contracts: the [`key`] and the name of the member, and the span.
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

/// The results of a report, with the original names.
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

/// The differences between the verdicts of a program and of a variation.
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
