//! How the contract of each member changed, as a caller sees it.

use super::checks::{
    Check, CheckOutcomes, MethodChecks, Receiver, Solver, both_implications, method_checks,
};
use super::digest::digest;
use super::evasions::{assumed, evasions};
use super::headers;
use super::hierarchy::{self, Hierarchies};
use super::identities::Identities;
use super::matching::Matching;
use super::side_by_side::SideBySide;
use super::views::{self, Replaced};
use crate::diagnostics::Severity;
use crate::ir::{ClassId, MemberId, Program, ids};
use crate::source::{SourceMap, Span};
use crate::stop::Stop;
use crate::verify::{MemberOutcome, Options, Status};
use std::collections::{BTreeMap, BTreeSet};

/// How a contract changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// Each of the contracts implies the other.
    Kept,
    /// Only the newer contract implies the older one: it demands less or promises more.
    Strengthened,
    /// Only the older contract implies the newer one, or what stood behind it is gone.
    Weakened,
    /// Neither is proved to imply the other, or the member has other parameters.
    Changed,
    /// The member is new.
    Added,
    /// The member is gone.
    Removed,
}

impl Change {
    /// All changes.
    pub const ALL: [Change; 6] = [
        Change::Kept,
        Change::Strengthened,
        Change::Weakened,
        Change::Changed,
        Change::Added,
        Change::Removed,
    ];

    /// The name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Change::Kept => "kept",
            Change::Strengthened => "strengthened",
            Change::Weakened => "weakened",
            Change::Changed => "changed",
            Change::Added => "added",
            Change::Removed => "removed",
        }
    }
}

/// How one member changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberChange {
    /// Its full name, such as `Cell.set`; for a class, its name.
    pub member: String,
    /// How it changed.
    pub change: Change,
    /// Why, in one sentence.
    pub why: String,
    /// Its place: in the newer revision, unless it is gone.
    pub span: Span,
    /// What was changed to what, as a short text: the same as long as both contracts are, with all
    /// that they name.
    pub digest: String,
}

/// The input of a comparison besides the programs.
#[derive(Clone, Copy, Debug)]
pub struct Comparison<'c> {
    /// The files of both revisions.
    pub sources: &'c SourceMap,
    /// The options of the engine. Results are not cached.
    pub options: &'c Options,
    /// The stop signal: what is not verified by then is `changed`.
    pub stop: &'c Stop,
}

/// Compares two revisions of a program, both without errors: the members of the newer one in
/// source order, then those that are gone.
#[must_use]
pub fn compare(old: &Program, new: &Program, comparison: Comparison<'_>) -> Vec<MemberChange> {
    let solver = Solver {
        sources: comparison.sources,
        options: comparison.options,
        stop: comparison.stop,
    };
    let matching = Matching::new(old, new);
    let hierarchies = Hierarchies::new(old, new, &matching);
    let identities = if hierarchies.are_comparable() {
        Identities::new(old, new, &matching, solver)
    } else {
        Identities::of_same_text(old, new, &matching)
    };
    let both = SideBySide::new(old, new, &matching, &identities, &BTreeSet::new());
    let mut entries = hierarchies.changes(old, new, &matching);
    entries.extend(headers::changes(old, new, &matching));
    entries.extend(views::declarations(old, new, &matching));
    let mut judge = Judge {
        both,
        hierarchies: &hierarchies,
        identities: &identities,
        same: BTreeMap::new(),
        entries,
    };
    judge.members();
    judge.inherited();
    let Judge { both, entries, .. } = judge;
    let found = if hierarchies.are_comparable() {
        solver.verify(&both.program)
    } else {
        CheckOutcomes::default()
    };
    let mut changes: Vec<(bool, MemberChange)> = Vec::new();
    for entry in entries {
        if let Some(change) = entry.judged(&both, &found) {
            changes.push((change.change == Change::Removed, change));
        }
    }
    changes.sort_by_key(|(is_gone, change)| (*is_gone, change.span));
    changes.into_iter().map(|(_, change)| change).collect()
}

/// A member, with what decides how it changed.
pub(super) struct Entry {
    pub(super) member: String,
    pub(super) span: Span,
    /// The member in each revision.
    pub(super) sides: [Option<MemberId>; 2],
    pub(super) verdict: Verdict,
}

/// What decides how a member changed.
pub(super) enum Verdict {
    /// It is known.
    Known(Change, String),
    /// The checks decide: of each pair, whether the newer contract implies the older one, and the
    /// other way round.
    Proof {
        checks: Vec<[Check; 2]>,
        /// Whether nothing is reported if the contract is kept.
        is_silent: bool,
    },
}

impl Entry {
    fn judged(self, both: &SideBySide<'_>, found: &CheckOutcomes) -> Option<MemberChange> {
        let (change, why) = match self.verdict {
            Verdict::Known(change, why) => (change, why),
            Verdict::Proof { checks, is_silent } => {
                let (change, why) = proved(found, &checks);
                if is_silent && change == Change::Kept {
                    return None;
                }
                (change, why)
            }
        };
        let [older, newer] = self.sides;
        let sides = [(both.old, older), (both.new, newer)];
        let known = format!("{} {} {why}", self.member, change.name());
        // A proof that fails may be explained in other words by another version.
        let known = match older.or(newer) {
            Some(_) => change.name(),
            None => known.as_str(),
        };
        Some(MemberChange {
            digest: digest(sides, known),
            member: self.member,
            change,
            why,
            span: self.span,
        })
    }
}

/// How a contract changed according to checks.
fn proved(found: &CheckOutcomes, checks: &[[Check; 2]]) -> (Change, String) {
    let failing = |at: usize| {
        let mut checks = checks.iter().filter_map(|pair| pair.get(at));
        checks.find(|check| !found.is_proved(**check)).copied()
    };
    match (failing(0), failing(1)) {
        (None, None) => (
            Change::Kept,
            "the contracts are written differently, and each implies the other".to_owned(),
        ),
        (None, Some(reverse)) => (
            Change::Strengthened,
            match reason(found, reverse) {
                Reason::Fails(why) => {
                    format!("it demands less or promises more: in the older contract {why}")
                }
                Reason::Undecided(why) => format!(
                    "the newer contract implies the older one; whether the older one implies it is not decided: {why}"
                ),
            },
        ),
        (Some(forward), reverse) => {
            let (is_implied, why) = (reverse.is_none(), reason(found, forward));
            match (is_implied, why) {
                (true, Reason::Fails(why)) => (Change::Weakened, why),
                (false, Reason::Fails(why)) => (
                    Change::Changed,
                    format!("neither contract implies the other: {why}"),
                ),
                (_, Reason::Undecided(why)) => (
                    Change::Changed,
                    format!("it is not decided whether the contract is kept: {why}"),
                ),
            }
        }
    }
}

/// Why a check does not succeed.
enum Reason {
    Fails(String),
    Undecided(String),
}

fn reason(found: &CheckOutcomes, check: Check) -> Reason {
    let Some(outcome) = found.of(check) else {
        return Reason::Undecided("the comparison was stopped".to_owned());
    };
    let error = |outcome: &MemberOutcome| {
        let mut errors = outcome.diagnostics.iter();
        let error = errors.find(|d| d.severity == Severity::Error);
        error.map(|error| error.message().replace("@old", ""))
    };
    match outcome.status {
        Status::Failed => {
            Reason::Fails(error(outcome).unwrap_or_else(|| "a condition might not hold".to_owned()))
        }
        _ => {
            let why = outcome.why_not_verified.clone().or_else(|| error(outcome));
            let why = why.unwrap_or_else(|| "the proof was not completed".to_owned());
            Reason::Undecided(why.replace("@old", ""))
        }
    }
}

/// What has been found out about members so far.
struct Judge<'r> {
    both: SideBySide<'r>,
    hierarchies: &'r Hierarchies,
    identities: &'r Identities,
    /// By method of the older revision and the one compared with it: whether they have the same text.
    same: BTreeMap<(MemberId, MemberId), bool>,
    entries: Vec<Entry>,
}

impl<'r> Judge<'r> {
    /// The members that the revisions declare.
    fn members(&mut self) {
        let (old, new) = (self.both.old, self.both.new);
        let declared = |program: &Program| {
            let members = program.members.iter().copied();
            let members = members.filter(|m| !program.is_verified_again(*m));
            let mut members: Vec<MemberId> = members.collect();
            // Some constructors that are not written need no verification.
            let unwritten = ids(program.methods.len()).map(MemberId::Method);
            let unwritten = unwritten.filter(|m| program.is_default_constructor(*m));
            let unwritten: Vec<MemberId> = unwritten.filter(|m| !members.contains(m)).collect();
            members.extend(unwritten);
            members
        };
        let (olds, news) = (declared(old), declared(new));
        let matched = olds.iter().filter_map(|m| self.both.matching.member(*m));
        let mut left: BTreeSet<MemberId> = news.iter().copied().collect();
        matched.for_each(|member| {
            left.remove(&member);
        });
        for member in olds {
            match self.both.matching.member(member) {
                Some(other) => self.matched(member, other),
                None => self.unmatched(member, &mut left),
            }
        }
        for member in left {
            self.added(member);
        }
        for replaced in views::members(old, new, self.both.matching) {
            self.replaced(replaced);
        }
    }

    /// Compares what callers of a class get with what they got. What is the same is not entered.
    fn replaced(&mut self, replaced: Replaced) {
        let (old, new) = (self.both.old, self.both.new);
        let Replaced {
            class,
            here,
            older,
            member,
        } = replaced;
        let is_own = old.class_of(older) == Some(class);
        if is_own && new.class_of(member) == Some(here) {
            // Both are declared there, and are compared already.
            return;
        }
        let has_objects = new.class(here).kind.has_objects();
        let is_dispatched =
            matches!(older, MemberId::Method(_)) && old.vars(older).this.is_some() && has_objects;
        let verdict = if let Some((change, why)) =
            views::difference(old, new, self.both.matching, replaced)
        {
            Verdict::Known(change, why)
        } else if is_own || is_dispatched {
            // These are compared where the class declares them, or for all of its objects.
            return;
        } else if let Some(why) = self.hierarchies.doubt(old, older) {
            Verdict::Known(Change::Changed, why)
        } else {
            match self.compared(older, member, Some(here)) {
                Verdict::Known(Change::Kept, _) => return,
                Verdict::Known(change, why) => Verdict::Known(change, why),
                Verdict::Proof { checks, .. } => Verdict::Proof {
                    checks,
                    is_silent: true,
                },
            }
        };
        self.entries.push(Entry {
            member: views::name_in(old, class, older),
            span: new.member_span(member),
            sides: [Some(older), Some(member)],
            verdict,
        });
    }

    /// Enters what is known of a member of the newer revision.
    fn enter(
        &mut self,
        older: Option<MemberId>,
        member: MemberId,
        change: Change,
        why: impl Into<String>,
    ) {
        let new = self.both.new;
        self.entries.push(Entry {
            member: new.member_name(member),
            span: new.member_span(member),
            sides: [older, Some(member)],
            verdict: Verdict::Known(change, why.into()),
        });
    }

    fn matched(&mut self, member: MemberId, other: MemberId) {
        let (old, new) = (self.both.old, self.both.new);
        let evasions = evasions(old, new, member, other);
        if !evasions.is_empty() {
            return self.enter(Some(member), other, Change::Weakened, evasions.join("; "));
        }
        let class = new.class_of(other);
        if let Some(why) = self.hierarchies.doubt(old, member) {
            return self.enter(Some(member), other, Change::Changed, why);
        }
        let mut verdict = self.compared(member, other, class);
        if old.is_default_constructor(member) && new.is_default_constructor(other) {
            match &mut verdict {
                Verdict::Known(Change::Kept, _) => return,
                Verdict::Known(..) => {}
                Verdict::Proof { is_silent, .. } => *is_silent = true,
            }
        }
        self.entries.push(Entry {
            member: new.member_name(other),
            span: new.member_span(other),
            sides: [Some(member), Some(other)],
            verdict,
        });
    }

    /// Compares a member of each revision for objects of a class of the newer one.
    fn compared(&mut self, member: MemberId, other: MemberId, class: Option<ClassId>) -> Verdict {
        let kept = || Verdict::Known(Change::Kept, "the contract means the same".to_owned());
        if self.identities.of(self.both.matching, member) == Some(other) {
            return kept();
        }
        let instance = self.both.new.vars(other).this.and(class);
        let classes = match instance {
            Some(class) => hierarchy::classes_of_objects(self.both.new, class),
            None => vec![class],
        };
        let mut checks = Vec::new();
        for class in classes {
            match self.checks(member, other, class) {
                MethodChecks::Same => {}
                MethodChecks::Differ(pair) => checks.push(pair),
                MethodChecks::Missing => {
                    let why = "the older contract names what is no longer there";
                    return Verdict::Known(Change::Changed, why.to_owned());
                }
            }
        }
        if checks.is_empty() {
            kept()
        } else {
            Verdict::Proof {
                checks,
                is_silent: false,
            }
        }
    }

    fn checks(
        &mut self,
        member: MemberId,
        other: MemberId,
        class: Option<ClassId>,
    ) -> MethodChecks {
        match (member, other) {
            (MemberId::Method(old), MemberId::Method(new)) => {
                let found = method_checks(&mut self.both, old, new, class);
                let is_same = matches!(found, MethodChecks::Same);
                self.same.insert((member, other), is_same);
                found
            }
            _ => {
                let instance = self.both.new.vars(other).this.and(class);
                let receiver = instance.map_or(Receiver::Any, Receiver::Of);
                both_implications(&mut self.both, [member, other], receiver)
                    .map_or(MethodChecks::Missing, MethodChecks::Differ)
            }
        }
    }

    /// A member of the older revision that has none in place of it.
    fn unmatched(&mut self, member: MemberId, left: &mut BTreeSet<MemberId>) {
        let (old, new) = (self.both.old, self.both.new);
        if is_run_by_java(old, member) {
            return;
        }
        if old.is_default_constructor(member) {
            let why = "the class no longer has a constructor without parameters";
            return self.entries.push(Entry {
                member: old.member_name(member),
                span: old.member_span(member),
                sides: [Some(member), None],
                verdict: Verdict::Known(Change::Removed, why.to_owned()),
            });
        }
        let class = old
            .class_of(member)
            .and_then(|class| self.both.matching.class(class));
        let own_name = |full: String| full.rsplit('.').next().map(str::to_owned);
        let named_alike = |other: &&MemberId| {
            let (old, new) = (old.group_name(member), new.group_name(**other));
            let is_alike = match class {
                Some(_) => {
                    class == self.both.new.class_of(**other) && own_name(old) == own_name(new)
                }
                None => old == new,
            };
            is_alike && !is_run_by_java(self.both.new, **other)
        };
        if let Some(other) = left.iter().find(named_alike).copied() {
            left.remove(&other);
            let why = "its parameters, its result or its kind are others";
            return self.enter(Some(member), other, Change::Changed, why);
        }
        let inherited = class.and_then(|class| hierarchy::inherited(&self.both, member, class));
        let verdict = match (inherited, class) {
            (Some(other), Some(class)) if self.hierarchies.doubt(old, member).is_none() => {
                match self.checks(member, other, Some(class)) {
                    MethodChecks::Same => Verdict::Known(
                        Change::Kept,
                        "it is inherited now, with the same contract".to_owned(),
                    ),
                    MethodChecks::Differ(pair) => Verdict::Proof {
                        checks: vec![pair],
                        is_silent: false,
                    },
                    MethodChecks::Missing => gone(),
                }
            }
            _ => gone(),
        };
        self.entries.push(Entry {
            member: old.member_name(member),
            span: old.member_span(member),
            sides: [Some(member), inherited],
            verdict,
        });
    }

    fn added(&mut self, member: MemberId) {
        let new = self.both.new;
        if new.is_default_constructor(member) && !self.both.matching.has_class(new.class_of(member))
        {
            return;
        }
        let assumed = assumed(new, member);
        if !assumed.is_empty() {
            let assumed: Vec<String> = assumed.iter().map(|a| format!("`assume {a}`")).collect();
            let why = format!(
                "it is new, and not all of it is proved: {}",
                assumed.join(", ")
            );
            self.enter(None, member, Change::Weakened, why);
        } else if !is_run_by_java(new, member) {
            self.enter(None, member, Change::Added, "the member is new");
        }
    }

    /// The methods that classes inherit, where the contract may mean something else for their
    /// objects.
    fn inherited(&mut self) {
        for (class, here, member, other) in hierarchy::all_inherited(&self.both) {
            if self.same.get(&(member, other)) == Some(&true) {
                continue;
            }
            if self.hierarchies.doubt(self.both.old, member).is_some() {
                continue;
            }
            if let MethodChecks::Differ(pair) = self.checks(member, other, Some(here)) {
                self.entries.push(Entry {
                    member: views::name_in(self.both.old, class, member),
                    span: self.both.new.member_span(other),
                    sides: [Some(member), Some(other)],
                    verdict: Verdict::Proof {
                        checks: vec![pair],
                        is_silent: true,
                    },
                });
            }
        }
    }
}

/// Whether no code calls a member, but Java does.
fn is_run_by_java(program: &Program, member: MemberId) -> bool {
    matches!(member, MemberId::Method(m) if program.method(m).is_run_by_java())
}

fn gone() -> Verdict {
    Verdict::Known(Change::Removed, "the member is gone".to_owned())
}
