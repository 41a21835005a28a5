//! The results of earlier runs: when a check's result can be taken from the
//! cache, and what is kept there.

use super::fingerprint::{Fingerprints, layout};
use super::found::{Found, numbered};
use crate::cache::{Cache, Key, Mode, Pack};
use crate::ir::encode::Places;
use crate::ir::reach::Obligation;
use crate::ir::{MemberId, Program};
use crate::logic::z3::{HashStore, solver_identity};
use crate::source::{SourceMap, Span};
use borsh::{BorshDeserialize, BorshSerialize};
use std::collections::BTreeSet;
use std::time::Instant;

/// The version of the tool, and a hash of the sources that it was built from.
const BUILD: &str = concat!(env!("CARGO_PKG_VERSION"), " ", env!("VERIFRAME_SOURCES"));

/// The name of the cache's note of the solver's library.
const SOLVER_NOTE: &str = "solver";

/// A kept result.
#[derive(BorshSerialize, BorshDeserialize)]
struct Kept {
    /// What the result was found with, if its texts depend on the layout of the program's text.
    layout: Option<Key>,
    /// Its places are numbers ([`numbered`]).
    found: Found,
}

/// What comparing a result with a kept one comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Nothing is wrong with it.
    Fine,
    /// An earlier run found something else.
    Contradiction,
}

/// The results of earlier runs over a program.
#[derive(Debug)]
pub(super) struct Memory<'p> {
    cache: &'p Cache,
    pack: Pack,
    sources: &'p SourceMap,
    prints: Fingerprints<'p>,
}

/// The cache's note of the solver's library.
struct SolverNote<'c>(&'c Cache);

impl HashStore for SolverNote<'_> {
    fn read(&self) -> String {
        self.0.read_note(SOLVER_NOTE)
    }

    fn write(&self, note: &str) {
        self.0.write_note(SOLVER_NOTE, note);
    }
}

/// What is asked of a member.
#[derive(Debug)]
pub(super) struct Question {
    member: MemberId,
    obligation: Obligation,
    key: Key,
    asked: Instant,
}

impl<'p> Memory<'p> {
    /// Everything that decides results, besides a program, in words: tool,
    /// solver, and what `decisive` says of the options.
    pub(super) fn basis(cache: &Cache, decisive: &str) -> String {
        let solver = solver_identity(&SolverNote(cache));
        format!("veriframe {BUILD}\nZ3 {solver}\n{decisive}")
    }

    /// The results for a program; `None` if it has no members.
    pub(super) fn open(
        cache: &'p Cache,
        program: &Program,
        sources: &'p SourceMap,
        prints: Fingerprints<'p>,
    ) -> Option<Memory<'p>> {
        let file = program.member_span(*program.members.first()?).file;
        Some(Memory {
            cache,
            pack: cache.open(sources.file(file).name()),
            sources,
            prints,
        })
    }

    /// Keeps what the run found.
    pub(super) fn close(self) {
        self.cache.close(self.pack);
    }

    /// The question whether half of a member is as it should be, where these
    /// members' contracts are known not to be well-formed.
    pub(super) fn question(
        &self,
        member: MemberId,
        obligation: Obligation,
        ill_formed: &BTreeSet<MemberId>,
    ) -> Question {
        Question {
            member,
            obligation,
            asked: Instant::now(),
            key: self.prints.key(member, obligation, ill_formed),
        }
    }

    /// The answer that an earlier run found, if it is to be taken for the result.
    pub(super) fn recall(&self, question: &Question) -> Option<Found> {
        if self.cache.mode() == Mode::Check {
            return None;
        }
        let found = self.known(question)?;
        self.pack.touch(question.key);
        Some(found)
    }

    /// What is known, as a check of the program as it stands now would find it.
    fn known(&self, question: &Question) -> Option<Found> {
        let bytes = self.pack.get(&question.key)?;
        let Kept {
            layout: kept,
            found,
        } = borsh::from_slice(bytes).ok()?;
        // Most have no places, and need none of the program's.
        let mut found = if kept.is_none() && found.diagnostics.is_empty() {
            found
        } else {
            let places = self.prints.places(question.member, question.obligation);
            if kept.is_some_and(|kept| kept != layout(self.sources, &places)) {
                return None;
            }
            found.moved(&|span| absolute(&places, span))?
        };
        found.from_cache = true;
        found.stats.time = question.asked.elapsed();
        Some(found)
    }

    /// Keeps the answer that was found, if another check would find the same.
    pub(super) fn keep(&self, question: &Question, found: &Found) -> Verdict {
        let Some(bytes) = self.encoded(question, found) else {
            return Verdict::Fine;
        };
        if self.cache.mode() == Mode::Check && self.known(question).is_some() {
            if self.pack.get(&question.key) == Some(&bytes[..]) {
                self.pack.touch(question.key);
                return Verdict::Fine;
            }
            self.pack.put(question.key, bytes);
            return Verdict::Contradiction;
        }
        self.pack.put(question.key, bytes);
        Verdict::Fine
    }

    /// The bytes of a result; `None` if it is not to be kept.
    fn encoded(&self, question: &Question, found: &Found) -> Option<Vec<u8>> {
        if !found.is_final() {
            return None;
        }
        let mut kept = Kept {
            layout: None,
            found: found.clone(),
        };
        if !found.diagnostics.is_empty() || !found.traces.is_empty() {
            let places = self.prints.places(question.member, question.obligation);
            kept.found = kept.found.moved(&|span| relative(&places, span))?;
            let depends =
                found.depends_on_layout() || places.iter().any(|part| part.depend_on_whitespace());
            kept.layout = depends.then(|| layout(self.sources, &places));
        }
        borsh::to_vec(&kept).ok()
    }
}

/// A span as numbers in the first part that it is in.
fn relative(places: &[&Places], span: Span) -> Option<Span> {
    let find = |(at, part): (usize, &&Places)| numbered(at, part.numbers(span)?);
    places.iter().enumerate().find_map(find)
}

/// The span with these numbers.
fn absolute(places: &[&Places], span: Span) -> Option<Span> {
    let part = places.get(usize::try_from(span.file.number()).ok()?)?;
    part.span((span.start, span.end))
}
