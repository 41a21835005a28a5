//! The built-in prover at a path: its assumptions are the facts of the path that was asked
//! about last, and follow the next one by undoing to the common prefix.
//!
//! Definitions of symbols are asserted only for queries that fail without them. A symbol of
//! a merged value is mentioned by no other fact than its definitions and later values, so
//! most queries do not depend on them; but each branch condition would be propagated through
//! the definitions of all earlier merges. A proof from some of the facts is a proof.

use super::definitions::Definitions;
use super::path::{Path, PathNode};
use super::prover::{Mark, Prover};
use super::terms::term::{Term, Terms};
use crate::Facts;
use rustc_hash::FxHashMap;

/// A path node that the prover has reached, with the mark before it.
#[derive(Debug)]
struct Entry {
    serial: u64,
    mark: Mark,
}

/// Definitions that a node of the path adds.
#[derive(Debug)]
struct Defined {
    definitions: Definitions,
    /// The depth of the node.
    depth: usize,
}

/// An assertion of definitions on top of the path's other facts.
#[derive(Debug)]
struct Assertion {
    /// The depth of the path then.
    depth: usize,
    /// The number of nodes with definitions that were asserted before.
    before: usize,
}

/// The built-in prover with the facts of a path.
#[derive(Debug)]
pub(super) struct AlignedProver {
    prover: Prover,
    /// Which facts it is given.
    facts: Facts,
    entries: Vec<Entry>,
    /// The definitions on the path by node, oldest first.
    definitions: Vec<Defined>,
    /// The number of nodes with definitions that are asserted: the oldest ones.
    asserted: usize,
    /// The assertions of definitions, oldest first.
    assertions: Vec<Assertion>,
}

impl AlignedProver {
    /// A prover that is given these facts of a path.
    pub fn new(facts: Facts) -> AlignedProver {
        AlignedProver {
            prover: Prover::default(),
            facts,
            entries: Vec::new(),
            definitions: Vec::new(),
            asserted: 0,
            assertions: Vec::new(),
        }
    }

    /// The number of propagation steps so far.
    pub fn steps(&self) -> u64 {
        self.prover.steps
    }

    /// The number of instances of each quantified fact so far.
    pub fn instances(&self) -> &FxHashMap<Term, u64> {
        &self.prover.made
    }

    /// The prover with all facts of a path.
    pub fn with_all_facts(&mut self, terms: &mut Terms, path: &Path) -> &mut Prover {
        self.align(terms, path);
        if self.asserted < self.definitions.len() {
            self.assertions.push(Assertion {
                depth: self.entries.len(),
                before: self.asserted,
            });
            let new = self.definitions.iter().skip(self.asserted);
            for fact in new.flat_map(|defined| defined.definitions.facts()) {
                assume(&mut self.prover, terms, fact, self.facts);
            }
            self.asserted = self.definitions.len();
        }
        &mut self.prover
    }

    /// The prover with the facts of a path, of which later definitions may be missing.
    pub fn without_definitions(&mut self, terms: &mut Terms, path: &Path) -> &mut Prover {
        self.align(terms, path);
        &mut self.prover
    }

    /// The prover as it was aligned last.
    pub fn aligned(&mut self) -> &mut Prover {
        &mut self.prover
    }

    /// The number of nodes whose definitions the prover has: the oldest ones.
    pub fn definitions(&self) -> usize {
        self.asserted
    }

    /// Whether the prover has all facts of the path that it is aligned with.
    pub fn is_complete(&self) -> bool {
        self.asserted == self.definitions.len()
    }

    /// Records that the newest node of the path was assumed after a mark.
    pub fn assumed(&mut self, newest: Option<&PathNode>, mark: Mark) {
        self.entries.extend(newest.map(|node| Entry {
            serial: node.serial,
            mark,
        }));
    }

    /// Undoes to the common prefix of the two paths, then asserts the rest.
    fn align(&mut self, terms: &mut Terms, path: &Path) {
        let entry = |node: &PathNode| self.entries.get(node.depth - 1);
        let is_known = |node: &PathNode| entry(node).is_some_and(|e| e.serial == node.serial);
        let missing = path.after_last(is_known);
        self.undo_to(path.depth() - missing.len());
        for node in &missing {
            let mark = self.prover.mark();
            if let Some(fact) = node.fact() {
                assume(&mut self.prover, terms, fact, self.facts);
            }
            self.definitions
                .extend(node.definitions().map(|definitions| Defined {
                    definitions,
                    depth: node.depth,
                }));
            self.entries.push(Entry {
                serial: node.serial,
                mark,
            });
        }
    }

    /// Undoes all facts after the first `depth` ones.
    fn undo_to(&mut self, depth: usize) {
        let Some(entry) = self.entries.get(depth) else {
            return;
        };
        self.prover.undo_to(entry.mark);
        self.entries.truncate(depth);
        while let Some(assertion) = self.assertions.pop_if(|last| last.depth > depth) {
            self.asserted = assertion.before;
        }
        while self.definitions.pop_if(|last| last.depth > depth).is_some() {}
    }
}

/// Assumes a fact, if it is one of those that the prover is given.
fn assume(prover: &mut Prover, terms: &mut Terms, fact: Term, given: Facts) {
    if given.include(terms, fact) {
        prover.assume(terms, fact);
    }
}
