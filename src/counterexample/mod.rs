//! Counterexamples of failed proofs: the inputs that models describe, and runs of the member with
//! them. A run that violates what could not be proved shows that the program or its contract is
//! wrong; without one, the proof may only lack something.
//!
//! Models come from the verifier's engine, runs from the interpreter, which knows nothing of it:
//! so each is held against the other. What is searched is bounded by numbers of runs and steps,
//! never by time, so that no report depends on the machine; in large programs by smaller ones.

mod callables;
mod difference;
pub mod early;
pub mod effort;
pub mod history;
pub mod replay;
mod statements;
