//! Counts and times as people read them.

use std::fmt::Display;
use std::time::Duration;

/// `1 member`, `2 members`.
#[must_use]
pub fn plural(count: usize, one: &str) -> String {
    counted(count, one, &format!("{one}s"))
}

/// A count with the word for one or that for several: `1 leaf`, `2 leaves`.
#[must_use]
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, one: &str, many: &str) -> String {
    let what = if count == N::from(1) { one } else { many };
    format!("{count} {what}")
}

/// A duration for display: `0.4 ms`, `35 ms`, `2.1 s`.
pub(super) fn duration(time: Duration) -> String {
    let ms = time.as_secs_f64() * 1000.0;
    match ms {
        _ if ms >= 1000.0 => format!("{:.1} s", ms / 1000.0),
        _ if ms >= 10.0 => format!("{ms:.0} ms"),
        _ => format!("{ms:.1} ms"),
    }
}
