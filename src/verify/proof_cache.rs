//! The proof cache of a program: looks up results of earlier checks and stores new
//! ones.

use super::check_result::{CheckResult, numbered};
use super::fingerprint::{Fingerprints, layout};
use crate::cache::{Cache, Key, Mode, Pack};
use crate::ir::encode::Places;
use crate::ir::reach::Obligation;
use crate::ir::{MemberId, Program};
use crate::logic::z3::{HashStore, solver_identity};
use crate::source::{SourceMap, Span};
use borsh::{BorshDeserialize, BorshSerialize};
use std::collections::BTreeSet;
use std::time::Instant;

/// The tool's version, and a fingerprint of the sources it was built from.
pub(super) const BUILD: &str = concat!(env!("CARGO_PKG_VERSION"), " ", env!("VERIFRAME_SOURCES"));

/// The note file with the hash of the solver's library.
const SOLVER_NOTE: &str = "solver";

/// A cache entry.
#[derive(BorshSerialize, BorshDeserialize)]
struct Entry {
    /// A fingerprint of the source layout, if the result's texts depend on it.
    layout: Option<Key>,
    /// A fingerprint of the bodies of what the member calls, if the result shows runs.
    bodies: Option<Key>,
    /// The result, with spans as ordinals ([`numbered`]).
    result: CheckResult,
}

impl Entry {
    /// Whether other machines may get it: the member verified, and nothing quotes its text. What
    /// they send is believed under the same condition alone.
    fn is_shareable(&self) -> bool {
        self.layout.is_none() && self.bodies.is_none() && self.result.is_plain()
    }
}

/// The comparison of a result with the cached one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    /// There is no cached result, or it is equal.
    Equal,
    /// The cached result differs.
    Contradiction,
}

/// The proof cache of a program.
#[derive(Debug)]
pub(super) struct ProofCache<'p> {
    cache: &'p Cache,
    pack: Pack,
    program: &'p Program,
    sources: &'p SourceMap,
    prints: Fingerprints<'p>,
}

/// The note file with the hash of the solver's library.
struct SolverNote<'c>(&'c Cache);

impl HashStore for SolverNote<'_> {
    fn read(&self) -> String {
        self.0.read_note(SOLVER_NOTE)
    }

    fn write(&self, note: &str) {
        self.0.write_note(SOLVER_NOTE, note);
    }
}

/// A lookup: a proof obligation of a member, with its cache key.
#[derive(Debug)]
pub(super) struct Lookup {
    member: MemberId,
    obligation: Obligation,
    key: Key,
    started: Instant,
}

impl<'p> ProofCache<'p> {
    /// Everything that determines results besides the program, as text: the tool, the
    /// solver, and the relevant `options`.
    pub(super) fn basis(cache: &Cache, options: &str) -> String {
        let solver = solver_identity(&SolverNote(cache));
        format!("veriframe {BUILD}\nZ3 {solver}\n{options}")
    }

    /// Opens the cache of a program; `None` if the program has no members.
    pub(super) fn open(
        cache: &'p Cache,
        program: &'p Program,
        sources: &'p SourceMap,
        prints: Fingerprints<'p>,
    ) -> Option<ProofCache<'p>> {
        let file = program.member_span(*program.members.first()?).file;
        Some(ProofCache {
            cache,
            pack: cache.open(sources.file(file).name()),
            program,
            sources,
            prints,
        })
    }

    /// Writes the new entries.
    pub(super) fn close(self) {
        self.cache.close(self.pack);
    }

    /// The lookup of a proof obligation, given the members whose contracts are
    /// ill-formed.
    pub(super) fn lookup(
        &self,
        member: MemberId,
        obligation: Obligation,
        ill_formed: &BTreeSet<MemberId>,
    ) -> Lookup {
        Lookup {
            member,
            obligation,
            started: Instant::now(),
            key: self.prints.key(member, obligation, ill_formed),
        }
    }

    /// The cached result, if the mode is to use it.
    pub(super) fn get(&self, lookup: &Lookup) -> Option<CheckResult> {
        if self.cache.mode() == Mode::Check {
            return None;
        }
        if let Some(result) = self.read_entry(lookup) {
            self.pack.touch(lookup.key);
            return Some(result);
        }
        let bytes = self.read_shared(lookup)?;
        let result = self.decode(lookup, &bytes)?;
        if self.cache.is_kept() {
            self.pack.put(lookup.key, bytes);
        }
        Some(result)
    }

    /// The entry of the cache that several machines share.
    fn read_shared(&self, lookup: &Lookup) -> Option<Vec<u8>> {
        let shared = self.cache.shared()?;
        let bytes = shared.get(self.file(lookup), &lookup.key)?;
        let entry: Entry = borsh::from_slice(&bytes).ok()?;
        entry.is_shareable().then_some(bytes)
    }

    /// The file of a member.
    fn file(&self, lookup: &Lookup) -> &str {
        let span = self.program.member_span(lookup.member);
        self.sources.file(span.file).name()
    }

    /// The local entry's result.
    fn read_entry(&self, lookup: &Lookup) -> Option<CheckResult> {
        self.decode(lookup, self.pack.get(&lookup.key)?)
    }

    /// The result of an entry, with its spans resolved in the current sources.
    fn decode(&self, lookup: &Lookup, bytes: &[u8]) -> Option<CheckResult> {
        let Entry {
            layout: recorded,
            bodies,
            result,
        } = borsh::from_slice(bytes).ok()?;
        if bodies.is_some_and(|bodies| bodies != self.bodies(lookup)) {
            return None;
        }
        // Most results have no spans to resolve.
        let mut result = if recorded.is_none() && result.diagnostics.is_empty() {
            result
        } else {
            let places = self.prints.places(lookup.member, lookup.obligation);
            if recorded.is_some_and(|recorded| recorded != layout(self.sources, &places)) {
                return None;
            }
            let result = result.map_spans(&|span| absolute(&places, span))?;
            // The same IR can be written in other words.
            let is_same = |(span, text): &(Span, String)| {
                self.sources.on_one_line(crate::syntax::quote, *span) == *text
            };
            result.quotes.iter().all(is_same).then_some(result)?
        };
        result.from_cache = true;
        result.stats.time = lookup.started.elapsed();
        Some(result)
    }

    fn bodies(&self, lookup: &Lookup) -> Key {
        self.prints.bodies(lookup.member, lookup.obligation)
    }

    /// Stores a result, if it is final, and compares it with the cached one in check
    /// mode.
    pub(super) fn put(&self, lookup: &Lookup, result: &CheckResult) -> Comparison {
        let Some(entry) = self.entry(lookup, result) else {
            return Comparison::Equal;
        };
        let Ok(bytes) = borsh::to_vec(&entry) else {
            return Comparison::Equal;
        };
        let mut comparison = Comparison::Equal;
        if self.cache.mode() == Mode::Check {
            let local = self.read_entry(lookup).and(self.pack.get(&lookup.key));
            let shared = self.read_shared(lookup);
            let mut before = [local, shared.as_deref()].into_iter().flatten();
            if before.any(|before| before != bytes) {
                comparison = Comparison::Contradiction;
            } else if local.is_some() {
                self.pack.touch(lookup.key);
                return Comparison::Equal;
            }
        }
        if let Some(shared) = self.cache.shared().filter(|_| entry.is_shareable()) {
            shared.put(self.file(lookup), lookup.key, bytes.clone());
        }
        self.pack.put(lookup.key, bytes);
        comparison
    }

    /// The entry of a result; `None` if it must not be stored.
    fn entry(&self, lookup: &Lookup, result: &CheckResult) -> Option<Entry> {
        if !result.is_final() {
            return None;
        }
        let mut entry = Entry {
            layout: None,
            bodies: result.shows_runs().then(|| self.bodies(lookup)),
            result: result.clone(),
        };
        if !result.diagnostics.is_empty() || !result.traces.is_empty() {
            let places = self.prints.places(lookup.member, lookup.obligation);
            entry.result = entry.result.map_spans(&|span| relative(&places, span))?;
            let depends =
                result.depends_on_layout() || places.iter().any(|part| part.depend_on_whitespace());
            entry.layout = depends.then(|| layout(self.sources, &places));
        }
        Some(entry)
    }
}

/// Converts a span to ordinals in the first part that contains it.
fn relative(places: &[&Places], span: Span) -> Option<Span> {
    let find = |(at, part): (usize, &&Places)| {
        let (start, end) = part.numbers(span)?;
        numbered(at, start, end)
    };
    places.iter().enumerate().find_map(find)
}

/// Resolves the ordinals of a span.
fn absolute(places: &[&Places], span: Span) -> Option<Span> {
    let part = places.get(usize::try_from(span.file.number()).ok()?)?;
    part.span(span.start, span.end)
}
