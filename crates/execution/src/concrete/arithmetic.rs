//! Arithmetic and comparison of concrete values.

use super::value::Value;
use super::{PER_STEP, collections};
use crate::domain::{Interrupt, Outcome};
use crate::permission;
use num_bigint::BigInt;
use num_traits::Zero;
use std::rc::Rc;
use veriframe_base::diagnostics::Code as ErrorCode;
use veriframe_ir::{BinOp, Computed, Overflow, Width};

/// The size of the greatest products, in bits.
const MAX_BITS: u64 = 1 << 26;

/// A binary operator on two numbers or, for equality, on any two values.
///
/// # Errors
/// If the divisor is zero.
#[inline(always)]
pub(super) fn binary<C>(op: BinOp, left: &Value, right: &Value) -> Outcome<Value, C> {
    if let (Value::Int(a), Value::Int(b)) = (left, right)
        && let Some(computed) = op.of_words(*a, *b)
    {
        return Ok(computed.either(Value::Int, Value::Bool));
    }
    large(op, left, right)
}

/// [`binary`] for operands that are not both integers of 64 bits, or whose result is none.
#[inline(never)]
fn large<C>(op: BinOp, left: &Value, right: &Value) -> Outcome<Value, C> {
    if op.multiplies() && size(left).saturating_add(size(right)) > MAX_BITS {
        return Err(Interrupt::OutOfMemory);
    }
    if let Some(holds) = op.equality() {
        return Ok(Value::Bool(is_equal(left, right) == holds));
    }
    match (left.big(), right.big()) {
        (Some(a), Some(b)) => integers(op, &a, &b),
        _ => amounts(op, left, right),
    }
}

/// Decides a comparison.
///
/// # Errors
/// As [`binary`].
#[inline(always)]
pub(super) fn compare<C>(op: BinOp, left: &Value, right: &Value) -> Outcome<bool, C> {
    if let (Value::Int(a), Value::Int(b)) = (left, right)
        && let Some(Computed::Truth(holds)) = op.of_words(*a, *b)
    {
        return Ok(holds);
    }
    Ok(matches!(large(op, left, right)?, Value::Bool(true)))
}

/// Whether two values are equal; integers and amounts are compared as numbers.
pub(super) fn is_equal(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Perm(_), _) | (_, Value::Perm(_)) => left.perm() == right.perm(),
        _ => left == right,
    }
}

fn integers<C>(op: BinOp, a: &BigInt, b: &BigInt) -> Outcome<Value, C> {
    let computed = op.of_integers(a, b).ok_or_else(Interrupt::by_zero)?;
    Ok(computed.either(Value::int, Value::Bool))
}

fn amounts<C>(op: BinOp, left: &Value, right: &Value) -> Outcome<Value, C> {
    let (Some(a), Some(b)) = (left.perm(), right.perm()) else {
        return Err(Interrupt::Unsupported("this operation".to_owned()));
    };
    match op.of_amounts(&a, &b) {
        Some(computed) => Ok(computed.either(|amount| Value::Perm(Rc::new(amount)), Value::Bool)),
        None if op.divides() && b.is_zero() => Err(Interrupt::by_zero()),
        None => Err(Interrupt::Unsupported(format!(
            "`{}` of amounts",
            op.row().java
        ))),
    }
}

/// The ends of a range, for numbers of 64 bits.
fn ends(width: Width) -> (i64, i64) {
    match width {
        Width::I8 => (i8::MIN.into(), i8::MAX.into()),
        Width::I16 => (i16::MIN.into(), i16::MAX.into()),
        Width::U16 => (u16::MIN.into(), u16::MAX.into()),
        Width::I32 => (i32::MIN.into(), i32::MAX.into()),
        Width::I64 => (i64::MIN, i64::MAX),
    }
}

/// The integer as a machine integer.
///
/// # Errors
/// If it is out of range and overflow is an error.
pub(super) fn convert<C>(overflow: Overflow, width: Width, n: &Value) -> Outcome<Value, C> {
    let (least, greatest) = ends(width);
    match n {
        Value::Int(n) if (least..=greatest).contains(n) => return Ok(Value::Int(*n)),
        _ => {}
    }
    let Some(n) = n.big() else {
        return Err(Interrupt::Unsupported("this conversion".to_owned()));
    };
    match overflow {
        Overflow::Wrap => Ok(Value::int(width.wrap(&n))),
        Overflow::Error => Err(Interrupt::fault(
            ErrorCode::Overflow,
            format!("{n} does not fit in `{}`", width.name()),
        )),
    }
}

/// The size of a number, in bits; 0 for what fits into a word.
#[inline]
pub(super) fn size(n: &Value) -> u64 {
    match n {
        Value::Big(n) => n.bits(),
        Value::Perm(amount) => amount.numer().bits() + amount.denom().bits(),
        _ => 0,
    }
}

/// The bits of a word of a long number.
const WORD: u64 = 64;

/// The pairs of words that are multiplied in the time of a step.
const PAIRS_PER_STEP: u64 = 32;

/// The steps that an operation takes beyond one, because its operands are long numbers or
/// collections.
#[inline]
pub(super) fn extra_steps(op: BinOp, left: &Value, right: &Value) -> u64 {
    match (left, right) {
        (Value::Big(_) | Value::Perm(_), _) | (_, Value::Big(_) | Value::Perm(_)) => {
            steps_of_long(op, left, right)
        }
        (
            Value::Seq(_) | Value::Set(_) | Value::Multiset(_) | Value::Map(_),
            Value::Seq(_) | Value::Set(_) | Value::Multiset(_) | Value::Map(_),
        ) => {
            let least = collections::size_of(left).min(collections::size_of(right));
            u64::try_from(least / PER_STEP).unwrap_or(u64::MAX)
        }
        _ => 0,
    }
}

fn steps_of_long(op: BinOp, left: &Value, right: &Value) -> u64 {
    let (a, b) = (size(left) / WORD, size(right) / WORD);
    match (op, left, right) {
        (_, Value::Perm(_), _) | (_, _, Value::Perm(_)) => permission::steps(a + b),
        _ if op.is_product() => a.max(1).saturating_mul(b.max(1)) / PAIRS_PER_STEP,
        _ => (a + b) / PAIRS_PER_STEP,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_rational::BigRational;

    #[test]
    fn only_long_numbers_take_more_than_a_step() {
        let small = Value::Int(i64::MAX);
        let long = |bits: u32| Value::int(BigInt::from(3).pow(bits));
        assert_eq!(extra_steps(BinOp::Mul, &small, &small), 0);
        assert_eq!(extra_steps(BinOp::Mul, &small, &long(50)), 0);
        let [one, four] = [10_000, 40_000].map(|n| extra_steps(BinOp::Mul, &long(n), &long(n)));
        assert!(
            one > 1_000 && (15..17).contains(&(four / one)),
            "{one} {four}"
        );
        let half = Value::Perm(Rc::new(BigRational::new(1.into(), 2.into())));
        assert_eq!(extra_steps(BinOp::Div, &half, &Value::Int(2)), 0);
        let part = BigRational::new(1.into(), BigInt::from(3).pow(1_000));
        let part = Value::Perm(Rc::new(part));
        assert!(extra_steps(BinOp::Div, &part, &Value::Int(2)) > 1_000);
    }
}
