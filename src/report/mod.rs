//! Reports: text ([`human`]), JSON ([`json`]), and the documentation pages of
//! diagnostic codes ([`pages`]).
//!
//! This module only formats results: it reads no files and prints nothing.

pub mod bmc;
#[cfg(feature = "cli")]
pub mod human;
pub mod json;
pub mod pages;
#[cfg(feature = "cli")]
mod snippet;
#[cfg(feature = "cli")]
mod states;
#[cfg(feature = "cli")]
mod table;
#[cfg(feature = "cli")]
mod text;
#[cfg(feature = "cli")]
mod windows;
