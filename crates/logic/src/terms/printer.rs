//! Terms in the notation of programs: the literals, operators and operations on collections that
//! all notations share.
//!
//! A [`Printer`] says what this file cannot know: what symbols, locations and calls are called. It
//! may also decide how comparisons are turned, and which brackets are written for the reader's sake.

use super::term::{Coll, Linear, Node, Term};
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use std::borrow::Cow;
use veriframe_base::visible::cut_after;

/// How strongly operators bind, as in Java.
pub mod binding {
    /// `c ? a : b`, `a ==> b`, and quantifiers.
    pub const CONDITIONAL: u8 = 1;
    /// Disjunctions.
    pub const OR: u8 = 2;
    /// Conjunctions.
    pub const AND: u8 = 3;
    /// Equality, order and membership.
    pub const COMPARISON: u8 = 4;
    /// Sums, and what joins collections.
    pub const SUM: u8 = 5;
    /// Products, quotients and remainders.
    pub const PRODUCT: u8 = 6;
    /// Negations and everything that binds more strongly.
    pub const UNARY: u8 = 9;
}

use binding::{AND, COMPARISON, CONDITIONAL, OR, PRODUCT, SUM, UNARY};

/// A text of terms that grows. `outer` is how strongly an operator must bind to need no brackets.
pub trait Printer<'t>: Sized {
    /// Whether brackets are left out where operators of one strength are applied from left to
    /// right.
    const LEFT_TO_RIGHT: bool;

    /// The node of a term.
    fn node(&self, t: Term) -> Cow<'t, Node>;
    /// Adds a piece of text.
    fn push(&mut self, text: &str);
    /// The sign of equality.
    fn equality(&self) -> &'static str;
    /// Writes a term, by its name if it has one.
    fn write(&mut self, t: Term, outer: u8);
    /// Writes a term that [`write_operation`] does not know.
    fn write_other(&mut self, t: Term, node: &Node, outer: u8);
    /// Writes an equality or its negation.
    fn equation(&mut self, sides: [Term; 2], operator: &str, outer: u8);

    /// Writes the operands of an infix operator that binds this strongly.
    fn operands(&mut self, [left, right]: [Term; 2], operator: &str, own: u8) {
        self.write(left, own + u8::from(!Self::LEFT_TO_RIGHT));
        self.push(&format!(" {operator} "));
        self.write(right, own + 1);
    }

    /// Writes an order of numbers; the second operator says the same with the sides swapped.
    fn order(&mut self, sides: [Term; 2], [operator, _]: [&str; 2], outer: u8) {
        self.infix(sides, operator, COMPARISON, outer);
    }

    /// Writes a disjunction.
    fn disjunction(&mut self, parts: &[Term], outer: u8) {
        self.list(parts, " || ", OR, outer);
    }

    /// Writes the parts of a sum in order.
    fn sum(&mut self, linear: &Linear) {
        let parts = linear.parts.iter().map(|(factor, t)| (factor, *t));
        summands(self, parts, &linear.constant);
    }

    /// Writes an operation on collections.
    fn collection(&mut self, op: Coll, args: &[Term], outer: u8) {
        write_collection(self, op, args, outer);
    }

    /// Writes something that binds this strongly, in brackets where they are needed.
    fn within(&mut self, own: u8, outer: u8, write: impl FnOnce(&mut Self)) {
        let is_closed = own < outer;
        self.push(if is_closed { "(" } else { "" });
        write(self);
        self.push(if is_closed { ")" } else { "" });
    }

    /// Writes an infix operation that binds this strongly.
    fn infix(&mut self, sides: [Term; 2], operator: &str, own: u8, outer: u8) {
        self.within(own, outer, |this| this.operands(sides, operator, own));
    }

    /// Writes the parts of an operation that has any number of them.
    fn list(&mut self, parts: &[Term], separator: &str, own: u8, outer: u8) {
        self.within(own, outer, |this| {
            for (position, part) in parts.iter().enumerate() {
                this.push(if position > 0 { separator } else { "" });
                this.write(*part, own + 1);
            }
        });
    }

    /// Writes parts with commas between them, and something around them.
    fn enclosed(&mut self, open: &str, parts: &[Term], close: &str) {
        self.push(open);
        for (position, part) in parts.iter().enumerate() {
            self.push(if position > 0 { ", " } else { "" });
            self.write(*part, 0);
        }
        self.push(close);
    }

    /// Writes a term, and something behind it that binds more strongly than any operator.
    fn member(&mut self, t: Term, suffix: &str) {
        self.write(t, UNARY);
        self.push(suffix);
    }
}

/// The longest text of a term for people, in characters; longer ones are cut.
pub const MAX_TEXT: usize = 400;

/// Whether a text is so long that what follows would be cut.
#[must_use]
pub fn is_full(text: &str) -> bool {
    text.len() > 4 * MAX_TEXT
}

/// A text, cut if it is long.
#[must_use]
pub fn cut(text: String) -> String {
    cut_after(&text, MAX_TEXT).into_owned()
}

/// Writes a term that has no name.
pub fn write_operation<'t, P: Printer<'t>>(out: &mut P, t: Term, outer: u8) {
    let node = out.node(t);
    match &*node {
        Node::Bool(b) => out.push(if *b { "true" } else { "false" }),
        Node::Int(n) => out.push(&n.to_string()),
        Node::Perm(amount) => out.push(&amount.to_string()),
        Node::Null => out.push("null"),
        Node::Not(inner) => match &*out.node(*inner) {
            Node::Eq(a, b) => out.equation([*a, *b], "!=", outer),
            _ => {
                out.push("!");
                out.write(*inner, UNARY);
            }
        },
        Node::And(parts) => out.list(parts, " && ", AND, outer),
        Node::Or(parts) => out.disjunction(parts, outer),
        Node::Ite(c, a, b) => out.within(CONDITIONAL, outer, |out| {
            out.write(*c, CONDITIONAL + 1);
            out.push(" ? ");
            out.write(*a, CONDITIONAL + 1);
            out.push(" : ");
            out.write(*b, CONDITIONAL + u8::from(!P::LEFT_TO_RIGHT));
        }),
        Node::Eq(a, b) => out.equation([*a, *b], out.equality(), outer),
        Node::Le(a, b) => out.order([*a, *b], ["<=", ">="], outer),
        Node::Lt(a, b) => out.order([*a, *b], ["<", ">"], outer),
        Node::Sum(_, linear) => out.within(SUM, outer, |out| out.sum(linear)),
        Node::Mul(a, b) => out.infix([*a, *b], "*", PRODUCT, outer),
        Node::Div(a, b) => out.infix([*a, *b], "/", PRODUCT, outer),
        Node::Rem(a, b) => out.infix([*a, *b], "%", PRODUCT, outer),
        Node::Coll(op, args) => out.collection(*op, args, outer),
        other @ (Node::Symbol(_)
        | Node::Unique(_)
        | Node::Unit
        | Node::Combine(..)
        | Node::First(_)
        | Node::Second(_)
        | Node::Wrap(_)
        | Node::Unwrap(..)
        | Node::IsCombine(_)
        | Node::IsWrap(..)
        | Node::Select(..)
        | Node::Store(..)
        | Node::Fill(..)
        | Node::App(..)
        | Node::Bound(..)
        | Node::Forall(_)) => out.write_other(t, other, outer),
    }
}

/// Writes the parts of a sum, then its constant.
pub fn summands<'t, 'l, P: Printer<'t>>(
    out: &mut P,
    parts: impl Iterator<Item = (&'l BigRational, Term)>,
    constant: &BigRational,
) {
    let mut is_first = true;
    for (factor, part) in parts {
        out.push(sign(factor, is_first));
        is_first = false;
        let size = factor.abs();
        if !size.is_one() {
            out.push(&format!("{size} * "));
        }
        // A quotient is rounded before it is multiplied.
        let is_rounded = matches!(&*out.node(part), Node::Div(..) | Node::Rem(..));
        let is_enclosed = !P::LEFT_TO_RIGHT || is_rounded && !size.is_one();
        out.write(part, PRODUCT + u8::from(is_enclosed));
    }
    if !constant.is_zero() || is_first {
        out.push(sign(constant, is_first));
        out.push(&constant.abs().to_string());
    }
}

/// The sign before a part of a sum.
#[must_use]
pub fn sign(part: &BigRational, is_first: bool) -> &'static str {
    match (part.is_negative(), is_first) {
        (true, true) => "-",
        (true, false) => " - ",
        (false, true) => "",
        (false, false) => " + ",
    }
}

/// The elements of a set with one more element, if all of them are listed.
fn set_literal<'t, P: Printer<'t>>(out: &P, all: Term, element: Term) -> Option<Vec<Term>> {
    let (mut all, mut elements) = (all, vec![element]);
    while let Node::Coll(Coll::SetInsert, args) = &*out.node(all) {
        let &[rest, element] = &**args else {
            return None;
        };
        elements.push(element);
        all = rest;
    }
    elements.reverse();
    matches!(&*out.node(all), Node::Coll(Coll::SetEmpty(_), _)).then_some(elements)
}

/// Writes an operation on collections, in the notation of annotations where it has one.
pub fn write_collection<'t, P: Printer<'t>>(out: &mut P, op: Coll, args: &[Term], outer: u8) {
    match (op, args) {
        (Coll::SeqEmpty(_) | Coll::SeqUnit, items) => out.enclosed("[", items, "]"),
        (Coll::SetEmpty(_), _) => out.push("set{}"),
        (Coll::MultisetEmpty(_) | Coll::MultisetUnit, items) => {
            out.enclosed("multiset{", items, "}");
        }
        (Coll::MapEmpty(..), _) => out.push("map{}"),
        (Coll::SeqConcat | Coll::SeqJoin, parts) => out.list(parts, " ++ ", SUM, outer),
        (Coll::SetUnion | Coll::MultisetUnion | Coll::MultisetJoin, parts) => {
            out.list(parts, " union ", SUM, outer);
        }
        (Coll::SetIntersect | Coll::MultisetIntersect, parts) => {
            out.list(parts, " intersect ", SUM, outer);
        }
        (Coll::SetMinus | Coll::MultisetMinus, &[a, b]) => {
            out.infix([a, b], "setminus", SUM, outer);
        }
        (Coll::SetSubset | Coll::MultisetSubset, &[a, b]) => {
            out.infix([a, b], "subset", COMPARISON, outer);
        }
        (Coll::SeqContains | Coll::SetContains, &[all, element]) => {
            out.infix([element, all], "in", COMPARISON, outer);
        }
        (Coll::SetInsert, &[all, element]) => match set_literal(out, all, element) {
            Some(elements) => out.enclosed("set{", &elements, "}"),
            None => out.within(SUM, outer, |out| {
                out.write(all, SUM);
                out.push(" union ");
                out.enclosed("set{", &[element], "}");
            }),
        },
        (Coll::SeqLen | Coll::SetSize | Coll::MultisetSize, all) => out.enclosed("|", all, "|"),
        (Coll::SeqIndex | Coll::MultisetCount | Coll::MapLookup, &[all, index]) => {
            out.write(all, UNARY);
            out.enclosed("[", &[index], "]");
        }
        (Coll::SeqTake, &[all, end]) => {
            out.write(all, UNARY);
            out.enclosed("[..", &[end], "]");
        }
        (Coll::SeqDrop, &[all, start]) => {
            out.write(all, UNARY);
            out.enclosed("[", &[start], "..]");
        }
        (Coll::SeqUpdate | Coll::MapUpdate, &[all, index, value]) => {
            out.write(all, UNARY);
            out.enclosed("[", &[index], " := ");
            out.enclosed("", &[value], "]");
        }
        (Coll::SetOfSeq, all) => out.enclosed("set(", all, ")"),
        (Coll::MultisetOfSeq, all) => out.enclosed("multiset(", all, ")"),
        (Coll::MapDomain, all) => out.enclosed("dom(", all, ")"),
        (_, all) => out.enclosed("collection(", all, ")"),
    }
}
