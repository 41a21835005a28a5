//! The contract gate: what changed between the contracts of two revisions of a program, as a
//! caller sees it, proved by the engine.
//!
//! Two revisions are put into one program (`src/gate/side_by_side.rs`): the
//! classes, fields and objects of the older one are those of the newer one with the same names
//! (`src/gate/matching.rs`), and the ids in its contracts are replaced, so that names mean what
//! they meant. A predicate or pure method of the older revision stays a declaration of its own
//! unless it is proved to mean the same (`src/gate/identities.rs`). That is an induction: all are
//! taken to be the same, and one whose text differs has to be proved so while it, and whatever
//! depends on it, has no body; what fails is given up, with its family, and all starts again. A
//! contract is compared by two methods without bodies that refine each other
//! (`src/gate/checks.rs`), so all of permissions, `old` and dynamic types is that of the engine.

mod changes;
mod checks;
mod constants;
mod digest;
mod document;
mod evasions;
mod headers;
mod hierarchy;
mod identities;
mod libraries;
mod matching;
mod scopes;
mod side_by_side;
mod views;

pub use changes::{Change, Comparison, MemberChange, compare};
pub use digest::digest_of_text;
pub use document::{ContractText, contracts};
pub use libraries::{LibraryText, library_changes};
