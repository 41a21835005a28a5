//! The one order of the conjuncts of an assertion: a conjunct comes after those that frame what it
//! reads. The paper evaluates conjuncts from left to right (Figures 6 and 7), and Figure 10 states an
//! equation behind the conjunct that needs it. Here the order is that of the source, but for conjuncts
//! that wait: for the permission to a place that another conjunct names by the same expression, or by one
//! that an equation of another conjunct makes the same. What predicates contain does not matter, so that
//! the order depends on nothing but the contracts of the methods that are named.
//!
//! The order is fixed once, before anything is verified, run or compared: produce, consume, snapshots and
//! the interpreter read it from the program. Conjuncts that wait for each other keep their places.

use super::encode::Encoder;
use super::remap::{self, Ids};
use super::walk::{VisitorMut, WalkMut};
use super::{
    AssertKind, Assertion, BinOp, ClassId, Expr, ExprKind, FieldId, Location, MemberId, PredId,
    PredInstance, Program, PureCall, PureId, Read, Stmt, Type, UniqueId, VarId, walk,
};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use veriframe_base::source::Span;
use veriframe_base::stack::deep;

/// Gives the conjuncts of all contracts, invariants, predicates and assertions in code their order.
pub fn order(program: &mut Program) {
    let mut changes = Changes::default();
    let reader = Reader { program };
    for (at, method) in program.methods.iter().enumerate() {
        changes.note(Site::Requires(at), reader.ordered(&method.requires));
        changes.note(Site::Ensures(at), reader.ordered(&method.ensures));
    }
    for (at, pure) in program.pures.iter().enumerate() {
        changes.note(Site::Demanded(at), reader.ordered(&pure.requires));
    }
    for (at, pred) in program.preds.iter().enumerate() {
        let body = pred.body.as_ref();
        changes.note(Site::Body(at), body.and_then(|body| reader.ordered(body)));
    }
    changes.apply(program);
    for at in 0..program.methods.len() {
        let Some(method) = program.methods.get_mut(at) else {
            continue;
        };
        // No contract is in a body.
        let mut body = std::mem::take(&mut method.body);
        Reader { program }.block(&mut body);
        if let Some(method) = program.methods.get_mut(at) {
            method.body = body;
        }
    }
}

/// The conjuncts that wait for each other, of which the first one has this span in it: each reads what the
/// next one gives, and the last one what the first one gives. None if that is not so.
#[must_use]
pub fn waiting(program: &Program, member: MemberId, span: Span) -> Vec<&Assertion> {
    let reader = Reader { program };
    let mut all: Vec<&Assertion> = Vec::new();
    match member {
        MemberId::Method(id) => {
            let method = program.method(id);
            all.extend([&method.requires, &method.ensures]);
            for stmt in walk::statements(&method.body) {
                all.extend(stmt.assertions());
            }
        }
        MemberId::Pure(id) => all.push(&program.pure_method(id).requires),
        MemberId::Pred(id) => all.extend(&program.pred(id).body),
    }
    let has_span = |part: &Assertion| part.span.start <= span.start && span.end <= part.span.end;
    for a in all {
        let AssertKind::Star(parts) = &a.kind else {
            continue;
        };
        let Some(first) = parts.iter().position(has_span) else {
            continue;
        };
        let conjuncts: Vec<Conjunct> = parts.iter().map(|part| reader.conjunct(part)).collect();
        let found = cycle(&conjuncts, first);
        if !found.is_empty() {
            return found.iter().filter_map(|at| parts.get(*at)).collect();
        }
    }
    Vec::new()
}

/// The shortest way from a conjunct over those that give what the one before needs, back to it.
fn cycle(conjuncts: &[Conjunct], first: usize) -> Vec<usize> {
    let gives = |at: usize, of: usize| match (conjuncts.get(at), conjuncts.get(of)) {
        (Some(giver), Some(reader)) => !giver.gives.is_disjoint(&reader.needs),
        _ => false,
    };
    let mut before: BTreeMap<usize, usize> = BTreeMap::new();
    let mut todo = VecDeque::from([first]);
    while let Some(at) = todo.pop_front() {
        for next in (0..conjuncts.len()).filter(|next| gives(*next, at)) {
            if next == first {
                let mut found: Vec<usize> =
                    std::iter::successors(Some(at), |at| before.get(at).copied()).collect();
                found.reverse();
                return found;
            }
            if let Entry::Vacant(slot) = before.entry(next) {
                slot.insert(at);
                todo.push_back(next);
            }
        }
    }
    Vec::new()
}

/// Where an assertion stands.
#[derive(Clone, Copy)]
enum Site {
    Requires(usize),
    Ensures(usize),
    Demanded(usize),
    Body(usize),
}

/// The assertions that have another order.
#[derive(Default)]
struct Changes(Vec<(Site, Assertion)>);

impl Changes {
    fn note(&mut self, site: Site, ordered: Option<Assertion>) {
        self.0.extend(ordered.map(|ordered| (site, ordered)));
    }

    fn apply(self, program: &mut Program) {
        for (site, ordered) in self.0 {
            let slot = match site {
                Site::Requires(at) => program.methods.get_mut(at).map(|m| &mut m.requires),
                Site::Ensures(at) => program.methods.get_mut(at).map(|m| &mut m.ensures),
                Site::Demanded(at) => program.pures.get_mut(at).map(|p| &mut p.requires),
                Site::Body(at) => program.preds.get_mut(at).and_then(|p| p.body.as_mut()),
            };
            if let Some(slot) = slot {
                *slot = ordered;
            }
        }
    }
}

/// What a permission is to, besides its receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Resource {
    Field(FieldId),
    Elements,
    Instance(PredId),
}

/// A place by the expressions that name it.
#[derive(Clone, Debug)]
struct Place<'p> {
    part: Resource,
    /// The receiver, if there is one, then the arguments of an instance.
    operands: Vec<&'p Expr>,
}

/// A place by the encodings of its operands.
type Key = (Resource, Vec<Vec<u8>>);

/// What a conjunct reads and provides.
#[derive(Default)]
struct Conjunct {
    needs: BTreeSet<Key>,
    gives: BTreeSet<Key>,
    /// Expressions that are equal.
    equal: Option<(Vec<u8>, Vec<u8>)>,
}

/// The places to which an assertion gives permission, under conditions, too.
fn given(a: &Assertion) -> Vec<Place<'_>> {
    let mut found = Vec::new();
    add_given(a, &mut found);
    found
}

fn add_given<'p>(a: &'p Assertion, found: &mut Vec<Place<'p>>) {
    match &a.kind {
        AssertKind::Acc(location, _) => found.push(place_of(location)),
        AssertKind::Pred(instance) => found.push(instance_of(instance)),
        AssertKind::Pure(_)
        | AssertKind::Star(_)
        | AssertKind::Cond(..)
        | AssertKind::Untouched(_)
        | AssertKind::Let(..) => {}
    }
    if !matches!(a.kind, AssertKind::Untouched(_)) {
        deep(|| {
            a.parts()
                .into_iter()
                .for_each(|part| add_given(part, found))
        });
    }
}

/// The sides of an equation of references.
fn equation(a: &Assertion) -> Option<(&Expr, &Expr)> {
    if let AssertKind::Pure(e) = &a.kind
        && let ExprKind::Binary(BinOp::Eq, left, right) = &e.kind
        && is_reference(&left.ty)
    {
        return Some((left, right));
    }
    None
}

/// Whether what a conjunct gives or says can frame what another one reads.
fn frames(a: &Assertion) -> bool {
    equation(a).is_some() || !given(a).is_empty()
}

fn place_of(location: &Location) -> Place<'_> {
    let (part, receiver) = match location {
        Location::Field(e, field) => (Resource::Field(*field), Some(e)),
        Location::Static(field) => (Resource::Field(*field), None),
        Location::Elems(e) | Location::Slice(e, ..) => (Resource::Elements, Some(e)),
    };
    Place {
        part,
        operands: receiver.into_iter().collect(),
    }
}

fn instance_of(instance: &PredInstance) -> Place<'_> {
    Place {
        part: Resource::Instance(instance.pred),
        operands: instance.receiver.iter().chain(&instance.args).collect(),
    }
}

struct Reader<'r> {
    program: &'r Program,
}

impl VisitorMut for Reader<'_> {
    fn assertion(&mut self, a: &mut Assertion) {
        if let Some(ordered) = self.ordered(a) {
            *a = ordered;
        }
    }

    fn block(&mut self, stmts: &mut [Stmt]) {
        for stmt in stmts {
            deep(|| stmt.kind.walk_mut(self));
        }
    }
}

impl Reader<'_> {
    /// An assertion with its conjuncts in order; `None` if they are already.
    fn ordered(&self, a: &Assertion) -> Option<Assertion> {
        let AssertKind::Star(parts) = &a.kind else {
            return None;
        };
        // Usually nothing is read before the last conjunct that frames something.
        let last = parts.iter().rposition(frames)?;
        let mut needs = BTreeSet::new();
        let readers = parts.iter().take(last);
        readers.for_each(|part| self.needs_of(part, &mut needs));
        if needs.is_empty() {
            return None;
        }
        let conjuncts: Vec<Conjunct> = parts.iter().map(|part| self.conjunct(part)).collect();
        let order = order_of(&conjuncts)?;
        let parts = order.iter().filter_map(|at| parts.get(*at)).cloned();
        Some(Assertion {
            kind: AssertKind::Star(parts.collect()),
            span: a.span,
        })
    }

    fn conjunct(&self, a: &Assertion) -> Conjunct {
        let mut found = Conjunct {
            gives: self.keys(given(a)),
            ..Conjunct::default()
        };
        found.equal = equation(a).map(|(left, right)| (self.encoded(left), self.encoded(right)));
        self.needs_of(a, &mut found.needs);
        // What a conjunct gives itself is its own affair.
        let Conjunct { needs, gives, .. } = &mut found;
        needs.retain(|key| !gives.contains(key));
        found
    }

    fn needs_of(&self, a: &Assertion, needs: &mut BTreeSet<Key>) {
        if let AssertKind::Untouched(inner) = &a.kind {
            needs.extend(self.keys(given(inner)));
        }
        a.exprs().into_iter().for_each(|e| self.reads(e, needs));
        deep(|| {
            a.parts()
                .into_iter()
                .for_each(|part| self.needs_of(part, needs));
        });
    }

    /// What an expression reads in the current heap.
    fn reads(&self, e: &Expr, needs: &mut BTreeSet<Key>) {
        match e.read() {
            Read::Field(receiver, field) => {
                let operands = receiver.into_iter().collect();
                let part = Resource::Field(field);
                needs.insert(self.key(&Place { part, operands }));
            }
            Read::Elements(array) => {
                let operands = vec![array];
                let part = Resource::Elements;
                needs.insert(self.key(&Place { part, operands }));
            }
            Read::Call(call) => self.demanded(call, needs),
            Read::Opened(instance) => {
                needs.insert(self.key(&instance_of(instance)));
                return;
            }
            Read::OtherHeap => return,
            Read::Nothing => {}
        }
        deep(|| e.children().into_iter().for_each(|e| self.reads(e, needs)));
    }

    /// What the precondition of a call demands.
    fn demanded(&self, call: &PureCall, needs: &mut BTreeSet<Key>) {
        let callee = self.program.pure_method(call.callee);
        let receiver = callee.vars.this.iter().zip(&call.receiver);
        let args = callee.vars.params.iter().zip(&call.args);
        let pairs = receiver.chain(args).map(|(var, e)| (*var, e));
        let mut arguments = Arguments(pairs.collect());
        for Place { part, operands } in given(&callee.requires) {
            let operands = operands.into_iter().map(|e| {
                let mut e = e.clone();
                remap::expr(&mut e, &mut arguments);
                self.encoded(&e)
            });
            needs.insert((part, operands.collect()));
        }
    }

    fn keys(&self, places: Vec<Place<'_>>) -> BTreeSet<Key> {
        places.iter().map(|place| self.key(place)).collect()
    }

    fn key(&self, place: &Place<'_>) -> Key {
        let operands = place.operands.iter();
        (place.part, operands.map(|e| self.encoded(e)).collect())
    }

    fn encoded(&self, e: &Expr) -> Vec<u8> {
        Encoder::new(self.program).clause(None, std::slice::from_ref(e))
    }
}

fn is_reference(ty: &Type) -> bool {
    matches!(ty, Type::Class(_) | Type::Object | Type::Array(_))
}

/// The expressions in place of variables.
struct Arguments<'e>(BTreeMap<VarId, &'e Expr>);

impl Ids for Arguments<'_> {
    fn class(&mut self, id: ClassId) -> ClassId {
        id
    }
    fn field(&mut self, id: FieldId) -> FieldId {
        id
    }
    fn pred(&mut self, id: PredId) -> PredId {
        id
    }
    fn pure_method(&mut self, id: PureId) -> PureId {
        id
    }
    fn unique(&mut self, id: UniqueId) -> UniqueId {
        id
    }
    fn var(&mut self, id: VarId) -> VarId {
        id
    }
    fn expr(&mut self, e: &mut Expr) -> bool {
        let ExprKind::Var(var) = &e.kind else {
            return false;
        };
        if let Some(arg) = self.0.get(var) {
            *e = (*arg).clone();
        }
        true
    }
}

/// The order of conjuncts; `None` if it is the given one.
fn order_of(conjuncts: &[Conjunct]) -> Option<Vec<usize>> {
    let mut known = Known::default();
    let mut missing: Vec<&Key> = Vec::new();
    for conjunct in conjuncts {
        missing.extend(conjunct.needs.iter().filter(|need| !known.has(need)));
        known.add(conjunct);
    }
    // Others are in what predicates contain.
    let all = known;
    if !missing.into_iter().any(|need| all.has(need)) {
        return None;
    }
    let mut known = Known::default();
    let mut rest: Vec<usize> = (0..conjuncts.len()).collect();
    let mut order = Vec::new();
    while !rest.is_empty() {
        let is_ready = |at: &usize| {
            conjuncts.get(*at).is_none_or(|conjunct| {
                let mut needs = conjunct.needs.iter();
                needs.all(|need| known.has(need) || !all.has(need))
            })
        };
        // Those that wait for each other keep their places.
        let next = rest.iter().position(is_ready).unwrap_or(0);
        let at = rest.remove(next);
        order.push(at);
        if let Some(conjunct) = conjuncts.get(at) {
            known.add(conjunct);
        }
    }
    let is_given = order.iter().copied().eq(0..conjuncts.len());
    (!is_given).then_some(order)
}

/// The most equations of an assertion that are used: people write a few.
const MOST_EQUATIONS: usize = 32;

/// What conjuncts provide together.
#[derive(Default)]
struct Known {
    places: BTreeSet<Key>,
    equal: Vec<(Vec<u8>, Vec<u8>)>,
}

impl Known {
    fn add(&mut self, conjunct: &Conjunct) {
        self.places.extend(conjunct.gives.iter().cloned());
        self.equal.extend(conjunct.equal.clone());
    }

    /// Whether a place is given, by its expressions or by equal ones.
    fn has(&self, key: &Key) -> bool {
        if self.places.contains(key) {
            return true;
        }
        if self.equal.is_empty() || self.equal.len() > MOST_EQUATIONS {
            return false;
        }
        let (part, operands) = key;
        let mut given = self.places.iter();
        given.any(|(other, with)| {
            let pairs = operands.iter().zip(with);
            part == other
                && operands.len() == with.len()
                && pairs.into_iter().all(|(a, b)| self.are_equal(a, b))
        })
    }

    fn are_equal(&self, a: &Vec<u8>, b: &Vec<u8>) -> bool {
        let mut same = vec![a];
        let mut at = 0;
        while let Some(&next) = same.get(at) {
            at += 1;
            for (one, other) in &self.equal {
                for (one, other) in [(one, other), (other, one)] {
                    if one == next && !same.contains(&other) {
                        same.push(other);
                    }
                }
            }
        }
        same.contains(&b)
    }
}
