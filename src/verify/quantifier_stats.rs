//! The quantified facts of a run by the instances that the provers made of them, as a table.
//!
//! The built-in prover counts its own. Each query that Z3 answered is put to it once more, in a
//! context that writes a trace, so a run with this table takes longer; its verdicts are the same.

use super::listeners::{CheckedMember, Listeners};
use crate::logic::path::Path;
use crate::logic::transcript::{AnsweredQuery, quantifier_name};
use crate::logic::z3::instances::{self, NotCounted, Search};
use crate::logic::{AnsweredBy, Term, Terms};
use crate::source::Span;
use crate::symbolic::Engine;
use crate::symbolic::context::Context;
use crate::symbolic::events::{Event, EventKind, Listener};
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most facts that are shown for a member.
const MAX_FACTS: usize = 20;

/// The most queries of a check that are put to Z3 once more.
const MAX_QUERIES: usize = 500;

/// The instances of one quantified fact.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    /// Those of the built-in prover.
    builtin: u64,
    /// Those of Z3.
    z3: u64,
    /// The length of Z3's longest chain of instances that ends with one of this fact.
    chain: u64,
}

impl Counts {
    fn add(&mut self, other: Counts) {
        self.builtin += other.builtin;
        self.z3 += other.z3;
        self.chain = self.chain.max(other.chain);
    }
}

/// The counts of a member.
#[derive(Debug, Default)]
struct MemberCounts {
    /// By the place of the fact in the text, and the text; facts without a place are those that the
    /// engine makes itself.
    facts: BTreeMap<Option<(String, String)>, Counts>,
    /// Those of Z3's axioms of collections.
    axioms: Counts,
    /// Z3's conflicts.
    conflicts: u64,
}

/// The counts of a run.
#[derive(Debug, Default)]
pub struct QuantifierStats {
    members: Mutex<BTreeMap<(String, String), MemberCounts>>,
    error: Mutex<Option<String>>,
}

impl QuantifierStats {
    /// Why Z3's instances could not be counted, if they could not.
    #[must_use]
    pub fn error(&self) -> Option<String> {
        lock(&self.error).clone()
    }

    /// The table: for each member with quantified facts, those with the most instances first.
    #[must_use]
    pub fn table(&self) -> String {
        let mut text = String::new();
        for ((_, member), counts) in &*lock(&self.members) {
            let mut rows: Vec<(String, Counts)> = counts
                .facts
                .iter()
                .map(|(fact, counts)| (described(fact.as_ref()), *counts))
                .collect();
            rows.push(("axioms of collections".to_owned(), counts.axioms));
            rows.retain(|(_, counts)| counts.builtin + counts.z3 > 0);
            if rows.is_empty() {
                continue;
            }
            rows.sort_by_key(|(_, counts)| Reverse(counts.builtin + counts.z3));
            let more = rows.len().saturating_sub(MAX_FACTS);
            rows.truncate(MAX_FACTS);
            let conflicts = counts.conflicts;
            let _ = writeln!(text, "{member}: instances, {conflicts} conflicts of Z3");
            let _ = writeln!(text, "  built-in        Z3     chain  quantified fact");
            for (fact, counts) in rows {
                let Counts { builtin, z3, chain } = counts;
                let _ = writeln!(text, "  {builtin:>8}  {z3:>8}  {chain:>8}  {fact}");
            }
            if more > 0 {
                let _ = writeln!(text, "  and {more} more");
            }
        }
        if text.is_empty() {
            text.push_str("no instance of a quantified fact was made\n");
        }
        text
    }
}

fn described(fact: Option<&(String, String)>) -> String {
    fact.map_or_else(
        || "facts that follow from contracts".to_owned(),
        |(place, quote)| format!("{place}: {quote}"),
    )
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Listeners for QuantifierStats {
    fn listener(self: Arc<Self>, check: &CheckedMember<'_>) -> Rc<RefCell<dyn Listener>> {
        Rc::new(RefCell::new(Counter {
            key: (
                check.file().to_owned(),
                check.program.member_name(check.member),
            ),
            z3: BTreeMap::new(),
            axioms: Counts::default(),
            conflicts: 0,
            asked: 0,
            stats: self,
        }))
    }
}

/// The listener of one check.
struct Counter {
    /// The file and the member.
    key: (String, String),
    z3: BTreeMap<Term, Counts>,
    axioms: Counts,
    conflicts: u64,
    /// The number of queries that were put to Z3 once more.
    asked: usize,
    stats: Arc<QuantifierStats>,
}

impl Counter {
    fn add(&mut self, search: &Search, terms: &Terms, facts: &[Term]) {
        self.conflicts += search.conflicts;
        let subterms = facts.iter().flat_map(|&fact| terms.subterms(fact));
        let named: BTreeMap<String, Term> = subterms
            .filter(|&t| terms.is_quantifier(t))
            .map(|t| (quantifier_name(t), t))
            .collect();
        for (name, instances) in &search.instances {
            let counts = Counts {
                z3: instances.count,
                chain: instances.generation,
                builtin: 0,
            };
            match named.get(name) {
                Some(&fact) => self.z3.entry(fact).or_default().add(counts),
                None => self.axioms.add(counts),
            }
        }
    }

    fn count(&mut self, ctx: &Context<'_>, terms: &Terms, query: AnsweredQuery<'_>) {
        if self.asked == MAX_QUERIES || ctx.watch.stop.reason().is_some() {
            return;
        }
        self.asked += 1;
        let script = query.script(terms, ctx.sorts, &[]);
        let facts = query.path.facts_since(&Path::default()).into_iter();
        let facts: Vec<Term> = facts.map(|(fact, _)| fact).chain([query.goal]).collect();
        let depth = facts.iter().map(|&fact| terms.depth(fact)).max();
        match instances::of_script(&script, ctx.config.rlimit, depth.unwrap_or(0)) {
            Ok(search) => self.add(&search, terms, &facts),
            Err(error) => {
                let why = match error {
                    NotCounted::Z3(unusable) => unusable.to_string(),
                    NotCounted::Trace(error) => format!("Z3's trace: {error}"),
                };
                lock(&self.stats.error).get_or_insert(why);
            }
        }
    }
}

impl Listener for Counter {
    fn on_event(&mut self, event: &Event<'_>) {
        let EventKind::Query { goal, answered, .. } = event.kind else {
            return;
        };
        if matches!(answered.by, AnsweredBy::Z3 | AnsweredBy::Z3Saturated) {
            let query = AnsweredQuery {
                path: &event.state.path,
                goal,
                answered,
            };
            self.count(event.ctx, event.terms, query);
        }
    }

    fn on_end(&mut self, engine: &Engine<'_>) {
        let mut all = std::mem::take(&mut self.z3);
        for (fact, builtin) in engine.session.solver.instances() {
            all.entry(fact).or_default().builtin += builtin;
        }
        let mut members = lock(&self.stats.members);
        let member = members.entry(self.key.clone()).or_default();
        member.axioms.add(self.axioms);
        member.conflicts += self.conflicts;
        for (fact, counts) in all {
            let span = engine.session.origin(fact);
            let fact = span.map(|span| place(&engine.ctx, span));
            member.facts.entry(fact).or_default().add(counts);
        }
    }
}

/// Where a fact stands, and its text in one line.
fn place(ctx: &Context<'_>, span: Span) -> (String, String) {
    let sources = ctx.sources;
    let file = sources.file(span.file).shown_name();
    let place = format!("{file}:{}", sources.start(span).line);
    (place, ctx.quoted(span))
}
