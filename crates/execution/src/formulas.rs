//! Terms for the operators of the language: what the domains with symbolic values compute with.

use crate::natives::{CharacterOp, NumberOp};
use num_bigint::BigInt;
use num_rational::BigRational;
use veriframe_base::floating::Format;
use veriframe_ir::{BinOp, Type, UnOp, Width, Works};
use veriframe_logic::terms::term::Node;
use veriframe_logic::{Sort, Term, Terms};

/// The term of a prefix operator; `None` if the operand has another sort.
pub fn unary(terms: &mut Terms, op: UnOp, operand: Term) -> Option<Term> {
    let works = match (op, terms.sort(operand)) {
        (UnOp::Not, Sort::Bool) | (UnOp::Neg, Sort::Int | Sort::Perm) => true,
        (UnOp::Not | UnOp::Neg, _) => false,
    };
    works.then(|| op.term(terms, operand))
}

/// The term of a strict binary operator; `None` if there is none for these operands. The
/// divisor is not 0.
pub fn binary(terms: &mut Terms, op: BinOp, left: Term, right: Term) -> Option<Term> {
    let (left, right) = same_sort(terms, left, right)?;
    let works = match (op.row().works, terms.sort(left)) {
        (Works::Equality, _)
        | (Works::Arithmetic | Works::Order, Sort::Int | Sort::Perm)
        | (Works::IntegerArithmetic, Sort::Int) => true,
        (Works::Arithmetic | Works::IntegerArithmetic | Works::Order, _) => false,
    };
    works.then(|| op.term(terms, left, right))
}

/// Two terms of one sort: integer constants are amounts where the other one is an amount.
fn same_sort(terms: &mut Terms, left: Term, right: Term) -> Option<(Term, Term)> {
    match (terms.sort(left), terms.sort(right)) {
        (a, b) if a == b => Some((left, right)),
        (Sort::Int, Sort::Perm) => Some((amount(terms, left)?, right)),
        (Sort::Perm, Sort::Int) => Some((left, amount(terms, right)?)),
        _ => None,
    }
}

/// The amount of an integer constant.
fn amount(terms: &mut Terms, t: Term) -> Option<Term> {
    let n = integer(terms, t)?;
    Some(terms.perm(BigRational::from_integer(n)))
}

/// The integer, if the term is a constant.
#[must_use]
pub fn integer(terms: &Terms, t: Term) -> Option<BigInt> {
    match terms.node(t) {
        Node::Int(n) => Some(n.clone()),
        _ => None,
    }
}

/// The number that stands for the class of arrays of these elements. Those of classes are not
/// negative, so no array is an object of one, and arrays whose elements have other sorts differ.
fn array_class(elem: &Type) -> i64 {
    match elem {
        Type::Int => -1,
        Type::Bool => -2,
        Type::Perm => -3,
        Type::Machine(Width::I8) => -4,
        Type::Machine(Width::I16) => -5,
        Type::Machine(Width::U16) => -6,
        Type::Machine(Width::I32) => -7,
        Type::Machine(Width::I64) => -8,
        Type::Floating(Format::Single) => -9,
        Type::Floating(Format::Double) => -10,
        // As in Java, an array of objects can be one of objects of a subclass.
        Type::Class(_) | Type::Object | Type::Null => -100,
        Type::Array(_) => -101,
        Type::Seq(_) | Type::Set(_) | Type::Multiset(_) | Type::Map(..) => -102,
    }
}

/// The condition that a class is that of arrays of these elements.
pub fn is_array_class(terms: &mut Terms, class: Term, elem: &Type) -> Term {
    let number = terms.int(array_class(elem));
    terms.eq(class, number)
}

/// The condition that a number is in the range of a machine type.
pub fn in_range(terms: &mut Terms, width: Width, t: Term) -> Term {
    let (least, greatest) = (terms.int(width.least()), terms.int(width.greatest()));
    let (low, high) = (terms.le(least, t), terms.le(t, greatest));
    terms.and([low, high])
}

/// The number as a machine integer that wraps around.
pub fn wrapped(terms: &mut Terms, width: Width, t: Term) -> Term {
    if let Some(n) = integer(terms, t) {
        return terms.int(width.wrap(&n));
    }
    let (least, greatest) = (width.least(), width.greatest());
    let modulus: BigInt = &greatest - &least + 1;
    // The remainder is that of the dividend's sign: what is negative is moved up first.
    let (offset, size) = (terms.int(least.clone()), terms.int(modulus.clone()));
    let shifted = terms.sub(t, offset);
    let rest = terms.rem(shifted, size);
    let zero = terms.int(0);
    let (negative, moved) = (terms.lt(rest, zero), terms.add(rest, size));
    let positive = terms.ite(negative, moved, rest);
    let result = terms.add(positive, offset);
    let within = in_range(terms, width, t);
    terms.ite(within, t, result)
}

/// The result of a function on numbers of this type that is an error where it does not fit in the type
/// beside it.
pub fn exact_number(
    terms: &mut Terms,
    op: NumberOp,
    width: Width,
    operands: &[Term],
) -> Option<(Term, Width)> {
    let one = terms.int(1);
    let result = match (op, operands) {
        (NumberOp::Add, &[a, b]) => terms.add(a, b),
        (NumberOp::Subtract, &[a, b]) => terms.sub(a, b),
        (NumberOp::Multiply, &[a, b]) => terms.mul(a, b),
        (NumberOp::Negate, &[a]) => terms.neg(a),
        (NumberOp::Increment, &[a]) => terms.add(a, one),
        (NumberOp::Decrement, &[a]) => terms.sub(a, one),
        (NumberOp::ToInt, &[a]) => return Some((a, Width::I32)),
        _ => return None,
    };
    Some((result, width))
}

/// The result of a function on numbers that always has one.
pub fn total_number(
    terms: &mut Terms,
    op: NumberOp,
    width: Width,
    operands: &[Term],
) -> Option<Term> {
    match (op, operands) {
        (NumberOp::Min, &[a, b]) => {
            let less = terms.le(a, b);
            Some(terms.ite(less, a, b))
        }
        (NumberOp::Max, &[a, b]) => {
            let less = terms.le(a, b);
            Some(terms.ite(less, b, a))
        }
        (NumberOp::Abs, &[a]) => {
            let (zero, negated) = (terms.int(0), terms.neg(a));
            let negative = terms.lt(a, zero);
            let result = terms.ite(negative, negated, a);
            // The one value without an opposite is its own.
            let least = terms.int(width.least());
            let is_least = terms.eq(a, least);
            Some(terms.ite(is_least, a, result))
        }
        (NumberOp::Compare, &[a, b]) => Some(sign(terms, a, b)),
        (NumberOp::Signum, &[a]) => {
            let zero = terms.int(0);
            Some(sign(terms, a, zero))
        }
        _ => None,
    }
}

/// -1, 0 or 1, by the order of two numbers.
fn sign(terms: &mut Terms, a: Term, b: Term) -> Term {
    let (less, equal) = (terms.lt(a, b), terms.eq(a, b));
    let [minus, zero, one] = [-1, 0, 1].map(|n| terms.int(n));
    let not_less = terms.ite(equal, zero, one);
    terms.ite(less, minus, not_less)
}

/// The characters that texts of inputs have if they can.
pub const LETTERS: [u16; 2] = [b'a' as u16, b'z' as u16];

/// The characters that can be read.
pub const PRINTABLE: [u16; 2] = [b' ' as u16, b'~' as u16];

/// The last character of ASCII.
pub const LAST_OF_ASCII: i64 = 0x7f;

/// The result of a function on a character of ASCII.
pub fn ascii(terms: &mut Terms, op: CharacterOp, c: Term) -> Option<Term> {
    const CASES: i64 = 32;
    let mut within = |first: u8, last: u8| {
        let (first, last) = (terms.int(first), terms.int(last));
        let (low, high) = (terms.le(first, c), terms.le(c, last));
        terms.and([low, high])
    };
    let digit = within(b'0', b'9');
    let (upper, lower) = (within(b'A', b'Z'), within(b'a', b'z'));
    Some(match op {
        CharacterOp::IsDigit => digit,
        CharacterOp::IsUpper => upper,
        CharacterOp::IsLower => lower,
        CharacterOp::IsLetter => terms.or([upper, lower]),
        CharacterOp::IsLetterOrDigit => terms.or([upper, lower, digit]),
        CharacterOp::IsWhitespace => {
            let (controls, separators) = (within(b'\t', b'\r'), within(0x1c, b' '));
            terms.or([controls, separators])
        }
        CharacterOp::ToUpper => {
            let cases = terms.int(CASES);
            let changed = terms.sub(c, cases);
            terms.ite(lower, changed, c)
        }
        CharacterOp::ToLower => {
            let cases = terms.int(CASES);
            let changed = terms.add(c, cases);
            terms.ite(upper, changed, c)
        }
        CharacterOp::Compare | CharacterOp::ToString => return None,
    })
}
