//! What a call by contract checks: the conditions of the precondition, and of its permission what
//! values decide. Places belong to objects that are not null, slices are within their arrays, and
//! fields to which write permission is demanded twice are those of two objects. Whether the caller
//! has the permission is not checked.

use super::evaluation::{Conjunct, ConjunctKind};
use super::{Caller, ContractDomain};
use crate::code::Constant;
use crate::domain::{Interrupt, LeftOut, Outcome};
use num_traits::Zero;
use veriframe_base::diagnostics::Code as ErrorCode;
use veriframe_ir::{Amount, BinOp, Expr, ExprKind, FieldId, Location, LogicOp};

/// A field to which the precondition demands write permission in any case.
#[derive(PartialEq)]
struct Written<V> {
    field: FieldId,
    receiver: V,
}

impl<'p, D: ContractDomain> Caller<'_, 'p, D> {
    /// Checks the precondition.
    pub(super) fn check(
        &mut self,
        parts: &[Conjunct<'p, D::Value>],
        left_out: &mut LeftOut,
    ) -> Outcome<(), D::Choice> {
        let mut written = Vec::new();
        for part in parts {
            if let ConjunctKind::Condition(_) = part.what {
                let condition = self.evaluation.condition(part);
                self.demand_or_leave_out(condition, part, left_out)?;
            }
            if let Some(object) = object_of(part) {
                let is_object = self.is_object(object, part);
                let condition = is_object.and_then(|own| self.evaluation.guarded(own, part));
                self.demand_or_leave_out(condition, part, left_out)?;
            }
            if let ConjunctKind::Location(Location::Slice(array, from, until), _) = part.what {
                let is_within = self.is_within(part, array, from.as_deref(), until.as_deref());
                let condition = is_within.and_then(|own| self.evaluation.guarded(own, part));
                self.demand_or_leave_out(condition, part, left_out)?;
            }
            if let ConjunctKind::Location(Location::Field(receiver, field), Amount::Write) =
                part.what
            {
                self.check_distinct(receiver, *field, part, &mut written)?;
            }
        }
        Ok(())
    }

    fn demand_or_leave_out(
        &mut self,
        condition: Option<D::Value>,
        part: &Conjunct<'p, D::Value>,
        left_out: &mut LeftOut,
    ) -> Outcome<(), D::Choice> {
        match condition {
            Some(condition) => self.demand(&condition)?,
            None => left_out.add(&LeftOut {
                unchecked: vec![part.span],
                unassumed: Vec::new(),
            }),
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

    /// Assumes that the place of a part of the postcondition exists.
    pub(super) fn assume_existence(&mut self, part: &Conjunct<'p, D::Value>) {
        let Some(object) = object_of(part) else {
            return;
        };
        let is_object = self.is_object(object, part);
        let is_within = match part.what {
            ConjunctKind::Location(Location::Slice(array, from, until), _) => {
                self.is_within(part, array, from.as_deref(), until.as_deref())
            }
            _ => None,
        };
        for exists in is_object.into_iter().chain(is_within) {
            if let Some(exists) = self.evaluation.guarded(exists, part) {
                self.evaluation.domain.suppose(&exists);
            }
        }
    }

    /// The condition that an object is not null.
    fn is_object(&mut self, object: &'p Expr, part: &Conjunct<'p, D::Value>) -> Option<D::Value> {
        let object = self.evaluation.expr_of(part, object)?;
        let domain = &mut *self.evaluation.domain;
        let null = domain.constant(&Constant::Null);
        domain.term_of_binary(BinOp::Ne, &object, &null)
    }

    /// The condition that the bounds of a slice are in order and within an array.
    fn is_within(
        &mut self,
        part: &Conjunct<'p, D::Value>,
        array: &'p Expr,
        from: Option<&'p Expr>,
        until: Option<&'p Expr>,
    ) -> Option<D::Value> {
        let array = self.evaluation.expr_of(part, array)?;
        let length = self.evaluation.domain.length(&array).ok()?;
        let zero = (self.evaluation.domain).constant(&Constant::Int(0.into()));
        let from = match from {
            Some(from) => self.evaluation.expr_of(part, from)?,
            None => zero.clone(),
        };
        let until = match until {
            Some(until) => self.evaluation.expr_of(part, until)?,
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

    /// Checks that a field to which write permission is demanded is not one of those before. Objects
    /// that only permission tells apart are not compared.
    fn check_distinct(
        &mut self,
        receiver: &'p Expr,
        field: FieldId,
        part: &Conjunct<'p, D::Value>,
        written: &mut Vec<Written<D::Value>>,
    ) -> Outcome<(), D::Choice> {
        let own = self.evaluation.expr_of(part, receiver);
        let (Some(receiver), None) = (own, &part.guard) else {
            return Ok(());
        };
        let own = Written { field, receiver };
        if written.contains(&own) {
            let never = (self.evaluation.domain).constant(&Constant::Bool(false));
            self.demand(&never)?;
        }
        written.push(own);
        Ok(())
    }
}

/// The object that must exist, since a part demands permission to its places.
fn object_of<'p, V>(part: &Conjunct<'p, V>) -> Option<&'p Expr> {
    match part.what {
        ConjunctKind::Location(location, amount) if is_positive(amount) => match location {
            Location::Static(_) => None,
            Location::Field(object, _) | Location::Elems(object) => Some(object),
            Location::Slice(array, ..) => Some(array),
        },
        ConjunctKind::Instance(instance) if is_positive(&instance.amount) => {
            instance.receiver.as_ref()
        }
        ConjunctKind::Condition(_)
        | ConjunctKind::Location(..)
        | ConjunctKind::Instance(_)
        | ConjunctKind::Unknown => None,
    }
}

/// Whether an amount is known to be more than nothing.
fn is_positive(amount: &Amount) -> bool {
    match amount {
        Amount::Write | Amount::Wildcard => true,
        Amount::Fraction(e) => matches!(&e.kind, ExprKind::Perm(amount) if !amount.is_zero()),
    }
}
