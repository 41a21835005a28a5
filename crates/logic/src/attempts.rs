//! Z3 as the solver uses it: it starts with the first query that is put to it, once for all facts and once
//! for the plain ones, and has several attempts at a query.

use super::cost::{Budget, Cost, generations, share};
use super::path::Path;
use super::terms::term::{Sort, Term, Terms};
use super::z3::backend::{Backend, Check};
use super::z3::interrupt::Watch;

/// Z3 with what it is started with.
#[derive(Debug)]
pub(super) struct Z3<'w> {
    /// With all facts.
    all: Option<Backend>,
    /// With the plain facts only: those without quantifiers and collections.
    plain: Option<Backend>,
    /// The resource limit of a query; 0 is no limit.
    rlimit: u32,
    pub seed: u32,
    /// The sorts that snapshots wrap besides those that they always do.
    extra: Vec<Sort>,
    pub watch: Option<Watch<'w>>,
    /// Whether it restarts at the next query: the last search was long, or had another seed. What
    /// it learned can mislead later searches.
    needs_restart: bool,
}

impl<'w> Z3<'w> {
    /// With a resource limit for a query (0: none), not started.
    pub(super) fn new(rlimit: u32, extra: Vec<Sort>) -> Z3<'w> {
        Z3 {
            all: None,
            plain: None,
            rlimit,
            seed: 0,
            extra,
            watch: None,
            needs_restart: false,
        }
    }

    /// Whether the run has been stopped.
    pub(super) fn is_stopped(&self) -> bool {
        self.watch
            .is_some_and(|watch| watch.stop.reason().is_some())
    }

    /// Whether it has started.
    pub(super) fn has_started(&self) -> bool {
        self.all.is_some() || self.plain.is_some()
    }

    /// The resource units spent so far; 0 if it never started.
    pub(super) fn spent(&self) -> u64 {
        // The backends share a context, which counts for both.
        let backends = self.all.iter().chain(&self.plain);
        backends.map(Backend::spent).max().unwrap_or(0)
    }

    /// Whether it has a model of the last query from all facts.
    pub(super) fn has_model(&self) -> bool {
        self.all.as_ref().is_some_and(Backend::has_model)
    }

    /// Whether it must not be started.
    pub(super) fn is_forbidden(&self) -> bool {
        self.watch.is_some_and(|watch| watch.stop.forbids_z3())
    }

    /// The backend with all facts; `None` if there can be none.
    pub(super) fn with_all_facts(&mut self) -> Option<&mut Backend> {
        if self.is_forbidden() {
            return None;
        }
        if self.all.is_none() {
            self.all = self.start(self.rlimit);
        }
        self.all.as_mut()
    }

    /// The backend with the plain facts, which has this resource limit when it starts; `None` if there
    /// can be none.
    pub(super) fn with_plain_facts(&mut self, rlimit: u32) -> Option<&mut Backend> {
        if self.plain.is_none() {
            self.plain = self.start(rlimit).map(Backend::plain);
        }
        self.plain.as_mut()
    }

    /// Starts it. If that fails, the whole run stops, because there can be no verdict.
    fn start(&self, rlimit: u32) -> Option<Backend> {
        match Backend::new(rlimit, self.extra.clone()) {
            Ok(backend) => {
                self.watch.inspect(Watch::z3_starts);
                Some(backend.seeded(self.seed))
            }
            Err(unusable) => {
                let message = unusable.to_string();
                self.watch
                    .inspect(|watch| watch.stop.without_solver(message));
                None
            }
        }
    }

    /// Checks a path with a formula, and says what that cost. If a search ends at the resource limit, there
    /// can be attempts with other seeds, since the outcome depends on them there, and with few
    /// generations of instances, which ends the loops of quantified facts that feed themselves.
    pub(super) fn ask(
        &mut self,
        terms: &Terms,
        path: &Path,
        formula: Term,
        budget: Budget,
    ) -> (Check, Cost) {
        let mut cost = Cost::default();
        let before = match self.with_all_facts() {
            Some(backend) => backend.spent(),
            None => return (Check::Unknown, cost),
        };
        for attempt in 0..budget.attempts {
            let left = budget.attempts - attempt;
            let Some(limit) = share(budget.limit, cost.units, left) else {
                break;
            };
            let seed = self.seed.wrapping_add(attempt);
            let restarts = std::mem::take(&mut self.needs_restart);
            let Some(backend) = &mut self.all else {
                break;
            };
            backend.set_rlimit(limit);
            if restarts {
                backend.restart_as(seed, generations(attempt));
            }
            let answer = backend.check(terms, path, Some(formula));
            cost = Cost {
                units: backend.spent().saturating_sub(before),
                attempts: attempt + 1,
                limit: budget.limit,
                is_abstracted: answer == Check::Abstracted,
            };
            let is_last = answer != Check::Unknown || left == 1 || self.is_stopped();
            // Not used again: a solver with another seed, and one after a long search.
            self.needs_restart = attempt > 0 || !is_last || cost.is_long(self.rlimit);
            if is_last {
                return (answer, cost);
            }
        }
        (Check::Unknown, cost)
    }
}
