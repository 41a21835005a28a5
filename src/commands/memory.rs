//! The memory limit of a run: what the process uses, Z3 included, and what it may use.

use bytesize::ByteSize;
use memory_stats::memory_stats;
use rustix::process::{Resource, getrlimit};
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// The least limit: the program, Z3 and its axioms need most of it.
const LEAST: ByteSize = ByteSize::mb(64);

/// The share of the machine's memory that is the default limit.
const SHARE: u64 = 2;

/// The limit where the machine's memory is unknown.
const UNKNOWN: ByteSize = ByteSize::gb(4);

/// A memory limit, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit(u64);

impl Limit {
    /// The limit that `--memory` names, such as `512MB` or `4GB`.
    ///
    /// # Errors
    /// If it is no size, or too small for any run.
    pub fn of_text(text: &str) -> Result<Limit, String> {
        let size: ByteSize = text
            .parse()
            .map_err(|_| "it is not a size such as `512MB` or `4GB`".to_owned())?;
        if size < LEAST {
            return Err(format!("no run needs less than {} MB", LEAST.0 / 1_000_000));
        }
        Ok(Limit(size.0))
    }

    /// The bytes.
    pub fn in_bytes(self) -> u64 {
        self.0
    }
}

impl Default for Limit {
    /// A share of the machine's memory, or of that of the process's control group.
    fn default() -> Limit {
        let kind = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
        let system = System::new_with_specifics(kind);
        let group = system.cgroup_limits().map(|limits| limits.total_memory);
        let machine = Some(system.total_memory());
        let known = [group, machine].into_iter().flatten();
        let least = known.filter(|&bytes| bytes > 0).min();
        Limit(least.map_or(UNKNOWN.0, |bytes| (bytes / SHARE).max(LEAST.0)))
    }
}

/// Compares what the process uses with its limit.
#[derive(Debug)]
pub struct Meter {
    limit: Limit,
    /// The address space that the system allows, less a reserve.
    address_space: Option<u64>,
    /// What may be used until the limit counts as exceeded once more.
    threshold: u64,
}

/// What the process uses, compared with its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Usage {
    /// Less than the limit, or no more than when it was last exceeded.
    Accepted,
    /// More than the limit: the checks under way have to end.
    Exceeded,
    /// So much that the process has to end.
    OutOfBounds,
}

impl Meter {
    /// A meter for a limit.
    pub fn new(limit: Limit) -> Meter {
        let address_space = getrlimit(Resource::As).current;
        Meter {
            limit,
            // Stacks and heaps are reserved in large pieces.
            address_space: address_space.map(|bytes| bytes / 8 * 7),
            threshold: limit.0,
        }
    }

    /// The limit.
    pub fn limit(&self) -> Limit {
        self.limit
    }

    /// Compares what the process uses now.
    pub fn read(&mut self) -> Usage {
        let Some(stats) = memory_stats() else {
            return Usage::Accepted;
        };
        let bytes = |size: usize| u64::try_from(size).unwrap_or(u64::MAX);
        let physical = bytes(stats.physical_mem);
        let reserved = bytes(stats.virtual_mem);
        let is_narrow = self.address_space.is_some_and(|most| reserved > most);
        self.compare(match is_narrow {
            true => physical.max(self.limit.0.saturating_add(1)),
            false => physical,
        })
    }

    /// Freed memory can stay with the process, so more is accepted after the limit was
    /// exceeded than before: else later checks would have to end, too.
    fn compare(&mut self, used: u64) -> Usage {
        let Limit(limit) = self.limit;
        if used <= limit {
            self.threshold = limit;
            return Usage::Accepted;
        }
        if used > limit.saturating_add(limit / 2) {
            return Usage::OutOfBounds;
        }
        if used <= self.threshold {
            return Usage::Accepted;
        }
        self.threshold = used.saturating_add(limit / 8);
        Usage::Exceeded
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units_and_a_least_value() {
        assert_eq!(Limit::of_text("512MB"), Ok(Limit(512_000_000)));
        assert_eq!(Limit::of_text("2 GiB"), Ok(Limit(2 << 30)));
        for wrong in ["", "x", "0", "-1GB", "63MB", "12 parsecs"] {
            assert!(Limit::of_text(wrong).is_err(), "{wrong}");
        }
        assert!(Limit::default().in_bytes() >= LEAST.0);
    }

    #[test]
    fn the_limit_is_exceeded_again_only_if_more_is_used() {
        let mut meter = Meter::new(Limit(800));
        let used = [700, 801, 850, 890, 910, 700, 801, 1201];
        let usage = used.map(|used| meter.compare(used));
        use Usage::{Accepted, Exceeded, OutOfBounds};
        assert_eq!(
            usage,
            [
                Accepted,
                Exceeded,
                Accepted,
                Accepted,
                Exceeded,
                Accepted,
                Exceeded,
                OutOfBounds
            ]
        );
    }
}
