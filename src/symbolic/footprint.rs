//! What predicates can give, found from their bodies' text alone: which
//! locations and predicates opening one may yield, and which predicates are
//! exclusive.

use super::chunk::Resource;
use super::engine::Engine;
use crate::ir::{Amount, AssertKind, Assertion, Expr, ExprKind, Location, PredId, Program, VarId};
use std::collections::BTreeSet;

/// What each predicate can give.
#[derive(Debug, Default)]
pub struct Footprints {
    /// By predicate: the resources that opening it, and what comes out of it, may give.
    gives: Vec<BTreeSet<Resource>>,
    /// By predicate: whether two whole instances with the same receiver and
    /// arguments can never be held together.
    exclusive: Vec<bool>,
}

impl Footprints {
    /// Computes the footprints of all predicates.
    #[must_use]
    pub fn new(program: &Program) -> Footprints {
        let mut gives: Vec<BTreeSet<Resource>> = program
            .preds
            .iter()
            .map(|pred| direct(&pred.body))
            .collect();
        close(&mut gives);
        let mut exclusive = vec![false; program.preds.len()];
        loop {
            let next: Vec<bool> = program
                .preds
                .iter()
                .map(|pred| is_exclusive(&pred.body, &pred.vars.inputs().collect(), &exclusive))
                .collect();
            if next == exclusive {
                break;
            }
            exclusive = next;
        }
        Footprints { gives, exclusive }
    }

    /// Whether opening the predicate, and the predicates that come out of it, may give the resource.
    #[must_use]
    pub fn may_give(&self, pred: PredId, resource: Resource) -> bool {
        self.gives
            .get(pred.index())
            .is_some_and(|set| set.contains(&resource))
    }

    /// Whether more than 1 of an instance is impossible: its body has full
    /// access to a location that the receiver and arguments determine.
    ///
    /// The language says so of every predicate; for one whose body may hold
    /// twice (`true`, or half of a field) it would be unsound to assume it.
    #[must_use]
    pub fn is_exclusive(&self, pred: PredId) -> bool {
        self.exclusive.get(pred.index()).copied().unwrap_or(false)
    }
}

/// The least fixed point of "gives what its predicates give".
fn close(gives: &mut [BTreeSet<Resource>]) {
    loop {
        let mut changed = false;
        for index in 0..gives.len() {
            let Some(set) = gives.get(index) else {
                continue;
            };
            let mut more = set.clone();
            for resource in set {
                if let Resource::Pred(inner) = resource
                    && let Some(inner) = gives.get(inner.index())
                {
                    more.extend(inner.iter().copied());
                }
            }
            if let Some(set) = gives.get_mut(index)
                && more.len() > set.len()
            {
                *set = more;
                changed = true;
            }
        }
        if !changed {
            return;
        }
    }
}

/// The resource of a location.
#[must_use]
pub fn resource_of(location: &Location) -> Option<Resource> {
    match location {
        Location::Field(_, f) | Location::Static(f) => Some(Resource::Field(*f)),
        Location::Elems(array) | Location::Slice(array, ..) => {
            Engine::elem(&array.ty).map(Resource::Elems)
        }
    }
}

fn direct(body: &Assertion) -> BTreeSet<Resource> {
    let mut found = BTreeSet::new();
    let mut todo = vec![body];
    while let Some(a) = todo.pop() {
        match &a.kind {
            AssertKind::Pure(_) | AssertKind::Untouched(_) => {}
            AssertKind::Let(_, _, inner) => todo.push(inner),
            AssertKind::Acc(location, _) => found.extend(resource_of(location)),
            AssertKind::Pred(instance) => {
                found.insert(Resource::Pred(instance.pred));
            }
            AssertKind::Star(parts) => todo.extend(parts),
            AssertKind::Cond(_, then, other) => todo.extend([&**then, &**other]),
        }
    }
    found
}

/// Whether a body has, unconditionally, full access to something that only its
/// inputs determine.
fn is_exclusive(body: &Assertion, inputs: &BTreeSet<VarId>, known: &[bool]) -> bool {
    let input = |e: &Expr| matches!(e.kind, ExprKind::Var(v) if inputs.contains(&v));
    match &body.kind {
        AssertKind::Acc(location, Amount::Write) => match location {
            Location::Field(receiver, _) => input(receiver),
            Location::Static(_) => true,
            // There may be no elements.
            Location::Elems(_) | Location::Slice(..) => false,
        },
        AssertKind::Pred(instance) => {
            matches!(instance.amount, Amount::Write)
                && input(&instance.receiver)
                && instance.args.iter().all(input)
                && known.get(instance.pred.index()).copied().unwrap_or(false)
        }
        AssertKind::Star(parts) => parts.iter().any(|part| is_exclusive(part, inputs, known)),
        _ => false,
    }
}
