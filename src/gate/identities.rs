//! Which predicates and pure methods mean the same in both revisions.
//!
//! All that are matched are taken to, as a hypothesis. A declaration whose text differs under it
//! has to be proved the same. While it is not, it and whatever depends on it have no bodies, so that
//! only instances and calls *in* the bodies can be exchanged: a hypothesis is used for instances of
//! fewer unfoldings alone, which makes this an induction. What cannot be proved is
//! given up, with its family, and all starts again without it.

use super::checks::{Check, Receiver, Solver, both_implications};
use super::matching::Matching;
use super::side_by_side::SideBySide;
use crate::ir::mentions::Mentions;
use crate::ir::{ClassId, MemberId, PredId, Program, PureId, ids};
use std::collections::{BTreeMap, BTreeSet};

/// The declarations of the older revision that are identified with those in place of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Identities(BTreeSet<MemberId>);

impl Identities {
    /// The declaration that a member of the older revision is identified with.
    pub(super) fn of(&self, matching: &Matching, member: MemberId) -> Option<MemberId> {
        self.0
            .get(&member)
            .and_then(|member| matching.member(*member))
    }

    /// Determines them.
    pub(super) fn new(
        old: &Program,
        new: &Program,
        matching: &Matching,
        solver: Solver<'_>,
    ) -> Identities {
        let mut same = Identities::comparable(old, new, matching);
        same.keep_families(old, new, matching);
        let uses = uses(old, new, matching);
        loop {
            let unproved = same.unproved(old, new, matching, solver, &uses);
            if unproved.is_empty() {
                return same;
            }
            same.0.retain(|member| !unproved.contains(member));
            same.keep_families(old, new, matching);
        }
    }

    /// Those that are the same word for word, with what they name.
    pub(super) fn of_same_text(old: &Program, new: &Program, matching: &Matching) -> Identities {
        let mut same = Identities::comparable(old, new, matching);
        loop {
            same.keep_families(old, new, matching);
            let differing = same.differing(old, new, matching);
            if differing.is_empty() {
                return same;
            }
            same.0.retain(|member| !differing.contains(member));
        }
    }

    /// The hypothesis that all that can be compared are the same.
    fn comparable(old: &Program, new: &Program, matching: &Matching) -> Identities {
        let preds = ids(old.preds.len()).map(MemberId::Pred);
        let pures = ids(old.pures.len()).map(MemberId::Pure);
        let all = preds
            .chain(pures)
            .filter(|&m| is_comparable(old, new, matching, m));
        Identities(all.collect())
    }

    /// Those whose texts differ under the hypothesis.
    fn differing(&self, old: &Program, new: &Program, matching: &Matching) -> BTreeSet<MemberId> {
        let mut both = SideBySide::new(old, new, matching, self, &BTreeSet::new());
        let differs = |member: &MemberId| !super::checks::is_same_text(&mut both, *member);
        self.0.iter().copied().filter(differs).collect()
    }

    /// Gives up families in which not all definitions are identified for the same classes.
    fn keep_families(&mut self, old: &Program, new: &Program, matching: &Matching) {
        loop {
            let before = self.0.len();
            let keeps = |member: &MemberId| self.keeps_family(old, new, matching, *member);
            self.0 = self.0.iter().copied().filter(keeps).collect();
            if self.0.len() == before {
                return;
            }
        }
    }

    fn keeps_family(
        &self,
        old: &Program,
        new: &Program,
        matching: &Matching,
        member: MemberId,
    ) -> bool {
        let family = old.family(member);
        let declared: BTreeSet<ClassId> = family.iter().filter_map(|m| old.class_of(*m)).collect();
        let defined_alike = |class: ClassId| {
            let Some(here) = matching.class(class) else {
                return true;
            };
            let Some(in_place) = matching.member(member) else {
                return false;
            };
            let mine = old.defined(member, class);
            let theirs = new.defined(in_place, here);
            mine.map(|mine| matching.member(mine)) == theirs.map(Some)
        };
        let below = |class: &ClassId| {
            let order = &old.hierarchy;
            declared.iter().any(|above| order.is_below(*class, *above))
        };
        family.iter().all(|other| self.0.contains(other))
            && ids::<ClassId>(old.classes.len())
                .filter(below)
                .all(defined_alike)
    }

    /// Those whose texts differ under the hypothesis and that are not proved to mean the same.
    fn unproved(
        &self,
        old: &Program,
        new: &Program,
        matching: &Matching,
        solver: Solver<'_>,
        uses: &Uses,
    ) -> BTreeSet<MemberId> {
        let mut left = self.differing(old, new, matching);
        while !left.is_empty() {
            let opaque = uses.that_reach(matching, &left);
            let mut both = SideBySide::new(old, new, matching, self, &opaque);
            let mut checks: Vec<(MemberId, Option<[Check; 2]>)> = Vec::new();
            for &member in &left {
                let found = matching
                    .member(member)
                    .and_then(|other| both_implications(&mut both, [member, other], Receiver::Any));
                checks.push((member, found));
            }
            let found = solver.verify(&both.program);
            let proved = |checks: &[Check; 2]| checks.iter().all(|c| found.is_proved(*c));
            let proved = checks
                .iter()
                .filter(|(_, c)| c.as_ref().is_some_and(proved));
            let proved: BTreeSet<MemberId> = proved.map(|(member, _)| *member).collect();
            if proved.is_empty() {
                break;
            }
            left.retain(|member| !proved.contains(member));
        }
        left
    }
}

/// Whether a declaration has one in place of it, and both have bodies or none.
fn is_comparable(old: &Program, new: &Program, matching: &Matching, member: MemberId) -> bool {
    let other = matching.member(member);
    other.is_some_and(|other| old.has_body(member) == new.has_body(other))
}

/// By declaration of the newer revision: those that it, or the one of the older revision that it
/// is in place of, names.
struct Uses(BTreeMap<MemberId, BTreeSet<MemberId>>);

fn uses(old: &Program, new: &Program, matching: &Matching) -> Uses {
    let mut uses: BTreeMap<MemberId, BTreeSet<MemberId>> = BTreeMap::new();
    for (member, named) in named_by(new) {
        uses.entry(member).or_default().extend(named);
    }
    for (member, named) in named_by(old) {
        if let Some(member) = matching.member(member) {
            let named = named.into_iter().filter_map(|other| matching.member(other));
            uses.entry(member).or_default().extend(named);
        }
    }
    Uses(uses)
}

impl Uses {
    /// The declarations of the newer revision that reach one of these of the older one.
    fn that_reach(&self, matching: &Matching, these: &BTreeSet<MemberId>) -> BTreeSet<MemberId> {
        let mut found: BTreeSet<MemberId> =
            these.iter().filter_map(|m| matching.member(*m)).collect();
        loop {
            let before = found.len();
            let using = self.0.iter();
            let using = using.filter(|(_, named)| !named.is_disjoint(&found));
            let using: Vec<MemberId> = using.map(|(member, _)| *member).collect();
            found.extend(using);
            if found.len() == before {
                return found;
            }
        }
    }
}

/// What each predicate and pure method names, with all of their families.
fn named_by(program: &Program) -> Vec<(MemberId, BTreeSet<MemberId>)> {
    let preds = ids(program.preds.len()).map(|q: PredId| {
        let mut found = Mentions::default();
        program.pred(q).body.iter().for_each(|a| found.assertion(a));
        (MemberId::Pred(q), found)
    });
    let pures = ids(program.pures.len()).map(|p: PureId| {
        let (method, mut found) = (program.pure_method(p), Mentions::default());
        found.assertion(&method.requires);
        found.assertion(&method.ensures);
        method.body.iter().for_each(|e| found.expr(e));
        (MemberId::Pure(p), found)
    });
    let with_families = |(member, found): (MemberId, Mentions)| {
        let named = found.members().flat_map(|named| program.family(named));
        (member, named.chain(program.family(member)).collect())
    };
    preds.chain(pures).map(with_families).collect()
}
