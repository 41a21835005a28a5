//! Benchmark reports: tables and claims, as Markdown.

use crate::support::table;
use std::time::Duration;

/// A figure with a bound.
pub struct Claim {
    /// The measured quantity.
    pub what: String,
    /// The bound, as text.
    pub bound: String,
    /// The figure, or the reason why there is none.
    pub measured: String,
    /// Whether it is within the bound; false if the figure is missing.
    pub met: bool,
}

impl Claim {
    /// The claim that a number is at most a bound.
    pub fn at_most(what: &str, measured: Option<f64>, bound: f64, unit: &str) -> Claim {
        Claim {
            what: what.to_owned(),
            bound: format!("≤ {}", number(bound, unit)),
            measured: measured.map_or("–".to_owned(), |found| number(found, unit)),
            met: measured.is_some_and(|found| found <= bound),
        }
    }

    /// The claim that a number is at least a bound.
    pub fn at_least(what: &str, measured: f64, bound: f64, unit: &str) -> Claim {
        Claim {
            what: what.to_owned(),
            bound: format!("≥ {}", number(bound, unit)),
            measured: number(measured, unit),
            met: measured >= bound,
        }
    }
}

/// A number with its unit: integers as they are, others with enough digits to tell them
/// from the bound.
fn number(number: f64, unit: &str) -> String {
    match number {
        _ if number.fract() == 0.0 => format!("{number:.0}{unit}"),
        _ if number.abs() < 10.0 => format!("{number:.3}{unit}"),
        _ => format!("{number:.1}{unit}"),
    }
}

/// A table of claims.
pub fn claims(claims: &[Claim]) -> String {
    let rows: Vec<Vec<String>> = claims
        .iter()
        .map(|claim| {
            let met = if claim.met { "yes" } else { "**no**" };
            vec![
                claim.what.clone(),
                claim.bound.clone(),
                claim.measured.clone(),
                met.to_owned(),
            ]
        })
        .collect();
    table::markdown(&["claim", "bound", "measured", "met"], &rows)
}

/// Milliseconds, with more digits for small values.
pub fn ms(time: Duration) -> String {
    let ms = time.as_secs_f64() * 1000.0;
    match ms {
        _ if ms < 10.0 => format!("{ms:.2}"),
        _ if ms < 100.0 => format!("{ms:.1}"),
        _ => format!("{ms:.0}"),
    }
}

/// KiB as MB.
pub fn mb(kib: Option<u64>) -> String {
    kib.map_or("–".to_owned(), |kib| format!("{:.1}", megabytes(kib)))
}

/// KiB as MB (10⁶ bytes).
pub fn megabytes(kib: u64) -> f64 {
    kib as f64 * 1024.0 / 1e6
}

/// Instructions in millions.
pub fn millions(instructions: Option<u64>) -> String {
    instructions.map_or("–".to_owned(), |count| {
        format!("{:.1}", count as f64 / 1e6)
    })
}
