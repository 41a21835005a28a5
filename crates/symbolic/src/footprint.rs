//! The footprints of predicates, computed from the text of their bodies: the locations
//! and predicates that opening one can yield. Also, which predicates are exclusive.

use crate::state::chunk::Resource;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use veriframe_ir::sorts::contents_sort;
use veriframe_ir::{
    Amount, AssertKind, Assertion, Expr, ExprKind, FieldId, Location, PredId, PredInstance,
    Program, PureId, VarId,
};

/// The maximum number of nested predicates that inference opens for one location.
pub const MAX_OPENS: usize = 4;

/// The predicates that can yield one resource, each with the least number of nested instances
/// that must be opened for it: at most [`MAX_OPENS`].
pub type Predicates = Arc<BTreeMap<PredId, usize>>;

/// An input of a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Input {
    /// The receiver.
    Receiver,
    /// The parameter with this number.
    Parameter(usize),
}

/// Inputs of predicates: opening an instance can yield one resource, with the value of the
/// input as its receiver.
pub type Inputs = Arc<BTreeSet<(PredId, Input)>>;

/// Where the values of inputs go in the bodies of predicates.
#[derive(Debug, Default)]
struct Passed {
    /// By resource: the inputs that are its receiver somewhere.
    receivers: BTreeMap<Resource, BTreeSet<(PredId, Input)>>,
    /// By input of a predicate: the inputs that are its value somewhere.
    inputs: BTreeMap<(PredId, Input), BTreeSet<(PredId, Input)>>,
    /// By queried resource: the inputs that are its receiver when they, and the predicates
    /// from their bodies, are opened. Filled on demand.
    found: Mutex<BTreeMap<Resource, Inputs>>,
}

/// The footprints of all predicates.
#[derive(Debug, Default)]
pub struct Footprints {
    /// By resource: the predicates whose bodies name it.
    named: BTreeMap<Resource, Vec<PredId>>,
    /// By queried resource: the predicates that can yield it within the bound. Filled on
    /// demand.
    predicates: Mutex<BTreeMap<Resource, Predicates>>,
    /// Where the values of inputs go.
    passed: Passed,
    /// By predicate: whether two full instances with the same receiver and arguments can
    /// never be held together.
    exclusive: Vec<bool>,
    /// By predicate: the fields of its receiver of which its body has all permission, whatever the
    /// state is.
    owned: Vec<Vec<FieldId>>,
    /// By predicate: whether its body calls a pure method.
    calling: Vec<bool>,
    /// By family of pure methods: the dispatched predicates of the receiver in its preconditions,
    /// one per family of predicates.
    of_receivers: BTreeMap<PureId, Vec<PredId>>,
}

impl Footprints {
    /// Collects the resources that the bodies of all predicates name.
    #[must_use]
    pub fn new(program: &Program) -> Footprints {
        let mut named: BTreeMap<Resource, Vec<PredId>> = BTreeMap::new();
        for (id, pred) in program.preds.iter().enumerate() {
            let family = program.hierarchy.preds().family(pred_id(id));
            for resource in direct(program, pred.body.as_ref()) {
                let named = named.entry(resource).or_default();
                if !named.contains(&family) {
                    named.push(family);
                }
            }
        }
        let exclusive = exclusive_predicates(program, &named);
        Footprints {
            named,
            predicates: Mutex::default(),
            passed: Passed::new(program),
            exclusive,
            owned: (0..program.preds.len())
                .map(|number| owned_fields(program, pred_id(number)))
                .collect(),
            calling: program
                .preds
                .iter()
                .map(|pred| calls_pure(pred.body.as_ref()))
                .collect(),
            of_receivers: predicates_of_receivers(program),
        }
    }

    /// Whether the body of a predicate calls a pure method.
    #[must_use]
    pub fn calls_pure(&self, pred: PredId) -> bool {
        self.calling.get(pred.index()).is_none_or(|calls| *calls)
    }

    /// The fields of its receiver of which the body of a predicate has all permission, whatever the
    /// state is. None are known of one that has several definitions.
    #[must_use]
    pub fn owned(&self, pred: PredId) -> &[FieldId] {
        self.owned.get(pred.index()).map_or(&[], Vec::as_slice)
    }

    /// The dispatched predicates of the receiver in the preconditions of a pure method's family,
    /// one per family of predicates.
    #[must_use]
    pub fn of_receiver(&self, family: PureId) -> &[PredId] {
        self.of_receivers.get(&family).map_or(&[], Vec::as_slice)
    }

    /// Whether places of a resource may contain permission to another one: predicates may.
    #[must_use]
    pub fn may_contain(&self, outer: Resource, inner: Resource) -> bool {
        match outer {
            Resource::Pred(pred) => self.may_give(pred, inner),
            Resource::Field(_) | Resource::Elems(_) => false,
        }
    }

    /// Whether opening the predicate, and any predicates from its body, can yield the
    /// resource.
    #[must_use]
    pub fn may_give(&self, pred: PredId, resource: Resource) -> bool {
        let mut seen = BTreeSet::new();
        let mut todo = vec![resource];
        while let Some(wanted) = todo.pop() {
            for &outer in self.named_by(wanted) {
                if outer == pred {
                    return true;
                }
                if seen.insert(outer) {
                    todo.push(Resource::Pred(outer));
                }
            }
        }
        false
    }

    /// The predicates whose own bodies can yield a resource.
    #[must_use]
    pub fn named_by(&self, resource: Resource) -> &[PredId] {
        self.named.get(&resource).map_or(&[], Vec::as_slice)
    }

    /// The predicates that can yield a resource within the bound. All of them can be as many
    /// as there are predicates.
    #[must_use]
    pub fn predicates_giving(&self, resource: Resource) -> Predicates {
        // A thread that panicked left no partial entry: sets are inserted whole.
        let mut known = self
            .predicates
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(predicates) = known.get(&resource) {
            return predicates.clone();
        }
        let mut found = BTreeMap::new();
        let mut todo = VecDeque::from([(resource, 1)]);
        while let Some((wanted, opened)) = todo.pop_front() {
            for &pred in self.named_by(wanted) {
                if let Entry::Vacant(entry) = found.entry(pred) {
                    entry.insert(opened);
                    if opened < MAX_OPENS {
                        todo.push_back((Resource::Pred(pred), opened + 1));
                    }
                }
            }
        }
        let predicates = Arc::new(found);
        known.insert(resource, predicates.clone());
        predicates
    }

    /// The inputs of predicates such that opening an instance, and the predicates from its
    /// body, can yield a resource whose receiver is the input's value.
    #[must_use]
    pub fn inputs_giving(&self, resource: Resource) -> Inputs {
        self.passed.inputs_giving(resource)
    }

    /// Whether more than 1 of a place of a resource is impossible: it is memory, or a
    /// predicate whose body has full permission to a location determined by the receiver
    /// and arguments.
    ///
    /// The language states this for every predicate. For a predicate whose body can hold
    /// twice (`true`, or half of a field), assuming it would be unsound.
    #[must_use]
    pub fn is_exclusive(&self, resource: Resource) -> bool {
        match resource {
            Resource::Field(_) | Resource::Elems(_) => true,
            Resource::Pred(pred) => self.exclusive.get(pred.index()).copied().unwrap_or(false),
        }
    }
}

impl Passed {
    fn new(program: &Program) -> Passed {
        let mut passed = Passed::default();
        for (id, pred) in program.preds.iter().enumerate() {
            let outer = program.hierarchy.preds().family(pred_id(id));
            let input = |e: &Expr| {
                let ExprKind::Var(v) = e.kind else {
                    return None;
                };
                let at = pred.vars.params.iter().position(|&param| param == v);
                let parameter = at.map(Input::Parameter);
                let input = parameter.or((pred.vars.this == Some(v)).then_some(Input::Receiver));
                input.map(|input| (outer, input))
            };
            for part in permissions(pred.body.as_ref()) {
                let receiver = match &part.kind {
                    AssertKind::Acc(location, _) => location.receiver(),
                    AssertKind::Pred(instance) => {
                        let inner = program.hierarchy.preds().family(instance.pred);
                        passed.note_instance(inner, instance, &input);
                        instance.receiver.as_ref()
                    }
                    _ => None,
                };
                if let (Some(resource), Some(input)) =
                    (named_in(program, part), receiver.and_then(input))
                {
                    passed.receivers.entry(resource).or_default().insert(input);
                }
            }
        }
        passed
    }

    /// Records the inputs that an instance of the predicate `inner` gets.
    fn note_instance(
        &mut self,
        inner: PredId,
        instance: &PredInstance,
        input: &impl Fn(&Expr) -> Option<(PredId, Input)>,
    ) {
        let args = instance.args.iter().enumerate();
        let args = args.map(|(at, arg)| (Input::Parameter(at), arg));
        let receiver = instance.receiver.iter().map(|e| (Input::Receiver, e));
        for (of, value) in receiver.chain(args) {
            if let Some(input) = input(value) {
                self.inputs.entry((inner, of)).or_default().insert(input);
            }
        }
    }

    fn inputs_giving(&self, resource: Resource) -> Inputs {
        // A thread that panicked left no partial entry: sets are inserted whole.
        let mut known = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(inputs) = known.get(&resource) {
            return inputs.clone();
        }
        let direct = self.receivers.get(&resource).into_iter().flatten();
        let mut todo: Vec<(PredId, Input)> = direct.copied().collect();
        let mut found = BTreeSet::new();
        while let Some(input) = todo.pop() {
            if found.insert(input) {
                todo.extend(self.inputs.get(&input).into_iter().flatten());
            }
        }
        let inputs = Arc::new(found);
        known.insert(resource, inputs.clone());
        inputs
    }
}

/// The exclusive predicates, by number: the least fixed point of [`is_exclusive`]. A body
/// is checked again when a predicate that it names is found to be exclusive.
fn exclusive_predicates(program: &Program, named: &BTreeMap<Resource, Vec<PredId>>) -> Vec<bool> {
    let mut exclusive = vec![false; program.preds.len()];
    let mut todo: Vec<PredId> = (0..program.preds.len()).map(pred_id).collect();
    while let Some(id) = todo.pop() {
        let pred = program.pred(id);
        // Definitions in other classes are unknown.
        let dispatched = program.hierarchy.preds().is_dispatched(id);
        let Some(body) = pred.body.as_ref().filter(|_| !dispatched) else {
            continue;
        };
        let known = exclusive.get(id.index()).copied().unwrap_or(true);
        if known || !is_exclusive(body, &pred.vars.inputs().collect(), &exclusive) {
            continue;
        }
        if let Some(known) = exclusive.get_mut(id.index()) {
            *known = true;
        }
        todo.extend(named.get(&Resource::Pred(id)).into_iter().flatten());
    }
    exclusive
}

/// The fields of its receiver that a predicate owns: see [`Footprints::owned`].
fn owned_fields(program: &Program, id: PredId) -> Vec<FieldId> {
    let pred = program.pred(id);
    let dispatched = program.hierarchy.preds().is_dispatched(id);
    let mut todo: Vec<&Assertion> = pred.body.iter().filter(|_| !dispatched).collect();
    let mut owned = Vec::new();
    while let Some(a) = todo.pop() {
        match &a.kind {
            AssertKind::Acc(Location::Field(receiver, field), Amount::Write)
                if pred.vars.this.is_some_and(|this| receiver.is_var(this)) =>
            {
                owned.push(*field);
            }
            AssertKind::Star(parts) => todo.extend(parts),
            _ => {}
        }
    }
    owned
}

/// By family of pure methods: the dispatched predicates of the receiver in its preconditions.
fn predicates_of_receivers(program: &Program) -> BTreeMap<PureId, Vec<PredId>> {
    let (pures, preds) = (program.hierarchy.pures(), program.hierarchy.preds());
    let mut found: BTreeMap<PureId, Vec<PredId>> = BTreeMap::new();
    for (id, method) in (0u32..).map(PureId).zip(&program.pures) {
        let mut todo = vec![&method.requires];
        while let Some(a) = todo.pop() {
            if let AssertKind::Pred(instance) = &a.kind
                && matches!(&instance.receiver, Some(Expr { kind: ExprKind::Var(v), .. }) if Some(*v) == method.vars.this)
                && preds.is_dispatched(instance.pred)
            {
                let known = found.entry(pures.family(id)).or_default();
                let family = preds.family(instance.pred);
                if !known.contains(&family) {
                    known.push(family);
                }
            }
            todo.extend(a.parts());
        }
    }
    found
}

/// The predicate with this number.
fn pred_id(number: usize) -> PredId {
    PredId(u32::try_from(number).unwrap_or(u32::MAX))
}

/// The resource of a location.
#[must_use]
pub fn resource_of(location: &Location) -> Option<Resource> {
    match location {
        Location::Field(_, f) | Location::Static(f) => Some(Resource::Field(*f)),
        Location::Elems(array) | Location::Slice(array, ..) => {
            contents_sort(&array.ty).map(Resource::Elems)
        }
    }
}

fn direct(program: &Program, body: Option<&Assertion>) -> BTreeSet<Resource> {
    let parts = permissions(body).into_iter();
    parts.filter_map(|part| named_in(program, part)).collect()
}

/// The locations and predicate instances of a body.
fn permissions(body: Option<&Assertion>) -> Vec<&Assertion> {
    let mut found = Vec::new();
    let mut todo: Vec<&Assertion> = body.into_iter().collect();
    while let Some(a) = todo.pop() {
        match &a.kind {
            AssertKind::Pure(_) | AssertKind::Untouched(_) => {}
            AssertKind::Acc(..) | AssertKind::Pred(_) => found.push(a),
            AssertKind::Star(_) | AssertKind::Cond(..) | AssertKind::Let(..) => {
                todo.extend(a.parts());
            }
        }
    }
    found
}

fn calls_pure(body: Option<&Assertion>) -> bool {
    let mut calls = false;
    if let Some(body) = body {
        veriframe_ir::walk::in_assertion(body, &mut |e| {
            calls |= matches!(e.kind, ExprKind::Pure(_))
        });
    }
    calls
}

/// The resource of a location or predicate instance.
fn named_in(program: &Program, a: &Assertion) -> Option<Resource> {
    match &a.kind {
        AssertKind::Acc(location, _) => resource_of(location),
        AssertKind::Pred(instance) => {
            let family = program.hierarchy.preds().family(instance.pred);
            Some(Resource::Pred(family))
        }
        _ => None,
    }
}

/// Whether a body has unconditional full permission to something determined by its inputs
/// alone.
fn is_exclusive(body: &Assertion, inputs: &BTreeSet<VarId>, known: &[bool]) -> bool {
    let input = |e: &Expr| matches!(e.kind, ExprKind::Var(v) if inputs.contains(&v));
    match &body.kind {
        AssertKind::Acc(location, Amount::Write) => match location {
            Location::Field(receiver, _) => input(receiver),
            Location::Static(_) => true,
            // There can be no elements.
            Location::Elems(_) | Location::Slice(..) => false,
        },
        AssertKind::Pred(instance) => {
            matches!(instance.amount, Amount::Write)
                && instance.receiver.iter().chain(&instance.args).all(input)
                && known.get(instance.pred.index()).copied().unwrap_or(false)
        }
        AssertKind::Star(parts) => parts.iter().any(|part| is_exclusive(part, inputs, known)),
        _ => false,
    }
}
