//! Values that depend on an index, where something is known of the index: writes at an index that is not
//! constant would otherwise double a value each time.

use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use veriframe_base::stack::deep;
use veriframe_logic::terms::term::Node;
use veriframe_logic::{Sort, Term, Terms};

/// What is known of an index.
#[derive(Clone, Copy, Debug)]
pub(super) enum Known {
    /// It is this number.
    Is(usize),
    /// It is not this number.
    IsNot(usize),
}

impl Known {
    /// Whether the index is this number, if that is known.
    fn says(self, number: &BigInt) -> Option<bool> {
        match self {
            Known::Is(known) => Some(*number == BigInt::from(known)),
            Known::IsNot(known) => (*number == BigInt::from(known)).then_some(false),
        }
    }
}

/// A value without the choices that what is known of an index decides.
pub(super) fn decided(terms: &mut Terms, t: Term, index: Term, known: Known) -> Term {
    let mut done = FxHashMap::default();
    rewritten(terms, &mut done, t, index, known)
}

fn rewritten(
    terms: &mut Terms,
    done: &mut FxHashMap<Term, Term>,
    t: Term,
    index: Term,
    known: Known,
) -> Term {
    if let Some(found) = done.get(&t) {
        return *found;
    }
    let mut part = |terms: &mut Terms, t| deep(|| rewritten(terms, done, t, index, known));
    let found = match terms.node(t).clone() {
        Node::Ite(condition, yes, no) => match decides(terms, condition, index, known) {
            Some(true) => part(terms, yes),
            Some(false) => part(terms, no),
            None => {
                let (yes, no) = (part(terms, yes), part(terms, no));
                terms.ite(condition, yes, no)
            }
        },
        Node::Sum(Sort::Int, sum) => {
            let mut whole = terms.int(sum.constant.to_integer());
            for (factor, summand) in &sum.parts {
                let (factor, summand) = (terms.int(factor.to_integer()), part(terms, *summand));
                let product = terms.mul(factor, summand);
                whole = terms.add(whole, product);
            }
            whole
        }
        Node::Mul(a, b) => {
            let (a, b) = (part(terms, a), part(terms, b));
            terms.mul(a, b)
        }
        _ => t,
    };
    done.insert(t, found);
    found
}

/// Whether a condition that compares the index with a number holds.
fn decides(terms: &Terms, condition: Term, index: Term, known: Known) -> Option<bool> {
    let Node::Eq(a, b) = *terms.node(condition) else {
        return None;
    };
    let other = if a == index {
        b
    } else if b == index {
        a
    } else {
        return None;
    };
    match terms.node(other) {
        Node::Int(number) => known.says(number),
        _ => None,
    }
}
