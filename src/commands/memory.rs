//! The memory limit of a run: what the process uses, Z3 included, and what it may use.

use bytesize::ByteSize;
use memory_stats::memory_stats;
use rustix::process::{Resource, getrlimit};
use sysinfo::{MemoryRefreshKind, RefreshKind, System};
use veriframe::MemoryBound;

/// The least limit: the program, Z3 and its axioms need most of it.
const LEAST: ByteSize = ByteSize::mb(64);

/// The share of the machine's memory that is the default limit.
const SHARE: u64 = 2;

/// The least that may be used above the limit until the checks under way have ended, in bytes. How
/// much they take until then depends on how busy the machine is, not on the limit.
const LEAST_MARGIN: u64 = 200_000_000;

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
    /// The address space that the system allows.
    address_space: Option<u64>,
    /// What may be used until the limit counts as exceeded once more.
    threshold: u64,
    /// What may be used until the address space counts as exceeded once more.
    accepted: u64,
}

/// What the process uses, compared with its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Usage {
    /// Less than the limit, or no more than when it was last exceeded.
    Accepted,
    /// More than the bound: the checks under way have to end.
    Exceeded(MemoryBound),
    /// So much that the process has to end.
    OutOfBounds(MemoryBound),
}

impl Meter {
    /// A meter for a limit.
    pub fn new(limit: Limit) -> Meter {
        Meter {
            limit,
            address_space: getrlimit(Resource::As).current,
            threshold: limit.0,
            accepted: 0,
        }
    }

    /// Compares what the process uses now.
    pub fn read(&mut self) -> Usage {
        let Some(stats) = memory_stats() else {
            return Usage::Accepted;
        };
        let bytes = |size: usize| u64::try_from(size).unwrap_or(u64::MAX);
        let physical = bytes(stats.physical_mem);
        let reserved = bytes(stats.virtual_mem);
        match (self.compare(physical), self.address_space) {
            (Usage::Accepted, Some(most)) => self.compare_reserved(physical, reserved, most),
            (usage, _) => usage,
        }
    }

    /// Compares the address space that is reserved with what the system allows. Most of it was
    /// reserved in large pieces, so it counts as exceeded again only if more memory is in use.
    fn compare_reserved(&mut self, used: u64, reserved: u64, most: u64) -> Usage {
        let bound = MemoryBound::AddressSpace(most);
        if reserved > most / 32 * 31 {
            return Usage::OutOfBounds(bound);
        }
        if reserved <= most / 8 * 7 || used <= self.accepted {
            return Usage::Accepted;
        }
        self.accepted = used.saturating_add(self.limit.0 / 8);
        Usage::Exceeded(bound)
    }

    /// Freed memory can stay with the process, so more is accepted after the limit was
    /// exceeded than before: else later checks would have to end, too.
    fn compare(&mut self, used: u64) -> Usage {
        let Limit(limit) = self.limit;
        if used <= limit {
            self.threshold = limit;
            return Usage::Accepted;
        }
        if used > limit.saturating_add((limit / 2).max(LEAST_MARGIN)) {
            return Usage::OutOfBounds(MemoryBound::Used(limit));
        }
        if used <= self.threshold {
            return Usage::Accepted;
        }
        self.threshold = used.saturating_add(limit / 8);
        Usage::Exceeded(MemoryBound::Used(limit))
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
        let limit = 800_000_000;
        let mut meter = Meter::new(Limit(limit));
        let used = [700, 801, 850, 890, 910, 700, 801, 1201];
        let usage = used.map(|used| meter.compare(used * 1_000_000));
        use Usage::Accepted;
        let bound = MemoryBound::Used(limit);
        let (exceeded, out) = (Usage::Exceeded(bound), Usage::OutOfBounds(bound));
        assert_eq!(
            usage,
            [
                Accepted, exceeded, Accepted, Accepted, exceeded, Accepted, exceeded, out
            ]
        );
    }

    #[test]
    fn small_limits_leave_room_until_checks_end() {
        let limit = 100_000_000;
        let mut meter = Meter::new(Limit(limit));
        let bound = MemoryBound::Used(limit);
        let usage = [160, 299, 301].map(|used| meter.compare(used * 1_000_000));
        let (exceeded, out) = (Usage::Exceeded(bound), Usage::OutOfBounds(bound));
        assert_eq!(usage, [exceeded, exceeded, out]);
    }

    #[test]
    fn address_space_is_exceeded_again_only_if_more_memory_is_used() {
        let mut meter = Meter::new(Limit(800));
        let bound = MemoryBound::AddressSpace(3200);
        let usage = [
            (10, 2800),
            (10, 2801),
            (100, 2900),
            (111, 2900),
            (300, 3101),
        ];
        assert_eq!(
            usage.map(|(used, reserved)| meter.compare_reserved(used, reserved, 3200)),
            [
                Usage::Accepted,
                Usage::Exceeded(bound),
                Usage::Accepted,
                Usage::Exceeded(bound),
                Usage::OutOfBounds(bound),
            ]
        );
    }
}
