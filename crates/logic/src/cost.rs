//! What queries that are put to Z3 may cost, and what they did cost, in its resource units.

/// What an attempt's resource limit is divided by for the cost from which a Z3 search counts as
/// long.
const LONG: u32 = 8;

/// The number of retries after Z3 answered `unknown`.
pub(super) const RETRIES: u32 = 3;

/// The number of queries that may reach their resource limit before a member has spent what it may.
/// No verified program of the repository spends a fiftieth of it.
const MEMBER_QUERIES: u64 = 2;

/// What a resource limit is divided by for the queries of a member that has spent what it may.
const SPENT: u32 = 64;

/// What a query cost that was put to Z3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Z3's resource units, of all attempts together.
    pub units: u64,
    /// The number of attempts.
    pub attempts: u32,
    /// The limit of all attempts together; 0 is no limit.
    pub limit: u32,
    /// Whether Z3 found a model in which products that are opaque to it are any numbers. Then
    /// a larger limit would not help.
    pub is_abstracted: bool,
}

/// What a query may cost that is put to Z3.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// The resource limit of all attempts together; 0 is no limit.
    pub limit: u32,
    /// The maximum number of attempts, each with the same share of the limit: with less for some,
    /// more outcomes would depend on the seed.
    pub attempts: u32,
}

impl Cost {
    /// Whether this was a long search for a solver with a resource limit (0: no limit).
    pub(super) fn is_long(self, rlimit: u32) -> bool {
        let limit = limit_of_attempt(rlimit);
        limit > 0 && self.units > u64::from(limit / LONG)
    }
}

/// What the queries of a member may cost together, by the limit of one; `None` is no limit.
pub(super) fn allowance(rlimit: u32) -> Option<u64> {
    (rlimit > 0).then(|| u64::from(rlimit).saturating_mul(MEMBER_QUERIES))
}

/// The limit of a query if so much is left for all queries.
pub(super) fn limit_within(rlimit: u32, left: u64) -> u32 {
    let least = rlimit.checked_div(SPENT).unwrap_or(rlimit).max(1);
    u32::try_from(left)
        .unwrap_or(u32::MAX)
        .clamp(least, rlimit.max(least))
}

/// The resource limit of one attempt at a query whose attempts have `rlimit` together; 0 is no
/// limit.
#[must_use]
pub fn limit_of_attempt(rlimit: u32) -> u32 {
    share(rlimit, 0, RETRIES + 1).unwrap_or_default()
}

/// The share of one of `attempts` in what is left of a resource limit (0: no limit); `None`
/// if nothing is left.
pub(super) fn share(limit: u32, spent: u64, attempts: u32) -> Option<u32> {
    if limit == 0 {
        return Some(0);
    }
    let left = limit.saturating_sub(u32::try_from(spent).unwrap_or(u32::MAX));
    let share = left.checked_div(attempts).unwrap_or(left);
    (left > 0).then_some(share.max(1))
}
