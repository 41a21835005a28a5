//! Operators, conversions and built-in functions on formulas.

use super::value::{ObjectId, Value};
use super::{Bounded, Result, unsupported};
use crate::domain::Interrupt;
use crate::natives::{Native, NumberOp, TextOp};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use std::rc::Rc;
use veriframe_base::diagnostics::Code as ErrorCode;
use veriframe_ir::{BinOp, Overflow, Width};
use veriframe_logic::bits::{Formula, Formulas, Machine};

/// The machine type of a width.
pub(super) fn machine(width: Width) -> Machine {
    Machine {
        bits: width.bits(),
        is_signed: width.least() < BigInt::zero(),
    }
}

impl Bounded<'_> {
    /// A binary operator.
    pub(super) fn operator(&mut self, op: BinOp, left: &Value, right: &Value) -> Result<Value> {
        let (left, right) = (self.structure(left)?, self.structure(right)?);
        if let Some(holds) = op.equality() {
            let equal = self.equal(&left, &right)?;
            let not = |equal| self.formulas().not(equal);
            return Ok(Value::Bool(if holds { equal } else { not(equal) }));
        }
        match (&left, &right) {
            (Value::Int(a), Value::Int(b)) => self.arithmetic(op, *a, *b),
            (Value::Perm(_), _) | (_, Value::Perm(_)) => self.amounts(op, &left, &right),
            _ => unsupported("arithmetic on these values"),
        }
    }

    fn arithmetic(&self, op: BinOp, a: Formula, b: Formula) -> Result<Value> {
        if op.divides() {
            let f = &mut *self.formulas();
            let zero = f.int(0);
            let is_zero = f.eq(b, zero);
            let defined = f.not(is_zero);
            match self.path.decide(f, defined) {
                Some(true) => {}
                Some(false) => {
                    return Err(Interrupt::by_zero());
                }
                None => return Err(Interrupt::Undecided(defined)),
            }
        }
        Ok(self.computed(op, a, b))
    }

    /// The value for integers of which the divisor is not 0.
    pub(super) fn computed(&self, op: BinOp, a: Formula, b: Formula) -> Value {
        op.formula(&mut self.formulas(), a, b)
            .either(Value::Int, Value::Bool)
    }

    /// Arithmetic on permission amounts, which are constants.
    fn amounts(&self, op: BinOp, left: &Value, right: &Value) -> Result<Value> {
        let (Some(a), Some(b)) = (self.amount(left), self.amount(right)) else {
            return unsupported("a symbolic permission amount");
        };
        if op.divides() && b.is_zero() {
            return Err(Interrupt::by_zero());
        }
        let Some(computed) = op.of_amounts(&a, &b) else {
            return unsupported("this operation on permission amounts");
        };
        Ok(computed.either(
            |amount| Value::Perm(Rc::new(amount)),
            |holds| Value::Bool(Formulas::truth(holds)),
        ))
    }

    fn amount(&self, value: &Value) -> Option<BigRational> {
        match value {
            Value::Perm(amount) => Some((**amount).clone()),
            Value::Int(n) => {
                let n = self.formulas().constant(*n).cloned();
                n.map(BigRational::from_integer)
            }
            _ => None,
        }
    }

    /// The values are equal.
    pub(super) fn equal(&self, left: &Value, right: &Value) -> Result<Formula> {
        let (left, right) = (self.structure(left)?, self.structure(right)?);
        Ok(match (&left, &right) {
            (Value::Int(a), Value::Int(b)) => self.formulas().eq(*a, *b),
            (Value::Bool(a), Value::Bool(b)) => self.formulas().iff(*a, *b),
            (Value::Ref(_) | Value::Unset, Value::Ref(_) | Value::Unset) => {
                let (a, b) = (self.reference(&left)?, self.reference(&right)?);
                if a.objects.iter().any(|object| b.objects.contains(object)) {
                    self.formulas().eq(a.id, b.id)
                } else {
                    Formulas::FALSE
                }
            }
            (Value::Perm(_), _) | (_, Value::Perm(_)) => {
                match (self.amount(&left), self.amount(&right)) {
                    (Some(a), Some(b)) => Formulas::truth(a == b),
                    _ => return unsupported("a symbolic permission amount"),
                }
            }
            (Value::Seq(x), Value::Seq(y)) if x.len() != y.len() => Formulas::FALSE,
            (Value::Seq(x), Value::Seq(y)) => {
                let mut all = Formulas::TRUE;
                for (a, b) in x.iter().zip(y.iter()) {
                    let equal = self.equal(a, b)?;
                    all = self.formulas().and(all, equal);
                }
                all
            }
            (Value::Set(x), Value::Set(y)) => {
                let (a, b) = (self.subset_formula(x, y)?, self.subset_formula(y, x)?);
                self.formulas().and(a, b)
            }
            (Value::Multiset(x), Value::Multiset(y)) => {
                let (a, b) = (
                    self.submultiset_formula(x, y)?,
                    self.submultiset_formula(y, x)?,
                );
                self.formulas().and(a, b)
            }
            (Value::Map(x), Value::Map(y)) => self.equal_maps(x, y)?,
            _ => return unsupported("a comparison of these values"),
        })
    }

    /// The integer as a machine integer.
    pub(super) fn converted(
        &mut self,
        overflow: Overflow,
        width: Width,
        operand: &Value,
    ) -> Result<Value> {
        let operand = self.integer(operand)?;
        let machine = machine(width);
        if overflow == Overflow::Error {
            let fits = self.formulas().fits(machine, operand);
            let message = format!("the result does not fit in `{}`", width.name());
            self.check(fits, ErrorCode::Overflow, &message)?;
        }
        // What fits is the same; its range is that of the type then.
        Ok(Value::Int(self.formulas().wrap(machine, operand)))
    }

    /// A built-in member of the library.
    pub(super) fn native_call(&mut self, native: Native, operands: &[Value]) -> Result<Value> {
        match (native, operands) {
            (Native::Print(..), _) => Ok(Value::Unset),
            (Native::Number(op, _), [a, b]) if matches!(op, NumberOp::Min | NumberOp::Max) => {
                let (a, b) = (self.integer(a)?, self.integer(b)?);
                let f = &mut *self.formulas();
                let less = f.lt(a, b);
                Ok(Value::Int(match op {
                    NumberOp::Min => f.ite(less, a, b),
                    _ => f.ite(less, b, a),
                }))
            }
            // Of two texts, contracts tell less than whether they are equal.
            (Native::Text(TextOp::Same), [a, b]) if !self.is_text(a) || !self.is_text(b) => {
                Ok(Value::Bool(self.equal(a, b)?))
            }
            _ => unsupported("a call of this member of the library"),
        }
    }

    /// Whether a value can be a text.
    fn is_text(&self, value: &Value) -> bool {
        let string = self.shared.program.text_class();
        let is_text = |object: ObjectId| match (string, self.class(object)) {
            (Some(string), Some(class)) => self.shared.program.hierarchy.is_below(string, class),
            (_, class) => class.is_some(),
        };
        match value {
            Value::Ref(reference) => reference.objects.iter().any(|object| is_text(*object)),
            _ => *value != Value::Unset,
        }
    }
}
