//! The contract gate: what changed between the contracts of two revisions of a program, as a
//! caller sees it, proved by the engine.
//!
//! Both revisions are put into one program, in which the classes, fields and objects of the older
//! one are those of the newer one with the same names. A predicate or pure method of the older
//! revision stays a declaration of its own unless it is proved to mean the same. Each comparison is
//! then an ordinary verification problem: that a method refines another one, or that a body
//! with assertions is correct.

mod changes;
mod checks;
mod digest;
mod document;
mod evasions;
mod headers;
mod hierarchy;
mod identities;
mod libraries;
mod matching;
mod side_by_side;

pub use changes::{Change, Comparison, MemberChange, compare};
pub use digest::digest_of_text;
pub use document::{ContractText, contracts};
pub use libraries::library_changes;
