//! Reports: text ([`human`]), JSON ([`json`]), and the documentation pages of
//! diagnostic codes ([`pages`]).
//!
//! This module only formats results: it reads no files and prints nothing.

pub mod bmc;
pub mod contracts;
#[cfg(feature = "cli")]
mod counterexample;
pub mod exploring;
#[cfg(feature = "cli")]
pub mod human;
mod inputs;
pub mod json;
pub mod pages;
#[cfg(feature = "cli")]
mod snippet;
#[cfg(feature = "cli")]
mod states;
#[cfg(feature = "cli")]
mod table;
pub mod testing;
#[cfg(feature = "cli")]
mod text;
#[cfg(feature = "cli")]
mod windows;
