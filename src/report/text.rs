//! Counts and times as people read them.

use std::time::Duration;

/// `1 member`, `2 members`.
pub(super) fn plural(count: usize, one: &str) -> String {
    if count == 1 {
        format!("1 {one}")
    } else {
        format!("{count} {one}s")
    }
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
