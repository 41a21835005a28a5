//! What queries that are put to Z3 may cost, and what they did cost, in its resource units.

use crate::Effort;

/// What an attempt's resource limit is divided by for the cost from which a Z3 search counts as
/// long.
const LONG: u32 = 8;

/// What an attempt's resource limit is divided by for queries that cannot change a verdict.
const PROBE: u32 = 16;

/// What it is divided by for goals that were not proved before. Of the programs of the tests and
/// examples, none that verifies needs Z3 for such a goal.
const RETRY: u32 = 128;

/// The number of retries after Z3 answered `unknown`.
const RETRIES: u32 = 3;

/// The greatest generation of the terms for which an attempt at a query, from 0, makes instances: a
/// term that an instance makes is of the generation after that of the terms that it was made for.
/// `None` is that of any query.
pub(super) fn generations(attempt: u32) -> Option<u32> {
    match attempt {
        1 => Some(1),
        2 => Some(3),
        _ => None,
    }
}

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

/// The resource limits of a solver's queries.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// That of one query, all attempts together; 0 is no limit.
    pub query: u32,
    /// That of all queries together that are left open; `None` is no limit.
    all: Option<u64>,
}

impl Limits {
    /// A limit for each query alone.
    pub(super) fn new(query: u32) -> Limits {
        Limits { query, all: None }
    }

    /// The queries of a member that are left open may cost together one and a half times the limit of one. Once
    /// so much is spent in vain, each further one has a small part of its limit: where some conditions cannot be
    /// decided, the others are still looked at, in about the time that a success takes.
    pub(super) fn for_member(self) -> Limits {
        let all = u64::from(self.query) + u64::from(self.query / 2);
        Limits {
            all: (self.query > 0).then_some(all),
            ..self
        }
    }

    /// The limit of a query after so many units of others that were left open.
    pub(super) fn left(self, spent: u64) -> u32 {
        let Some(all) = self.all else {
            return self.query;
        };
        let least = self.query.checked_div(SPENT).unwrap_or(self.query).max(1);
        let left = u32::try_from(all.saturating_sub(spent)).unwrap_or(u32::MAX);
        left.clamp(least, self.query.max(least))
    }

    /// The budget of a query after so many units of others that were left open.
    pub(super) fn budget(self, effort: Effort, spent: u64) -> Budget {
        match effort {
            Effort::Full => Budget {
                limit: self.left(spent),
                attempts: RETRIES + 1,
            },
            Effort::Known | Effort::Plain | Effort::BuiltIn | Effort::Probe => Budget {
                limit: self.probe(spent),
                attempts: 1,
            },
            Effort::Retry => Budget {
                limit: self.part(RETRY, spent),
                attempts: 1,
            },
        }
    }

    /// The limit of a query that cannot change a verdict.
    pub(super) fn probe(self, spent: u64) -> u32 {
        self.part(PROBE, spent)
    }

    /// A part of the limit of an attempt.
    fn part(self, divisor: u32, spent: u64) -> u32 {
        match limit_of_attempt(self.left(spent)) {
            0 => 0,
            limit => limit.checked_div(divisor).unwrap_or(limit).max(1),
        }
    }
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
