//! What a whole program came to, kept as it was reported: a program of which no
//! byte changed is not even parsed again.
//!
//! This is a shortcut before the members' results ([`super::memory`]), which
//! stay what the cache rests on. So it is as strict as can be: the key covers all
//! bytes of all inputs with their names, the tool, the solver, and all options
//! that decide what is reported. And it holds for a day: then the members'
//! results are asked for again, which keeps them from growing old.

use super::checks::decisive;
use super::found::{move_diagnostics, move_traces, numbered};
use super::memory::Memory;
use super::outcome::{MemberOutcome, Options};
use crate::cache::{Cache, Key, Mode, Slot};
use crate::diagnostics::{Code, Diagnostic};
use crate::source::{FileId, SourceMap, Span};
use borsh::{BorshDeserialize, BorshSerialize};
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// All that is reported of a program.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub struct Reported {
    /// What the front end found, ordered by place.
    pub diagnostics: Vec<Diagnostic>,
    /// What came of its members, in source order.
    pub members: Vec<MemberOutcome>,
}

/// Where a program's report is kept, and what it depends on.
#[derive(Debug)]
pub struct Whole {
    cache: Arc<Cache>,
    /// All inputs of the program, in the order in which they are read. In what is
    /// kept, a file is its number among them.
    inputs: Vec<FileId>,
    /// Decided by names and options: a changed text replaces what is kept.
    slot_key: Key,
    /// Decided by everything.
    key: Key,
    /// What an earlier run kept in that place, once it was looked for.
    slot: OnceLock<Option<Slot>>,
}

impl Whole {
    /// The report of the program that is read from these inputs, which must be
    /// all that it depends on; `None` if there is no cache, or if only some
    /// members are asked for: that others have the names asked for is known of
    /// parsed programs alone.
    #[must_use]
    pub fn new(sources: &SourceMap, inputs: Vec<FileId>, options: &Options) -> Option<Whole> {
        if !options.members.is_empty() {
            return None;
        }
        let cache = options.cache.clone()?;
        let deny = &options.deny;
        let basis = Memory::basis(&cache, &format!("{}\n{deny:?}", decisive(options)));
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
        Some(Whole {
            cache,
            inputs,
            slot_key: slot_key.done(),
            key: key.done(),
            slot: OnceLock::new(),
        })
    }

    /// What an earlier run kept of the program, whatever the program was then.
    fn slot(&self) -> Option<&Slot> {
        self.slot
            .get_or_init(|| self.cache.read_slot(&self.slot_key))
            .as_ref()
    }

    /// What an earlier run reported, if it is to be taken for the result.
    #[must_use]
    pub fn recall(&self) -> Option<Reported> {
        if self.cache.mode() == Mode::Check {
            return None;
        }
        let slot = self.slot()?;
        if slot.key != self.key || !slot.today {
            return None;
        }
        let mut reported = borsh::from_slice::<Reported>(&slot.result).ok()?;
        reported.move_to(&|span| self.absolute(span))?;
        reported.members = reported.members.into_iter().map(as_recalled).collect();
        Some(reported)
    }

    /// Keeps what this run reports, if another would report the same. Where the
    /// cache is to be checked, what to say if an earlier run reported something else.
    #[must_use]
    pub fn keep(&self, reported: &Reported) -> Option<Diagnostic> {
        let Some(bytes) = self.encoded(reported) else {
            // A check that found a member's result wrong may not leave a report
            // in place that was made with it.
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

    /// The bytes of a report; `None` if it is not to be kept.
    fn encoded(&self, reported: &Reported) -> Option<Vec<u8>> {
        let broke_down = |d: &Diagnostic| d.code == Code::Internal;
        let is_final = reported.members.iter().all(|m| m.is_final);
        if !is_final || reported.diagnostics.iter().any(broke_down) {
            return None;
        }
        let mut kept = reported.clone();
        kept.move_to(&|span| self.relative(span))?;
        borsh::to_vec(&kept).ok()
    }

    fn relative(&self, span: Span) -> Option<Span> {
        let at = self.inputs.iter().position(|file| *file == span.file)?;
        numbered(at, (span.start, span.end))
    }

    fn absolute(&self, span: Span) -> Option<Span> {
        let at = usize::try_from(span.file.number()).ok()?;
        let file = *self.inputs.get(at)?;
        Some(Span { file, ..span })
    }
}

/// A member's outcome as an earlier run found it.
fn as_recalled(member: MemberOutcome) -> MemberOutcome {
    MemberOutcome {
        from_cache: true,
        is_final: true,
        ..member
    }
}

impl Reported {
    /// Gives everything another place; `None` if one has no counterpart.
    fn move_to(&mut self, place: &dyn Fn(Span) -> Option<Span>) -> Option<()> {
        move_diagnostics(&mut self.diagnostics, place)?;
        for member in &mut self.members {
            member.span = place(member.span)?;
            move_diagnostics(&mut member.diagnostics, place)?;
            move_traces(&mut member.traces, place)?;
        }
        Some(())
    }
}

/// A hash of byte strings, which are told apart.
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
