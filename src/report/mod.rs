//! Reports: text for people ([`human`], [`concise`]) and for machines ([`json`], [`events`],
//! [`sarif`], [`junit`], [`github`]), and the documentation pages of diagnostic codes
//! ([`pages`]).
//!
//! This module only formats results: it reads no files and prints nothing.

pub mod assumed;
pub mod bmc;
#[cfg(feature = "cli")]
mod causes;
pub mod concise;
pub mod contracts;
mod counterexample;
pub mod events;
pub mod exploring;
mod failure;
#[cfg(feature = "cli")]
mod further;
pub mod github;
#[cfg(feature = "cli")]
pub mod human;
mod inputs;
pub mod json;
#[cfg(feature = "cli")]
pub mod junit;
pub mod merge;
#[cfg(feature = "cli")]
pub mod overview;
pub mod pages;
#[cfg(feature = "cli")]
mod painted;
#[cfg(feature = "cli")]
pub mod sarif;
pub mod shard;
#[cfg(feature = "cli")]
mod snippet;
#[cfg(feature = "cli")]
mod states;
#[cfg(feature = "cli")]
mod table;
pub mod testing;
pub mod text;
pub mod verification;
#[cfg(feature = "cli")]
mod windows;
