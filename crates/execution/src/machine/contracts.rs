//! Assertions at run time. An assertion collects a footprint; what becomes of it depends on the
//! assertion's purpose.

use super::{Halt, Machine, Next, Stepped};
use crate::code::{AccessTarget, Demand, Instruction, Operands, Purpose, Routine};
use crate::configuration::{Configuration, Footprint, OpenConjunct, Scope};
use crate::domain::{Demanded, Domain};
use crate::permission::{self, Fraction, Left, Location, Locations, Mask, STATIC};
use num_rational::BigRational;
use veriframe_base::diagnostics::Code as ErrorCode;
use veriframe_ir::{FieldId, LabelId, MemberId, MethodKind, ids};

/// The number of times that a demand computes with an amount.
const OPERATIONS_PER_DEMAND: u64 = 5;

/// The location of a static field.
pub(super) fn static_location(field: FieldId) -> Location {
    Location {
        object: STATIC,
        part: field.0,
    }
}

impl<D: Domain> Machine<'_, D> {
    /// An instruction of an assertion.
    pub(super) fn contract(
        &mut self,
        c: &mut Configuration<D>,
        routine: &Routine,
        instruction: &Instruction,
        at: u32,
    ) -> Stepped<D::Choice> {
        match instruction {
            Instruction::Begin(purpose) => {
                let current = c.thread.frames.len().saturating_sub(1);
                let source = match purpose {
                    Purpose::Requires | Purpose::Borrow => current.checked_sub(1),
                    Purpose::Given => None,
                    _ => Some(current),
                };
                let owns = |frame: &usize| {
                    let scope = c.thread.frames.get(*frame).and_then(|f| f.scope.as_ref());
                    scope.is_some_and(|scope| scope.owned.is_some())
                };
                let footprint = Footprint {
                    source: source.filter(owns),
                    ..Footprint::default()
                };
                Self::begin_footprint(c, footprint);
            }
            Instruction::End(purpose) => {
                let footprint = c.thread.footprints.pop().unwrap_or_default();
                self.end_assertion(c, routine, *purpose, footprint)?;
            }
            Instruction::Conjunct { context, resume } => {
                let past = scope(c).map_or(0, |scope| scope.past.len());
                c.thread.conjuncts.push(OpenConjunct {
                    frames: c.thread.frames.len(),
                    context: *context,
                    resume: *resume,
                    footprints: c.thread.footprints.len(),
                    past,
                });
            }
            Instruction::EndConjunct => {
                c.thread.conjuncts.pop();
                c.counts.conjuncts += 1;
            }
            Instruction::Check { condition } => {
                let condition = self.value(c, *condition);
                if !c.domain.truth(&condition)? {
                    let message = "it is false".to_owned();
                    return Err(Halt::Fails(ErrorCode::MayNotHold, message));
                }
            }
            Instruction::Access { place, demand } => self.access(c, *place, *demand)?,
            Instruction::Instance { site, demand } => {
                let amount = self.amount(c, *demand)?;
                return self.instance(c, routine, *site, amount, at);
            }
            Instruction::Unevaluable(what) => return Err(Halt::Unevaluable(what)),
            Instruction::BeyondScope => self.beyond_scope(c),
            Instruction::EndLoop => {
                if let Some(scope) = scope(c)
                    && let Some(kept) = scope.kept.pop()
                    && let Some(owned) = &mut scope.owned
                {
                    owned.add_all(kept);
                }
            }
            Instruction::Measure { before, after } => {
                self.descends(c, routine, *before, *after)?;
            }
            Instruction::Descend => return self.descends_from_caller(c, routine),
            Instruction::BeginOld(label) => {
                if let Some(scope) = scope(c) {
                    let past = match label {
                        None => scope.entry,
                        Some(label) => scope.labels.get(label.index()).copied().flatten(),
                    };
                    // Where a label was not passed, nothing differs from the entry.
                    let past = past.or(scope.entry);
                    scope.past.extend(past.or(scope.past.last().copied()));
                    if past.is_none() && scope.past.is_empty() {
                        return Err(Halt::Unevaluable("the heap of `old`"));
                    }
                }
            }
            Instruction::EndOld => {
                if let Some(scope) = scope(c) {
                    scope.past.pop();
                }
            }
            Instruction::Label(label) => self.save(c, *label),
            Instruction::BeginUntouched => Self::begin_footprint(c, Footprint::default()),
            Instruction::EndUntouched => self.compare_untouched(c)?,
            // The instructions of code have been executed by the caller.
            _ => {}
        }
        Ok(Next::Follow)
    }

    fn begin_footprint(c: &mut Configuration<D>, footprint: Footprint) {
        c.thread.footprints.push(footprint);
        c.domain.begin_footprint(c.thread.footprints.len());
    }

    /// Adds a demand to the footprint of a domain that collects footprints itself. Returns whether
    /// it does.
    pub(super) fn collected(
        c: &mut Configuration<D>,
        place: Demanded<'_, D::Value>,
        amount: Option<&Fraction>,
    ) -> Result<bool, Halt<D::Choice>> {
        let depth = c.thread.footprints.len();
        match c.domain.collect(depth, place, amount)? {
            None => Ok(false),
            Some(true) => Ok(true),
            Some(false) => Err(more_than_whole()),
        }
    }

    fn end_assertion(
        &mut self,
        c: &mut Configuration<D>,
        routine: &Routine,
        purpose: Purpose,
        footprint: Footprint,
    ) -> Result<(), Halt<D::Choice>> {
        let Footprint {
            source,
            mask,
            is_incomplete,
        } = footprint;
        if purpose == Purpose::Requires
            && let Some(giver) = source
            && let Some(scope) = c
                .thread
                .frames
                .get_mut(giver)
                .and_then(|f| f.scope.as_mut())
            && let Some(owned) = &mut scope.owned
        {
            owned.remove_all(&mask);
        }
        let initial = match purpose {
            Purpose::Requires => self.initial_permission(c, routine)?,
            _ => Mask::default(),
        };
        let Some(scope) = scope(c) else {
            return Ok(());
        };
        let mut kept = Mask::default();
        if purpose == Purpose::Entry
            && let Some(owned) = &mut scope.owned
        {
            kept = std::mem::take(owned);
            kept.remove_all(&mask);
        }
        let own = (!is_incomplete).then_some(mask);
        match purpose {
            Purpose::Assert => {}
            Purpose::Given => scope.owned = own,
            Purpose::Requires | Purpose::Borrow => {
                scope.owned = own.filter(|_| routine.is_tracked);
                if let Some(owned) = &mut scope.owned {
                    owned.add_all(initial);
                }
            }
            Purpose::Ensures | Purpose::Preserved | Purpose::Join => {
                scope.owned = scope.owned.take().and(own);
            }
            Purpose::Entry => {
                scope.owned = scope.owned.take().and(own);
                scope.kept.push(kept);
            }
        }
        Ok(())
    }

    /// The permission that a constructor and the main routine start with.
    fn initial_permission(
        &self,
        c: &mut Configuration<D>,
        routine: &Routine,
    ) -> Result<Mask, Halt<D::Choice>> {
        let mut mask = Mask::default();
        let MemberId::Method(method) = routine.member else {
            return Ok(mask);
        };
        let method = self.program.method(method);
        match (method.kind, method.class) {
            (MethodKind::Main, _) => {
                for field in ids::<FieldId>(self.program.fields.len()) {
                    if self.program.field(field).is_static {
                        mask.add(&static_location(field).into(), &Fraction::Full);
                    }
                }
            }
            (MethodKind::Initialiser, Some(class)) => {
                for field in self.program.static_fields_of(class) {
                    mask.add(&static_location(field).into(), &Fraction::Full);
                }
            }
            (MethodKind::Constructor, Some(class)) if !self.program.delegates(method) => {
                let Some(this) = method.vars.this else {
                    return Ok(mask);
                };
                let this = self.value(c, crate::code::Operand::Slot(this.0));
                for field in &self.program.class(class).fields {
                    let location = c.domain.field_location(&this, *field)?;
                    mask.add(&location.into(), &Fraction::Full);
                }
            }
            _ => {}
        }
        Ok(mask)
    }

    /// The demanded amount; `None` for some positive one.
    fn amount(
        &mut self,
        c: &mut Configuration<D>,
        demand: Demand,
    ) -> Result<Option<Fraction>, Halt<D::Choice>> {
        Ok(match demand {
            Demand::Write => Some(Fraction::Full),
            Demand::Wildcard => {
                c.domain.any_amount();
                None
            }
            Demand::Fraction(operand) => {
                let amount = self.value(c, operand);
                let Some(fraction) = c.domain.fraction(&amount)? else {
                    let message = "the fraction is not positive".to_owned();
                    return Err(Halt::Fails(ErrorCode::MayNotHold, message));
                };
                Some(fraction)
            }
        })
    }

    /// An amount within the instance whose body is collected; `None` for some positive one.
    pub(super) fn scaled(
        &self,
        c: &mut Configuration<D>,
        amount: Option<&Fraction>,
    ) -> Option<Fraction> {
        let whole = || Some(Fraction::Full);
        let scale = scope(c).map_or_else(whole, |scope| scope.scale.clone());
        Some(scale?.times(amount?))
    }

    fn access(
        &mut self,
        c: &mut Configuration<D>,
        place: AccessTarget,
        demand: Demand,
    ) -> Result<(), Halt<D::Choice>> {
        let amount = self.amount(c, demand)?;
        let amount = self.scaled(c, amount.as_ref());
        match place {
            AccessTarget::Field(receiver, field) => {
                let receiver = self.value(c, receiver);
                if Self::collected(c, Demanded::Field(&receiver, field), amount.as_ref())? {
                    return Ok(());
                }
                let location = c.domain.field_location(&receiver, field)?;
                self.demand(c, &location.into(), amount)
            }
            AccessTarget::Static(field) => {
                if Self::collected(c, Demanded::Static(field), amount.as_ref())? {
                    return Ok(());
                }
                self.demand(c, &static_location(field).into(), amount)
            }
            AccessTarget::Elements(array, from, until) => {
                let array = self.value(c, array);
                let from = from.map(|operand| self.value(c, operand));
                let until = until.map(|operand| self.value(c, operand));
                let elements = Demanded::Elements(&array, from.as_ref(), until.as_ref());
                if Self::collected(c, elements, amount.as_ref())? {
                    return Ok(());
                }
                let found = c
                    .domain
                    .element_locations(&array, from.as_ref(), until.as_ref());
                self.demand(c, &found?, amount)
            }
        }
    }

    /// Adds a demand to the footprint that is collected. Of a wildcard, the footprint gets a part of
    /// what is left. The first location where that is not enough is refused.
    pub(super) fn demand(
        &mut self,
        c: &mut Configuration<D>,
        locations: &Locations,
        amount: Option<Fraction>,
    ) -> Result<(), Halt<D::Choice>> {
        let Some(footprint) = c.thread.footprints.last_mut() else {
            c.counts.permission_checks += 1;
            return Ok(());
        };
        let source = footprint
            .source
            .and_then(|frame| c.thread.frames.get(frame));
        let owned = source.and_then(|frame| frame.scope.as_ref()?.owned.as_ref());
        for left in footprint.mask.left_of(owned, locations) {
            c.counts.permission_checks += 1;
            self.extra_steps += 1;
            let demanded = self.demanded(&left, owned.is_some(), amount.as_ref())?;
            footprint.mask.add(&left.locations, &demanded);
        }
        Ok(())
    }

    /// The amount that a demand takes of locations where this is left.
    fn demanded(
        &mut self,
        left: &Left,
        is_owned: bool,
        amount: Option<&Fraction>,
    ) -> Result<Fraction, Halt<D::Choice>> {
        let known = left.amount.as_ref();
        let demanded = match amount {
            Some(amount) if !is_owned => Some(amount.clone()),
            Some(Fraction::Full) => known.filter(|left| **left == Fraction::Full).cloned(),
            Some(part) => known.filter(|left| left.covers(part)).map(|_| part.clone()),
            None => known.map(|left| left.times(&small())),
        };
        if let Some(Fraction::Part(left)) = known {
            // Amounts can become ever smaller, so that arithmetic is no single step.
            let words = left.denom().bits() / 64;
            let steps = OPERATIONS_PER_DEMAND.saturating_mul(permission::steps(words));
            self.extra_steps = self.extra_steps.saturating_add(steps);
        }
        let Some(demanded) = demanded else {
            let message = known.map_or_else(
                || "permission is missing".to_owned(),
                |left| format!("only {} of the permission is held", left.value()),
            );
            return Err(Halt::Fails(ErrorCode::InsufficientPermission, message));
        };
        let sum = left.collected.as_ref().map(|held| held.plus(&demanded));
        if sum.as_ref().unwrap_or(&demanded).is_above_one() {
            return Err(more_than_whole());
        }
        Ok(demanded)
    }

    /// Refuses an access of code without permission.
    pub(super) fn may_access(
        &mut self,
        c: &mut Configuration<D>,
        locations: &Locations,
        writes: bool,
    ) -> Result<(), Halt<D::Choice>> {
        c.counts.permission_checks += 1;
        let owned = scope(c).and_then(|scope| scope.owned.as_ref());
        let Some(owned) = owned else {
            return Ok(());
        };
        let is_refused = |amount: &Option<&Fraction>| match amount {
            Some(Fraction::Full) => false,
            Some(_) => writes,
            None => true,
        };
        let mut amounts = owned.runs(locations).map(|(_, amount)| amount);
        let message = match amounts.find(is_refused) {
            None => return Ok(()),
            Some(Some(amount)) => format!(
                "writing needs the full permission, and only {} of it is held",
                amount.value()
            ),
            Some(None) => "permission is missing".to_owned(),
        };
        Err(Halt::Fails(ErrorCode::InsufficientPermission, message))
    }

    pub(super) fn may_read_elements(
        &mut self,
        c: &mut Configuration<D>,
        array: &D::Value,
        from: Option<&D::Value>,
        until: Option<&D::Value>,
    ) -> Result<(), Halt<D::Choice>> {
        if !super::is_checked(&c.thread) {
            return Ok(());
        }
        let elements = c.domain.element_locations(array, from, until)?;
        self.may_access(c, &elements, false)
    }

    /// Gives the elements of a new array to the frame that created it.
    pub(super) fn own_elements(
        &mut self,
        c: &mut Configuration<D>,
        array: &D::Value,
    ) -> Result<(), Halt<D::Choice>> {
        if !super::is_checked(&c.thread) {
            return Ok(());
        }
        let elements = c.domain.element_locations(array, None, None)?;
        if let Some(owned) = scope(c).and_then(|scope| scope.owned.as_mut()) {
            owned.add(&elements, &Fraction::Full);
        }
        Ok(())
    }

    /// Refuses measures that do not descend: the first that changes must become smaller, from a
    /// value that is not negative.
    fn descends(
        &mut self,
        c: &mut Configuration<D>,
        routine: &Routine,
        before: Operands,
        after: Operands,
    ) -> Result<(), Halt<D::Choice>> {
        let (before, after) = (
            self.values(c, routine, before),
            self.values(c, routine, after),
        );
        match self.is_smaller(c, &before, &after)? {
            None => Ok(()),
            Some(shown) => {
                let message = format!("the measure does not descend: {shown} the iteration");
                Err(Halt::Fails(ErrorCode::Termination, message))
            }
        }
    }

    fn save(&self, c: &mut Configuration<D>, label: LabelId) {
        let mark = c.domain.mark();
        let Some(scope) = scope(c) else { return };
        let count = scope.labels.len().max(label.index() + 1);
        scope.labels.resize(count, None);
        scope.first_label.get_or_insert(mark);
        let slot = scope.labels.get_mut(label.index());
        if let Some(earlier) = slot.and_then(|slot| slot.replace(mark)) {
            c.domain.forget(earlier);
        }
    }

    /// Refuses locations of the footprint that changed since entry, and another footprint.
    fn compare_untouched(&self, c: &mut Configuration<D>) -> Result<(), Halt<D::Choice>> {
        let entry = scope(c).and_then(|scope| scope.entry);
        let depth = c.thread.footprints.len();
        let own = match entry {
            Some(entry) => c.domain.untouched(depth, entry)?,
            None => None,
        };
        let mut collected = c.thread.footprints.iter().rev();
        let then = collected.next().cloned().unwrap_or_default();
        let now = collected.next().cloned().unwrap_or_default();
        let Some(entry) = entry.filter(|_| !then.is_incomplete && !now.is_incomplete) else {
            return Err(Halt::Unevaluable("the heap on entry"));
        };
        let mut same = own.unwrap_or(true) && then.mask == now.mask;
        for (Locations { object, parts }, _) in now.mask.all() {
            for part in parts {
                let location = Location { object, part };
                same = same && c.domain.is_unchanged(location, entry)?;
            }
        }
        let others = c.thread.footprints.len().saturating_sub(2);
        c.thread.footprints.truncate(others);
        if same {
            Ok(())
        } else {
            let message = "what it describes has changed since entry".to_owned();
            Err(Halt::Fails(ErrorCode::MayNotHold, message))
        }
    }
}

fn more_than_whole<C>() -> Halt<C> {
    let message = "more than the full permission to a location is demanded".to_owned();
    Halt::Fails(ErrorCode::InsufficientPermission, message)
}

/// The scope of the current frame.
fn scope<D: Domain>(c: &mut Configuration<D>) -> Option<&mut Scope> {
    let frame = c.thread.frames.last_mut()?;
    frame.scope.as_deref_mut()
}

/// The part of what is left that a wildcard takes.
fn small() -> Fraction {
    Fraction::Part(std::rc::Rc::new(BigRational::new(1.into(), 2.into())))
}
