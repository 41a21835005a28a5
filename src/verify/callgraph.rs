//! The call graph of pure methods and lemmas, and its cycles, in which §3.6 requires that
//! calls descend.

use crate::ir::mentions::{MemberMentions, Mentions};
use crate::ir::{MemberId, Method, MethodId, MethodKind, PredId, Program, PureId, StmtKind, walk};
use std::collections::{BTreeMap, BTreeSet};

/// The call-graph cycles of pure methods and of lemmas.
#[derive(Debug, Default)]
pub struct CallGraph {
    /// By pure method: its strongly connected component; empty if it is not recursive.
    cycles: Vec<BTreeSet<PureId>>,
    /// The same by method; only lemmas have cycles.
    lemma_cycles: Vec<BTreeSet<MethodId>>,
}

impl CallGraph {
    /// The cycles of a program. All calls in a pure method's contract, measures and body
    /// count, and those in the bodies of the predicates that it mentions: closing such a
    /// predicate for a call can use facts about the calls in its body.
    #[must_use]
    pub fn new(program: &Program) -> CallGraph {
        let calls: Vec<BTreeSet<PureId>> = (0u32..)
            .map(PureId)
            .zip(&program.pures)
            .map(|(id, p)| {
                let mut found = Mentions::default();
                found.pures.extend(overriding(program, id));
                found.assertion(&p.requires);
                found.assertion(&p.ensures);
                let exprs = p.decreases.iter().chain(&p.body);
                exprs.for_each(|e| found.expr(e));
                through_predicates(program, &mut found);
                found.pures
            })
            .collect();
        CallGraph {
            cycles: cycles_of(&calls),
            lemma_cycles: cycles_of(&lemma_calls(program)),
        }
    }

    /// The cycle of a member; `None` if the member is not recursive, or neither a pure
    /// method nor a lemma.
    #[must_use]
    pub fn cycle(&self, member: MemberId) -> Option<BTreeSet<MemberId>> {
        match member {
            MemberId::Pure(p) => {
                let cycle = self.cycles.get(p.index())?;
                (!cycle.is_empty()).then(|| cycle.iter().copied().map(MemberId::Pure).collect())
            }
            MemberId::Method(m) => {
                let cycle = self.lemma_cycles.get(m.index())?;
                (!cycle.is_empty()).then(|| cycle.iter().copied().map(MemberId::Method).collect())
            }
            MemberId::Pred(_) => None,
        }
    }

    /// The recursive pure methods.
    #[must_use]
    pub fn recursive(&self) -> BTreeSet<PureId> {
        self.cycles.iter().flatten().copied().collect()
    }
}

/// By lemma, the lemmas that it calls. (Any method can call a lemma, but a lemma calls
/// only lemmas.)
fn lemma_calls(program: &Program) -> Vec<BTreeSet<MethodId>> {
    let calls = |method: &Method| {
        let called = walk::statements(&method.body).into_iter();
        let called = called.filter_map(|stmt| match &stmt.kind {
            StmtKind::Call(_, call) => Some(call.callee),
            _ => None,
        });
        called.collect()
    };
    let methods = program.methods.iter();
    methods
        .map(|method| match method.kind {
            MethodKind::Lemma => calls(method),
            _ => BTreeSet::new(),
        })
        .collect()
}

/// For each method, its strongly connected component; empty if it does not reach itself.
fn cycles_of<T: Copy + Ord + From<u32> + Into<u32>>(calls: &[BTreeSet<T>]) -> Vec<BTreeSet<T>> {
    let reach: Vec<BTreeSet<T>> = (0..calls.len())
        .map(|start| reachable(calls, start))
        .collect();
    let own = |index: usize| T::from(u32::try_from(index).unwrap_or(u32::MAX));
    let comes_back = |from: T, to: T| {
        let from: u32 = from.into();
        let theirs = reach.get(usize::try_from(from).unwrap_or(usize::MAX));
        theirs.is_some_and(|theirs| theirs.contains(&to))
    };
    reach
        .iter()
        .enumerate()
        .map(|(index, mine)| {
            let cycle = mine.iter().copied();
            cycle
                .filter(|other| comes_back(*other, own(index)))
                .collect()
        })
        .collect()
}

/// All members with a contract or predicate body, each after those that its own contract
/// mentions (in a cycle, in source order).
#[must_use]
pub fn contract_order(
    program: &Program,
    mentions: &BTreeMap<MemberId, MemberMentions>,
) -> Vec<MemberId> {
    let ids = 0..u32::try_from(program.preds.len()).unwrap_or(u32::MAX);
    let all = ids
        .map(|i| MemberId::Pred(PredId(i)))
        .chain(program.members.iter().copied());
    let mut order = Vec::new();
    let mut seen = BTreeSet::new();
    for start in all {
        // A member is on the stack twice: to be entered and to be left.
        let mut todo = vec![(start, false)];
        while let Some((member, left)) = todo.pop() {
            if left {
                order.push(member);
            } else if seen.insert(member) {
                todo.push((member, true));
                let used = mentions.get(&member).into_iter();
                let used = used.flat_map(|member| member.contract.members());
                let inner: Vec<_> = used.map(|m| (m, false)).collect();
                todo.extend(inner.into_iter().rev());
            }
        }
    }
    order
}

/// The pure methods that a call of this one can be dispatched to: the definitions for
/// objects of its class and of the classes below.
fn overriding(program: &Program, method: PureId) -> impl Iterator<Item = PureId> {
    let hierarchy = &program.hierarchy;
    let class = program.pure_method(method).class;
    let below = hierarchy.below(class).chain([class]);
    let chosen = below.filter_map(move |class| hierarchy.pures().defined(method, class));
    chosen.filter(move |&other| other != method)
}

/// Adds the mentions in the bodies of the mentioned predicates, transitively.
fn through_predicates(program: &Program, found: &mut Mentions) {
    let mut seen = BTreeSet::new();
    while let Some(&next) = found.preds.difference(&seen).next() {
        seen.insert(next);
        let body = program.pred(next).body.iter();
        body.for_each(|a| found.assertion(a));
        found.add_families(program);
    }
}

/// The methods that can be reached by at least one call.
fn reachable<T: Copy + Ord + Into<u32>>(calls: &[BTreeSet<T>], start: usize) -> BTreeSet<T> {
    let mut found = BTreeSet::new();
    let mut todo: Vec<T> = calls.get(start).into_iter().flatten().copied().collect();
    while let Some(next) = todo.pop() {
        if found.insert(next) {
            let index: u32 = next.into();
            let index = usize::try_from(index).unwrap_or(usize::MAX);
            todo.extend(calls.get(index).into_iter().flatten());
        }
    }
    found
}
