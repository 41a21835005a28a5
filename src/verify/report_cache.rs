//! The cache of whole reports: a program with unchanged bytes is not even parsed.
//!
//! This is a shortcut for the members' results ([`super::proof_cache`]), so it is strict:
//! the key covers the names and bytes of all inputs, the tool, the solver, and all
//! options that influence the report. A report is valid for a day. After that, the
//! members' results are looked up again, which keeps them from expiring.

use super::check_result::{map_diagnostics, map_traces, numbered};
use super::checks::relevant_options;
use super::outcome::{MemberOutcome, Options};
use super::proof_cache::{BUILD, ProofCache};
use crate::cache::{Cache, Key, Mode, Slot};
use crate::diagnostics::{Code, Diagnostic};
use crate::source::{FileId, SourceMap, Span};
use borsh::{BorshDeserialize, BorshSerialize};
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// What determines the results of a run besides the programs and the solver, as text.
#[must_use]
pub fn basis_of_results(options: &Options) -> String {
    format!("veriframe {BUILD}\n{}", options_of_reports(options))
}

/// The options that determine the reports on programs, as text.
fn options_of_reports(options: &Options) -> String {
    let Options { deny, hints, .. } = options;
    format!("{}\n{deny:?}\n{hints:?}", relevant_options(options))
}

/// The report on a program.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub struct Reported {
    /// The diagnostics of the front end, by position.
    pub diagnostics: Vec<Diagnostic>,
    /// The members' outcomes, in source order.
    pub members: Vec<MemberOutcome>,
}

/// The cache slot of a program's report.
#[derive(Debug)]
pub struct ReportCache {
    cache: Arc<Cache>,
    /// All inputs of the program, in reading order. In a cached report, a file is its
    /// index in this list.
    inputs: Vec<FileId>,
    /// Determined by names and options, so that a changed program overwrites the slot.
    slot_key: Key,
    /// Determined by everything that the report depends on.
    key: Key,
    /// The contents of the slot, read on first use.
    slot: OnceLock<Option<Slot>>,
}

impl ReportCache {
    /// The slot for the program that is read from these inputs, which must be all that
    /// it depends on. `None` without a cache, or if members are selected by name: only
    /// a parsed program can tell whether the names exist.
    #[must_use]
    pub fn new(sources: &SourceMap, inputs: Vec<FileId>, options: &Options) -> Option<ReportCache> {
        if !options.members.is_empty() {
            return None;
        }
        let cache = options.cache.clone()?;
        let basis = ProofCache::basis(&cache, &options_of_reports(options));
        let (mut slot_key, mut key) = (Hasher::new(&basis), Hasher::new(&basis));
        for file in &inputs {
            let file = sources.file(*file);
            let name = Path::new(file.name());
            let absolute = std::path::absolute(name).unwrap_or_else(|_| name.to_owned());
            for hasher in [&mut slot_key, &mut key] {
                hasher.add(file.name().as_bytes());
                hasher.add(absolute.as_os_str().as_encoded_bytes());
            }
            key.add(file.text().as_bytes());
        }
        Some(ReportCache {
            cache,
            inputs,
            slot_key: slot_key.done(),
            key: key.done(),
            slot: OnceLock::new(),
        })
    }

    /// The contents of the slot, whatever their key.
    fn slot(&self) -> Option<&Slot> {
        self.slot
            .get_or_init(|| self.cache.read_slot(&self.slot_key))
            .as_ref()
    }

    /// The cached report, if it is valid and the mode is to use it.
    #[must_use]
    pub fn get(&self) -> Option<Reported> {
        if self.cache.mode() == Mode::Check {
            return None;
        }
        let slot = self.slot()?;
        if slot.key != self.key || !slot.today {
            return None;
        }
        let mut reported = borsh::from_slice::<Reported>(&slot.result).ok()?;
        reported.map_spans(&|span| self.absolute(span))?;
        reported.members = reported.members.into_iter().map(from_cache).collect();
        Some(reported)
    }

    /// Stores a report, if it is final. In check mode, returns a diagnostic if the
    /// cached report differs.
    #[must_use]
    pub fn put(&self, reported: &Reported) -> Option<Diagnostic> {
        let Some(bytes) = self.encode(reported) else {
            // A member's result may have been wrong in the cache: clear the report that
            // was made with it.
            if self.cache.mode() == Mode::Check {
                self.cache.clear_slot(&self.slot_key);
            }
            return None;
        };
        let before = self.slot().filter(|slot| slot.key == self.key);
        let same = before.is_some_and(|slot| slot.result == bytes);
        if !same || before.is_some_and(|slot| !slot.today) {
            self.cache.write_slot(&self.slot_key, self.key, bytes);
        }
        let readable = |result: &[u8]| borsh::from_slice::<Reported>(result).is_ok();
        let other = before.filter(|slot| !same && readable(&slot.result));
        other.filter(|_| self.cache.mode() == Mode::Check)?;
        let place = Span::new(*self.inputs.first()?, 0, 0);
        let message = "the cache held a report that differs from that of verifying again";
        let note = "this is a defect of veriframe, or the cache was changed: \
            the report is that of verifying again";
        Some(Diagnostic::error(Code::Internal, place, message).note(note))
    }

    /// The encoding of a report; `None` if it must not be stored.
    fn encode(&self, reported: &Reported) -> Option<Vec<u8>> {
        let broke_down = |d: &Diagnostic| d.code == Code::Internal;
        let is_final = reported.members.iter().all(|m| m.is_final);
        // Others would believe what only this run is told to believe.
        if !self.cache.is_kept() || !is_final || reported.diagnostics.iter().any(broke_down) {
            return None;
        }
        let mut encoded = reported.clone();
        encoded.map_spans(&|span| self.relative(span))?;
        borsh::to_vec(&encoded).ok()
    }

    fn relative(&self, span: Span) -> Option<Span> {
        let at = self.inputs.iter().position(|file| *file == span.file)?;
        numbered(at, span.start, span.end)
    }

    fn absolute(&self, span: Span) -> Option<Span> {
        let at = usize::try_from(span.file.number()).ok()?;
        let file = *self.inputs.get(at)?;
        Some(Span { file, ..span })
    }
}

/// A member's outcome as read from the cache.
fn from_cache(member: MemberOutcome) -> MemberOutcome {
    MemberOutcome {
        from_cache: true,
        is_final: true,
        ..member
    }
}

impl Reported {
    /// Maps all spans; `None` if one cannot be mapped.
    fn map_spans(&mut self, place: &dyn Fn(Span) -> Option<Span>) -> Option<()> {
        map_diagnostics(&mut self.diagnostics, place)?;
        for member in &mut self.members {
            member.span = place(member.span)?;
            map_diagnostics(&mut member.diagnostics, place)?;
            map_traces(&mut member.traces, place)?;
        }
        Some(())
    }
}

/// A hash of a sequence of byte strings, each prefixed by its length.
struct Hasher(blake3::Hasher);

impl Hasher {
    fn new(basis: &str) -> Hasher {
        let mut hasher = Hasher(blake3::Hasher::new());
        hasher.add(b"whole");
        hasher.add(basis.as_bytes());
        hasher
    }

    fn add(&mut self, part: &[u8]) {
        self.0.update(&(part.len() as u64).to_le_bytes());
        self.0.update(part);
    }

    fn done(&self) -> Key {
        *self.0.finalize().as_bytes()
    }
}
