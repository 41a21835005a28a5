//! What a call by contract checks: the conditions of the precondition, and of its permission what
//! values decide. Places belong to objects that are not null, slices are within their arrays, and
//! two whole fields are fields of two objects. Whether the caller has the permission is not checked.

use super::evaluation::{Part, What};
use super::{Caller, ContractDomain};
use crate::diagnostics::Code as ErrorCode;
use crate::execution::code::Constant;
use crate::execution::domain::{Interrupt, LeftOut, Outcome};
use crate::ir::{Amount, BinOp, Expr, ExprKind, FieldId, Location, LogicOp};
use crate::source::Span;
use num_traits::Zero;

/// A field of which the precondition demands the whole, under a condition if there is one.
struct Whole<V> {
    field: FieldId,
    receiver: V,
    guard: Option<V>,
}

impl<'p, D: ContractDomain> Caller<'_, 'p, D> {
    /// Checks the precondition.
    pub(super) fn check(
        &mut self,
        parts: &[Part<'p, D::Value>],
        left_out: &mut LeftOut,
    ) -> Outcome<(), D::Choice> {
        let mut wholes = Vec::new();
        for part in parts {
            match part.what {
                What::Condition(_) => match self.evaluation.condition(part) {
                    Some(value) => self.demand(&value)?,
                    None => unchecked(part.span, left_out),
                },
                What::Location(location, amount) if is_positive(amount) => {
                    self.check_location(location, part, left_out)?;
                    if let (Location::Field(receiver, field), Amount::Write) = (location, amount) {
                        self.check_distinct(receiver, *field, part, &mut wholes)?;
                    }
                }
                What::Instance(instance) if is_positive(&instance.amount) => {
                    self.check_object(&instance.receiver, part, left_out)?;
                }
                What::Location(..) | What::Instance(_) | What::Unknown => {}
            }
        }
        Ok(())
    }

    fn demand(&mut self, condition: &D::Value) -> Outcome<(), D::Choice> {
        if self.evaluation.domain.truth(condition)? {
            return Ok(());
        }
        let name = self.program.member_name(self.member);
        Err(Interrupt::fault(
            ErrorCode::Precondition,
            format!("the precondition of `{name}` does not hold"),
        ))
    }

    /// Checks a condition where the guard of a part holds.
    fn demand_of(
        &mut self,
        condition: Option<D::Value>,
        part: &Part<'p, D::Value>,
        left_out: &mut LeftOut,
    ) -> Outcome<(), D::Choice> {
        let guarded = match (&part.guard, condition) {
            (None, condition) => condition,
            (Some(Some(guard)), Some(condition)) => {
                let domain = &mut *self.evaluation.domain;
                domain.connective(LogicOp::Implies, guard, &condition)
            }
            (Some(_), _) => None,
        };
        match guarded {
            Some(condition) => self.demand(&condition),
            None => {
                unchecked(part.span, left_out);
                Ok(())
            }
        }
    }

    /// Checks that an object is not null.
    fn check_object(
        &mut self,
        object: &'p Expr,
        part: &Part<'p, D::Value>,
        left_out: &mut LeftOut,
    ) -> Outcome<(), D::Choice> {
        let is_object = self.evaluation.expr(object).and_then(|object| {
            let domain = &mut *self.evaluation.domain;
            let null = domain.constant(&Constant::Null);
            domain.term_of_binary(BinOp::Ne, &object, &null)
        });
        self.demand_of(is_object, part, left_out)
    }

    fn check_location(
        &mut self,
        location: &'p Location,
        part: &Part<'p, D::Value>,
        left_out: &mut LeftOut,
    ) -> Outcome<(), D::Choice> {
        match location {
            Location::Static(_) => Ok(()),
            Location::Field(object, _) | Location::Elems(object) => {
                self.check_object(object, part, left_out)
            }
            Location::Slice(array, from, until) => {
                self.check_object(array, part, left_out)?;
                let is_within = self.is_within(array, from.as_deref(), until.as_deref());
                self.demand_of(is_within, part, left_out)
            }
        }
    }

    /// The condition that the bounds of a slice are in order and within an array.
    fn is_within(
        &mut self,
        array: &'p Expr,
        from: Option<&'p Expr>,
        until: Option<&'p Expr>,
    ) -> Option<D::Value> {
        let array = self.evaluation.expr(array)?;
        let length = self.evaluation.domain.length(&array).ok()?;
        let zero = (self.evaluation.domain).constant(&Constant::Int(0.into()));
        let from = match from {
            Some(from) => self.evaluation.expr(from)?,
            None => zero.clone(),
        };
        let until = match until {
            Some(until) => self.evaluation.expr(until)?,
            None => length.clone(),
        };
        let domain = &mut *self.evaluation.domain;
        let mut all = domain.constant(&Constant::Bool(true));
        for (low, high) in [(&zero, &from), (&from, &until), (&until, &length)] {
            let is_ordered = domain.term_of_binary(BinOp::Le, low, high)?;
            all = domain.connective(LogicOp::And, &all, &is_ordered)?;
        }
        Some(all)
    }

    /// Checks that a field of which the whole is demanded is not one of those before. What cannot be
    /// compared is a matter of permission.
    fn check_distinct(
        &mut self,
        receiver: &'p Expr,
        field: FieldId,
        part: &Part<'p, D::Value>,
        wholes: &mut Vec<Whole<D::Value>>,
    ) -> Outcome<(), D::Choice> {
        let Some(receiver) = self.evaluation.expr(receiver) else {
            return Ok(());
        };
        let guard = match &part.guard {
            None => None,
            Some(Some(guard)) => Some(guard.clone()),
            Some(None) => return Ok(()),
        };
        for other in wholes.iter().filter(|other| other.field == field) {
            let domain = &mut *self.evaluation.domain;
            let mut is_distinct = domain.term_of_binary(BinOp::Ne, &receiver, &other.receiver);
            for guard in [&guard, &other.guard].into_iter().flatten() {
                is_distinct = is_distinct
                    .and_then(|distinct| domain.connective(LogicOp::Implies, guard, &distinct));
            }
            if let Some(is_distinct) = is_distinct {
                self.demand(&is_distinct)?;
            }
        }
        wholes.push(Whole {
            field,
            receiver,
            guard,
        });
        Ok(())
    }
}

fn unchecked(conjunct: Span, left_out: &mut LeftOut) {
    left_out.add(&LeftOut {
        unchecked: vec![conjunct],
        unassumed: Vec::new(),
    });
}

/// Whether an amount is known to be more than nothing.
fn is_positive(amount: &Amount) -> bool {
    match amount {
        Amount::Write | Amount::Wildcard => true,
        Amount::Fraction(e) => matches!(&e.kind, ExprKind::Perm(amount) if !amount.is_zero()),
    }
}
