//! The search for an edit with which a member verifies.

use super::candidate::{Candidate, Concern, Failed, names};
use super::edits::{composed, with_line_ends};
use super::invariants::{self, Invariant};
use super::site::{Site, values};
use super::trial::{TrialOutcome, Trials, Version};
use super::verdicts::Verdicts;
use super::{entry, ghost};
use crate::diagnostics::{Code, Diagnostic, Edit, Hint, Severity};
use crate::syntax::tree::ast::ClauseKind;
use crate::verify::{MemberOutcome, Status};
use std::cell::OnceCell;
use std::rc::Rc;

/// The number of edits that together make a member verify.
const MAX_EDITS: usize = 3;

/// The number of rounds after which possible invariants are given up.
const MAX_ROUNDS: usize = 8;

/// The number of failures of which it is tried whether a path still reaches them.
const MAX_PROBES: usize = 2;

/// A failed member.
#[derive(Clone, Copy, Debug)]
pub(super) struct Search<'s> {
    /// Where edits are tried.
    pub trials: &'s Trials<'s>,
    /// The member.
    pub outcome: &'s MemberOutcome,
    /// Which members verify.
    pub verdicts: &'s Verdicts<'s>,
}

/// Edits so far, which do not suffice.
struct Step {
    version: Rc<Version>,
    /// What is left.
    errors: Vec<Diagnostic>,
    edits: Vec<Edit>,
    /// What they concern.
    concern: Concern,
    what: Vec<String>,
    /// What held at the head of each loop on all runs seen, once it has been asked for.
    observed: OnceCell<Vec<Vec<String>>>,
}

/// An edit that leaves fewer errors.
struct Partial {
    candidate: Candidate,
    errors: Vec<Diagnostic>,
    version: Version,
}

impl<'s> Search<'s> {
    /// An edit of the program with which the member verifies, if one is found.
    pub(super) fn hint(self, base: &Rc<Version>) -> Option<Hint> {
        self.trials.begin(self.outcome);
        if self.trials.are_over() {
            return None;
        }
        let all = Site::all(&base.trees, &base.sources).into_iter();
        let position = all
            .map(|site| site.member.name.span)
            .position(|name| name == self.outcome.span)?;
        let errors = self.outcome.diagnostics.iter();
        let errors = errors.filter(|d| d.severity == Severity::Error).cloned();
        let mut step = Step {
            version: Rc::clone(base),
            errors: errors.collect(),
            edits: Vec::new(),
            concern: Concern::Body,
            what: Vec::new(),
            observed: OnceCell::new(),
        };
        for _ in 0..MAX_EDITS {
            let partial = match self.complete(base, &step, position) {
                Ok(hint) => return Some(hint),
                Err(partial) => *partial?,
            };
            step.edits = composed(&step.edits, &partial.candidate.edits)?;
            step.concern = step.concern.max(partial.candidate.concern);
            step.what.push(partial.candidate.what);
            step.errors = partial.errors;
            step.version = Rc::new(partial.version);
        }
        None
    }

    /// One more edit with which the member verifies; else one that leaves fewer errors, if any.
    fn complete(
        self,
        base: &Version,
        step: &Step,
        position: usize,
    ) -> Result<Hint, Option<Box<Partial>>> {
        let mut partial = None;
        let mut tried: Vec<Candidate> = Vec::new();
        let sites = Site::all(&step.version.trees, &step.version.sources);
        let Some(site) = sites.get(position).copied() else {
            return Err(None);
        };
        let failures = self.failures(step, site, &[]);
        let mut candidates: Vec<Candidate> = failures.flat_map(Failed::candidates).collect();
        // What would only move the failure to callers comes last.
        candidates.sort_by_key(|candidate| candidate.concern == Concern::Demand);
        for candidate in candidates {
            if self.trials.are_over() {
                break;
            }
            if tried.contains(&candidate) {
                continue;
            }
            tried.push(candidate.clone());
            let found = self
                .trials
                .verify(&step.version, &candidate.edits, &self.outcome.name);
            match found {
                TrialOutcome::Verified(version) => {
                    if self.is_acceptable(&candidate, step, [base, &version], position) {
                        return self.hint_of(base, step, candidate).ok_or(None);
                    }
                }
                TrialOutcome::Failed(errors, version) if partial.is_none() => {
                    if is_better(&errors, &step.errors) {
                        partial = Some(Box::new(Partial {
                            candidate,
                            errors,
                            version,
                        }));
                    }
                }
                TrialOutcome::Failed(..) | TrialOutcome::Refused(..) | TrialOutcome::Unknown => {}
            }
        }
        if self.outcome.status == Status::Unknown {
            return Err(partial);
        }
        let possible: Vec<Invariant> = self
            .failures(step, site, self.observed(step, site))
            .flat_map(invariants::all)
            .collect();
        let Some(found) = self.inductive(step, possible) else {
            return Err(partial);
        };
        if step.concern != Concern::Body {
            let name = &self.outcome.name;
            let TrialOutcome::Verified(version) =
                self.trials.verify(&step.version, &found.edits, name)
            else {
                return Err(partial);
            };
            if !self.is_acceptable(&found, step, [base, &version], position) {
                return Err(partial);
            }
        }
        self.hint_of(base, step, found).ok_or(None)
    }

    /// The hint of the edits so far and a last one.
    fn hint_of(self, base: &Version, step: &Step, last: Candidate) -> Option<Hint> {
        let edits = composed(&step.edits, &last.edits)?;
        // Other files are not the member's to change.
        if edits
            .iter()
            .any(|edit| edit.span.file != self.outcome.span.file)
        {
            return None;
        }
        let mut what = step.what.clone();
        what.push(last.what);
        Some(Hint {
            message: format!("it verifies {}", what.join(" and ")),
            edits: with_line_ends(&base.sources, edits),
        })
    }

    /// Whether an edit with which the member verifies breaks nothing else, and does not only
    /// exclude the paths that fail.
    fn is_acceptable(
        self,
        candidate: &Candidate,
        step: &Step,
        versions: [&Version; 2],
        position: usize,
    ) -> bool {
        let [base, after] = versions;
        match candidate.concern.max(step.concern) {
            Concern::Body => true,
            Concern::Demand
                if self.hides(step, &candidate.edits, after, position)
                    || self.replaces(step, &candidate.edits, position) =>
            {
                false
            }
            Concern::Demand | Concern::Promise => {
                self.trials
                    .keeps_others([base, after], &self.outcome.name, self.verdicts)
            }
        }
    }

    /// Whether the member verifies only because no path reaches what failed, or because nothing
    /// satisfies what it assumes.
    fn hides(self, step: &Step, edits: &[Edit], after: &Version, position: usize) -> bool {
        let name = &self.outcome.name;
        let sites = Site::all(&step.version.trees, &step.version.sources);
        let failures = sites
            .get(position)
            .map(|site| self.failures(step, *site, &[]));
        let mut probes: Vec<Edit> = failures
            .into_iter()
            .flatten()
            .filter_map(ghost::probe)
            .collect();
        probes.dedup();
        let mut is_reached = false;
        for probe in probes.into_iter().take(MAX_PROBES) {
            let edits: Vec<Edit> = edits.iter().cloned().chain([probe]).collect();
            match self.trials.verify(&step.version, &edits, name) {
                TrialOutcome::Failed(..) => is_reached = true,
                // It is no statement that a ghost statement can stand before.
                TrialOutcome::Refused(..) => {}
                TrialOutcome::Verified(_) | TrialOutcome::Unknown => return true,
            }
        }
        !is_reached && self.proves_anything(after, position)
    }

    /// Whether a demand makes superfluous what the precondition says of the same values. Then it
    /// is the failed condition in other words, and not what the precondition lacks.
    fn replaces(self, step: &Step, edits: &[Edit], position: usize) -> bool {
        let sites = Site::all(&step.version.trees, &step.version.sources);
        let Some(site) = sites.get(position).copied() else {
            return false;
        };
        if !self.failures(step, site, &[]).any(entry::asserts) {
            return false;
        }
        let is_about_values = |name: &&str| !["requires", "this"].contains(name);
        let demanded = edits.iter().flat_map(|edit| names(&edit.text));
        let demanded: Vec<&str> = demanded.filter(is_about_values).collect();
        let known = site.conditions(ClauseKind::Requires).flat_map(values);
        let same =
            known.filter(|span| names(site.text(*span)).any(|name| demanded.contains(&name)));
        let without: Vec<Edit> = same
            .map(|span| Edit {
                span,
                text: "true".to_owned(),
            })
            .collect();
        let is_any = !without.is_empty();
        let edits: Vec<Edit> = edits.iter().cloned().chain(without).collect();
        let name = &self.outcome.name;
        let verify = || self.trials.verify(&step.version, &edits, name);
        is_any && matches!(verify(), TrialOutcome::Verified(_))
    }

    /// Whether the member verifies with any postcondition, because nothing satisfies what it
    /// assumes.
    fn proves_anything(self, version: &Version, position: usize) -> bool {
        let sites = Site::all(&version.trees, &version.sources);
        let Some(site) = sites.get(position) else {
            return true;
        };
        // What has no postcondition is no procedure; its body says what it is.
        if site.has("pure") {
            return false;
        }
        let clause = site
            .page
            .clause(site.clauses(), ClauseKind::Ensures, "false");
        let found = self.trials.verify(version, &[clause], &self.outcome.name);
        !matches!(found, TrialOutcome::Failed(..))
    }

    /// What is left to mend.
    fn failures<'t>(
        self,
        step: &'t Step,
        site: Site<'t>,
        observed: &'t [Vec<String>],
    ) -> impl Iterator<Item = Failed<'t>> + use<'s, 't>
    where
        's: 't,
    {
        let (infers, verdicts) = (self.trials.infers(), self.verdicts);
        step.errors.iter().map(move |error| Failed {
            sources: &step.version.sources,
            trees: &step.version.trees,
            site,
            error,
            verdicts,
            infers,
            observed,
        })
    }

    /// What held at the head of each loop on all runs seen.
    fn observed<'t>(self, step: &'t Step, site: Site<'_>) -> &'t [Vec<String>] {
        step.observed
            .get_or_init(|| self.trials.observed(&step.version, site))
    }

    /// The fewest of possible invariants with which the member verifies. Those that do not hold on
    /// entry, or are not preserved, are given up until the others are inductive.
    fn inductive(self, step: &Step, mut all: Vec<Invariant>) -> Option<Candidate> {
        let mut found = None;
        for _ in 0..MAX_ROUNDS {
            if all.is_empty() {
                return None;
            }
            let (errors, sources) = match self.verify_all(step, &all) {
                TrialOutcome::Verified(_) => {
                    found = Some(all);
                    break;
                }
                TrialOutcome::Failed(errors, version) => (errors, version.sources),
                TrialOutcome::Refused(errors, sources) => (errors, sources),
                TrialOutcome::Unknown => return None,
            };
            let is_about_invariants = |error: &&Diagnostic| {
                error.code.is_front_end()
                    || matches!(
                        error.code,
                        Code::InvariantEntry | Code::InvariantPreserved | Code::NotSelfFraming
                    )
            };
            let failing = errors.iter().filter(is_about_invariants);
            let failing: Vec<&str> = failing.map(|error| sources.text(error.span)).collect();
            let before = all.len();
            let conditions: Vec<String> = all.iter().map(|one| one.condition.clone()).collect();
            // A conjunct can be a part of a condition; `i <= n` is none of `i <= n + 1`.
            let is_in = |text: &str, one: &Invariant| {
                one.condition == text
                    || one.condition.contains(text) && !conditions.iter().any(|c| c == text)
            };
            all.retain(|one| !failing.iter().any(|text| is_in(text, one)));
            if all.len() == before {
                return None;
            }
        }
        let mut all = found?;
        for at in (0..all.len()).rev() {
            let mut fewer = all.clone();
            fewer.remove(at);
            if !fewer.is_empty()
                && matches!(self.verify_all(step, &fewer), TrialOutcome::Verified(_))
            {
                all = fewer;
            }
        }
        let what: Vec<String> = all.iter().map(|one| one.candidate.what.clone()).collect();
        Some(Candidate {
            edits: all
                .into_iter()
                .flat_map(|one| one.candidate.edits)
                .collect(),
            what: what.join(" and "),
            concern: Concern::Body,
        })
    }

    fn verify_all(self, step: &Step, all: &[Invariant]) -> TrialOutcome {
        let edits = all
            .iter()
            .flat_map(|one| one.candidate.edits.iter().cloned());
        let edits: Vec<Edit> = edits.collect();
        self.trials
            .verify(&step.version, &edits, &self.outcome.name)
    }
}

/// Whether errors are some of those before, and fewer.
fn is_better(after: &[Diagnostic], before: &[Diagnostic]) -> bool {
    let is_same = |one: &Diagnostic, other: &Diagnostic| {
        (one.code, one.reason) == (other.code, other.reason) && one.what == other.what
    };
    let is_old = |error: &Diagnostic| before.iter().any(|other| is_same(error, other));
    after.len() < before.len() && after.iter().all(is_old)
}
