//! Reports: text ([`human`]), JSON ([`json`]), and the documentation pages of
//! diagnostic codes ([`pages`]).
//!
//! This module only formats results: it reads no files and prints nothing.

use std::time::Duration;

pub mod human;
pub mod json;
pub mod pages;
mod snippet;
mod states;
mod table;

/// `1 member`, `2 members`.
fn plural(count: usize, one: &str) -> String {
    if count == 1 {
        format!("1 {one}")
    } else {
        format!("{count} {one}s")
    }
}

/// A duration for display: `0.4 ms`, `35 ms`, `2.1 s`.
fn duration(time: Duration) -> String {
    let ms = time.as_secs_f64() * 1000.0;
    match ms {
        _ if ms >= 1000.0 => format!("{:.1} s", ms / 1000.0),
        _ if ms >= 10.0 => format!("{ms:.0} ms"),
        _ => format!("{ms:.1} ms"),
    }
}
