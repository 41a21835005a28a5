//! What a call by contract can change: the places of which the precondition gives away permission to
//! write, and those of which the postcondition hands out permission that the caller did not have.

use super::evaluation::{self, Conjunct, ConjunctKind};
use super::{Caller, ContractDomain};
use num_rational::BigRational;
use num_traits::One;
use std::collections::BTreeSet;
use veriframe_ir::{
    Amount, Expr, ExprKind, FieldId, Location, MemberId, PredId, PredInstance, PureId, Type, VarId,
    ids,
};

/// How deep predicates are unfolded for what they contain.
const MAX_DEPTH: usize = 8;

/// A place by the values that name it.
#[derive(Clone, Debug, PartialEq)]
enum EvaluatedLocation<V> {
    Field(V, FieldId),
    Static(FieldId),
    /// The elements of an array, with their type, between two bounds.
    Elements(V, Type, Option<V>, Option<V>),
    /// A predicate by its family, with the receiver and the arguments.
    Instance(PredId, Vec<V>),
}

/// An amount of permission; a fraction has no value if it cannot be evaluated.
#[derive(Clone, Debug, PartialEq)]
enum Share<V> {
    Write,
    Wildcard,
    Fraction(Option<V>),
}

/// Permission to a place that the precondition demands.
#[derive(Clone, Debug)]
pub(super) struct Held<V> {
    place: EvaluatedLocation<V>,
    share: Share<V>,
    /// The condition under which it is demanded, as in [`Conjunct`].
    guard: Option<Option<V>>,
    /// Whether the place has been forgotten.
    is_forgotten: bool,
    /// Whether the postcondition has returned it.
    is_returned: bool,
}

impl<V: PartialEq> Held<V> {
    /// Whether it is demanded wherever a guard holds.
    fn is_under(&self, guard: &Option<Option<V>>) -> bool {
        match (&self.guard, guard) {
            (None, _) => true,
            (Some(Some(own)), Some(Some(guard))) => own == guard,
            // Two guards that cannot be evaluated can differ.
            _ => false,
        }
    }
}

/// The fractions and instances that a precondition demands: together, they can be the whole of a
/// place.
#[derive(Clone, Debug, Default)]
pub(super) struct Shares {
    /// The fractions of places; one that is not a number is `None`.
    fractions: Vec<(Kind, Option<BigRational>)>,
    /// The number of instances, which can hold fractions of all places.
    instances: usize,
}

/// Places that can be the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Field(FieldId),
    Elements,
}

impl Kind {
    fn of(location: &Location) -> Kind {
        match location {
            Location::Field(_, field) | Location::Static(field) => Kind::Field(*field),
            Location::Elems(_) | Location::Slice(..) => Kind::Elements,
        }
    }
}

impl Shares {
    fn add<V>(&mut self, parts: &[Conjunct<'_, V>]) {
        for part in parts {
            match &part.what {
                ConjunctKind::Location(location, Amount::Fraction(e)) => {
                    self.fractions.push((Kind::of(location), fraction(e)));
                }
                ConjunctKind::Instance(instance)
                    if !matches!(instance.amount, Amount::Wildcard) =>
                {
                    self.instances += 1;
                }
                ConjunctKind::Location(..)
                | ConjunctKind::Instance(_)
                | ConjunctKind::Condition(_)
                | ConjunctKind::Unknown => {}
            }
        }
    }

    /// Whether fractions of this kind of place can be the whole of one.
    fn can_be_whole(&self, kind: Kind) -> bool {
        let own = self.fractions.iter().filter(|(other, _)| *other == kind);
        let sum = own
            .map(|(_, amount)| amount.as_ref())
            .sum::<Option<BigRational>>();
        self.instances > 0 || sum.is_none_or(|sum| sum >= BigRational::one())
    }
}

/// The number that an amount is.
fn fraction(e: &Expr) -> Option<BigRational> {
    let ExprKind::Perm(amount) = &e.kind else {
        return None;
    };
    Some((**amount).clone())
}

/// Which of two assertions is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    /// The precondition: what can be written is forgotten.
    Demanded,
    /// The postcondition: what has not been held as it is now is forgotten.
    Returned,
}

impl<'p, D: ContractDomain> Caller<'_, 'p, D> {
    /// Forgets what the precondition allows to change. `None` if it cannot be expressed.
    pub(super) fn forget_demanded(&mut self, parts: &[Conjunct<'p, D::Value>]) -> Option<()> {
        // What is a fraction by itself can be the whole with what an instance holds.
        self.shares.add(parts);
        self.forget_parts(parts, Side::Demanded, 0)
    }

    /// Forgets the fields of the object that a constructor makes: what the postcondition does not
    /// say of them is not known. Those of classes below are not its own.
    pub(super) fn forget_new_object(&mut self) -> Option<()> {
        let (program, Some(object)) = (self.program, self.new_object.clone()) else {
            return Some(());
        };
        let MemberId::Method(constructor) = self.member else {
            return Some(());
        };
        let class = program.method(constructor).class?;
        for class in program.hierarchy.order().above(class) {
            for field in &program.class(class).fields {
                let info = program.field(*field);
                if !info.is_static {
                    let domain = &mut *self.evaluation.domain;
                    // What has no value here cannot be compared.
                    let any = domain.unknown(&info.name, &info.ty).unwrap_or_default();
                    domain.set_cell(&object, *field, &any);
                }
            }
        }
        Some(())
    }

    /// Forgets the places of which the postcondition hands out permission, unless the caller has
    /// kept, or had given away, the same; without those that depend on a variable. A callee that
    /// is given no permission can only hand out that of new places, of which nothing is known but
    /// the fields of the object that a constructor makes. `None` if it cannot be expressed.
    pub(super) fn forget_returned(
        &mut self,
        parts: &[Conjunct<'p, D::Value>],
        without: Option<VarId>,
    ) -> Option<()> {
        if self.held.is_empty() && self.new_object.is_none() {
            return Some(());
        }
        for held in &mut self.held {
            held.is_returned = false;
        }
        let early = parts
            .iter()
            .filter(|part| without.is_none_or(|var| !part.mentions(var)));
        let early: Vec<Conjunct<'p, D::Value>> = early.cloned().collect();
        self.forget_parts(&early, Side::Returned, 0)
    }

    fn forget_parts(
        &mut self,
        parts: &[Conjunct<'p, D::Value>],
        side: Side,
        depth: usize,
    ) -> Option<()> {
        for part in parts {
            match &part.what {
                ConjunctKind::Condition(_) => {}
                ConjunctKind::Unknown if side == Side::Returned => {}
                ConjunctKind::Unknown => return None,
                ConjunctKind::Instance(instance) => {
                    self.forget_instance(instance, part, side, depth)?
                }
                ConjunctKind::Location(location, amount) => {
                    let place = self.place(location, part)?;
                    if self.must_forget(&place, amount, part, side) {
                        self.forget_place(&place, part.guard.as_ref())?;
                    }
                }
            }
        }
        Some(())
    }

    fn place(
        &mut self,
        location: &'p Location,
        part: &Conjunct<'p, D::Value>,
    ) -> Option<EvaluatedLocation<D::Value>> {
        let evaluation = &mut self.evaluation;
        Some(match location {
            Location::Field(receiver, field) => {
                EvaluatedLocation::Field(evaluation.expr_of(part, receiver)?, *field)
            }
            Location::Static(field) => EvaluatedLocation::Static(*field),
            Location::Elems(array) => EvaluatedLocation::Elements(
                evaluation.expr_of(part, array)?,
                element_of(array)?,
                None,
                None,
            ),
            Location::Slice(array, from, until) => {
                let value = evaluation.expr_of(part, array)?;
                let mut bound = |e: &'p Option<Box<Expr>>| match e {
                    Some(e) => evaluation.expr_of(part, e).map(Some),
                    None => Some(None),
                };
                EvaluatedLocation::Elements(value, element_of(array)?, bound(from)?, bound(until)?)
            }
        })
    }

    /// Notes permission to a place. Returns whether the place must be forgotten.
    fn must_forget(
        &mut self,
        place: &EvaluatedLocation<D::Value>,
        amount: &'p Amount,
        part: &Conjunct<'p, D::Value>,
        side: Side,
    ) -> bool {
        let share = match amount {
            Amount::Write => Share::Write,
            Amount::Wildcard => Share::Wildcard,
            Amount::Fraction(e) => Share::Fraction(self.evaluation.expr_of(part, e)),
        };
        let must_forget = match side {
            Side::Demanded => self.may_write(amount, &part.what),
            Side::Returned => {
                let same = self.held.iter_mut().find(|held| {
                    let is_same = held.share == share && share != Share::Fraction(None);
                    let is_kept = is_same && !held.is_returned;
                    held.is_under(&part.guard)
                        && held.place == *place
                        && (held.is_forgotten || is_kept)
                });
                same.map(|held| held.is_returned = true).is_none()
            }
        };
        if side == Side::Demanded || must_forget {
            self.held.push(Held {
                place: place.clone(),
                share,
                guard: part.guard.clone(),
                is_forgotten: must_forget,
                is_returned: false,
            });
        }
        must_forget
    }

    /// Whether permission of this amount may allow to write: with others, a fraction can be the
    /// whole of one place.
    fn may_write(&self, amount: &Amount, what: &ConjunctKind<'p>) -> bool {
        match amount {
            Amount::Write => true,
            Amount::Wildcard => false,
            Amount::Fraction(e) => match (fraction(e), what) {
                (Some(amount), ConjunctKind::Location(location, _)) => {
                    amount >= BigRational::one() || self.shares.can_be_whole(Kind::of(location))
                }
                // An instance can name one place twice: half of it can hold the whole of that.
                _ => true,
            },
        }
    }

    /// Gives a place that is not an instance any value, where a guard holds if there is one; elements
    /// in any case.
    fn forget_place(
        &mut self,
        place: &EvaluatedLocation<D::Value>,
        guard: Option<&Option<D::Value>>,
    ) -> Option<()> {
        self.forgotten += 1;
        let domain = &mut *self.evaluation.domain;
        match place {
            EvaluatedLocation::Field(receiver, field) => {
                let info = self.program.field(*field);
                let any = domain.unknown(&info.name, &info.ty)?;
                let before = |domain: &mut D| domain.cell(receiver, *field, None);
                let either = either(domain, guard, &any, before);
                domain.set_cell(receiver, *field, &either.unwrap_or(any));
            }
            EvaluatedLocation::Static(field) => {
                let info = self.program.field(*field);
                let any = domain.unknown(&info.name, &info.ty)?;
                let before = |domain: &mut D| Some(domain.static_field(*field, None));
                let either = either(domain, guard, &any, before);
                domain.set_static(*field, either.unwrap_or(any));
            }
            EvaluatedLocation::Elements(array, elem, from, until) => {
                domain.forget_elements(array, elem, from.as_ref(), until.as_ref())?;
            }
            EvaluatedLocation::Instance(..) => {}
        }
        Some(())
    }

    /// Forgets what an instance contains: of a predicate without body, the state that pure methods
    /// tell with it.
    fn forget_instance(
        &mut self,
        instance: &'p PredInstance,
        part: &Conjunct<'p, D::Value>,
        side: Side,
        depth: usize,
    ) -> Option<()> {
        let program = self.program;
        let family = program.hierarchy.preds().family(instance.pred);
        let receiver = match &instance.receiver {
            Some(e) => Some(self.evaluation.expr_of(part, e)?),
            None => None,
        };
        let args = instance
            .args
            .iter()
            .map(|arg| self.evaluation.expr_of(part, arg));
        let args = args.collect::<Option<Vec<D::Value>>>()?;
        let values = receiver.iter().cloned().chain(args).collect();
        let members = program.hierarchy.preds().members(instance.pred);
        let mut with_body = members
            .iter()
            .filter(|pred| program.pred(**pred).body.is_some());
        let place = EvaluatedLocation::Instance(family, values);
        let is_known = side == Side::Returned && {
            let mut held = self.held.iter();
            held.any(|held| held.place == place && held.is_forgotten && held.is_under(&part.guard))
        };
        let must_forget = self.must_forget(&place, &instance.amount, part, side);
        if with_body.next().is_none() {
            if must_forget {
                // States are those of objects: what belongs to no class cannot be forgotten.
                self.forget_state(receiver.as_ref()?, family, part.guard.as_ref())?;
            }
            return Some(());
        }
        // What it contains of places can be other ones than before.
        if !must_forget && !is_known {
            return Some(());
        }
        // What it contains depends on the class.
        let [only] = members.as_slice() else {
            return None;
        };
        let pred = program.pred(*only);
        if depth > MAX_DEPTH {
            return None;
        }
        let EvaluatedLocation::Instance(_, values) = place else {
            return None;
        };
        let env = pred.vars.inputs().zip(values).collect();
        let outer = std::mem::replace(&mut self.evaluation.env, env);
        let parts = pred.body.as_ref().map(|body| self.evaluation.parts(body));
        let forgotten = parts.and_then(|parts| {
            self.shares.add(&parts);
            self.forget_parts(&parts, side, depth + 1)
        });
        self.evaluation.env = outer;
        forgotten
    }

    /// Gives the states that read a predicate any values, where a guard holds if there is one. Only
    /// those that are forgotten in any case can be given others.
    fn forget_state(
        &mut self,
        receiver: &D::Value,
        family: PredId,
        guard: Option<&Option<D::Value>>,
    ) -> Option<()> {
        let program = self.program;
        self.forgotten += 1;
        self.evaluation.domain.forget_notes(receiver);
        let mut done = BTreeSet::new();
        for id in ids::<PureId>(program.pures.len()) {
            let pure = program.pure_method(id);
            let reads = |pred: PredId| program.hierarchy.preds().family(pred) == family;
            let own = program.hierarchy.pures().family(id);
            if evaluation::is_state(program, id)
                && evaluation::demands(&pure.requires, &reads)
                && done.insert(own)
            {
                let domain = &mut *self.evaluation.domain;
                let any = domain.unknown(&pure.name, &pure.ty)?;
                let before = |domain: &mut D| domain.state(receiver, own, None);
                let either = either(domain, guard, &any, before);
                if either.is_none() {
                    self.forgotten_states.push((receiver.clone(), own));
                }
                let domain = &mut *self.evaluation.domain;
                domain.set_state(receiver, own, &either.unwrap_or(any));
            }
        }
        Some(())
    }
}

/// Any value where a guard holds, otherwise the one before; `None` if there is no guard, or that
/// cannot be expressed.
fn either<D: ContractDomain>(
    domain: &mut D,
    guard: Option<&Option<D::Value>>,
    any: &D::Value,
    before: impl FnOnce(&mut D) -> Option<D::Value>,
) -> Option<D::Value> {
    let guard = guard?.as_ref()?;
    let before = before(domain)?;
    domain.chosen(guard, any, &before)
}

/// The type of the elements of an array.
fn element_of(array: &Expr) -> Option<Type> {
    let Type::Array(elem) = &array.ty else {
        return None;
    };
    Some((**elem).clone())
}
