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
use crate::symbolic::explanation::quotes::quoted;
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
        program: &Program,
        sources: &'p SourceMap,
        prints: Fingerprints<'p>,
    ) -> Option<ProofCache<'p>> {
        let file = program.member_span(*program.members.first()?).file;
        Some(ProofCache {
            cache,
            pack: cache.open(sources.file(file).name()),
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
        let result = self.read_entry(lookup)?;
        self.pack.touch(lookup.key);
        Some(result)
    }

    /// The cached result, with its spans resolved in the current sources.
    fn read_entry(&self, lookup: &Lookup) -> Option<CheckResult> {
        let bytes = self.pack.get(&lookup.key)?;
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
            let is_same = |(span, text): &(Span, String)| quoted(self.sources, *span) == *text;
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
        let Some(bytes) = self.encode(lookup, result) else {
            return Comparison::Equal;
        };
        if self.cache.mode() == Mode::Check && self.read_entry(lookup).is_some() {
            if self.pack.get(&lookup.key) == Some(&bytes[..]) {
                self.pack.touch(lookup.key);
                return Comparison::Equal;
            }
            self.pack.put(lookup.key, bytes);
            return Comparison::Contradiction;
        }
        self.pack.put(lookup.key, bytes);
        Comparison::Equal
    }

    /// The encoding of a result; `None` if it must not be stored.
    fn encode(&self, lookup: &Lookup, result: &CheckResult) -> Option<Vec<u8>> {
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
        borsh::to_vec(&entry).ok()
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
