//! The values of terms under an input.

use crate::execution::concolic::symbols::{Spot, Symbols};
use crate::execution::input::{Input, InputId, InputObject, InputValue};
use crate::execution::testing::expansion::get;
use crate::ir::{FieldId, Program};
use crate::logic::terms::term::Node;
use crate::logic::{Term, Terms};
use num_bigint::BigInt;
use num_traits::{ToPrimitive, Zero};
use std::cell::RefCell;
use std::collections::HashMap;

/// The value of a term under an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Is {
    Int(BigInt),
    Bool(bool),
    Ref(Option<u32>),
}

/// What symbols stand for.
#[derive(Clone, Copy)]
pub(super) enum Names<'v> {
    /// Parameters and static fields, by the symbol's name.
    Parameters(&'v [String]),
    /// The parts of an input.
    Spots(&'v Symbols<'v>),
}

pub(super) struct Valuation<'v> {
    pub(super) program: &'v Program,
    pub(super) terms: &'v Terms,
    pub(super) input: &'v Input,
    pub(super) names: Names<'v>,
    /// The values found so far: a term can be a part of another on exponentially many ways.
    pub(super) values: RefCell<HashMap<Term, Is>>,
}

impl Valuation<'_> {
    fn given(&self, value: Option<&InputValue>) -> Is {
        match value {
            Some(InputValue::Int(n)) => Is::Int(n.clone()),
            Some(InputValue::Bool(b)) => Is::Bool(*b),
            Some(InputValue::Object(id)) => Is::Ref(Some(id.0)),
            _ => Is::Ref(None),
        }
    }

    fn symbol(&self, t: Term, number: u32) -> Is {
        match self.names {
            Names::Parameters(names) => {
                let name = self.terms.symbol_name(number);
                let at = names.iter().position(|known| known == name);
                match at {
                    Some(at) => self.given(self.input.args.get(at)),
                    None => self.static_field(name),
                }
            }
            Names::Spots(symbols) => match symbols.get(t).unwrap().spot {
                Spot::Length(id) => match self.input.object(id) {
                    Some(InputObject::Array(_, elements)) => Is::Int(elements.len().into()),
                    other => panic!("{other:?} is no array"),
                },
                spot => self.given(get(self.input, spot).as_ref()),
            },
        }
    }

    fn static_field(&self, name: &str) -> Is {
        let is_it = |field: FieldId| name == self.program.static_text(field);
        let found = self.input.statics.iter().find(|(field, _)| is_it(*field));
        // Only `T.count` is one.
        found.map_or(Is::Int(0.into()), |(_, value)| self.given(Some(value)))
    }

    /// A function of the initial heap.
    fn cell(&self, name: &str, args: &[Is]) -> Is {
        let object = match args.first() {
            Some(Is::Ref(Some(id))) => self.input.object(InputId(*id)),
            _ => None,
        };
        match (name, object) {
            ("class", Some(InputObject::Object(class, _))) => Is::Int(class.0.into()),
            ("length", Some(InputObject::Array(_, elements))) => Is::Int(elements.len().into()),
            ("element", Some(InputObject::Array(_, elements))) => {
                let index = match args.get(1) {
                    Some(Is::Int(n)) => n.to_usize(),
                    _ => None,
                };
                match index.and_then(|index| elements.get(index)) {
                    Some(element) => self.given(Some(element)),
                    None => Is::Int(0.into()),
                }
            }
            (name, Some(InputObject::Object(_, fields))) => {
                let is_it =
                    |field: &&(FieldId, InputValue)| self.program.field(field.0).name == name;
                match (fields.iter().find(is_it), name) {
                    (Some((_, value)), _) => self.given(Some(value)),
                    (None, "value") => Is::Int(0.into()),
                    (None, _) => Is::Ref(None),
                }
            }
            ("next", _) => Is::Ref(None),
            _ => Is::Int(0.into()),
        }
    }

    pub(super) fn truth(&self, t: Term) -> bool {
        self.of(t) == Is::Bool(true)
    }

    /// Whether all of these hold. Later ones only make sense under earlier ones.
    pub(super) fn all(&self, conditions: impl IntoIterator<Item = Term>) -> bool {
        conditions.into_iter().all(|t| self.truth(t))
    }

    pub(super) fn int(&self, t: Term) -> BigInt {
        match self.of(t) {
            Is::Int(n) => n,
            other => panic!("{other:?} is no number"),
        }
    }

    pub(super) fn of(&self, t: Term) -> Is {
        if let Some(value) = self.values.borrow().get(&t) {
            return value.clone();
        }
        let value = self.evaluated(t);
        self.values.borrow_mut().insert(t, value.clone());
        value
    }

    fn evaluated(&self, t: Term) -> Is {
        match self.terms.node(t) {
            Node::Symbol(number) => self.symbol(t, *number),
            Node::Bool(b) => Is::Bool(*b),
            Node::Int(n) => Is::Int(n.clone()),
            Node::Null => Is::Ref(None),
            Node::Not(a) => Is::Bool(!self.truth(*a)),
            Node::And(parts) => Is::Bool(parts.iter().all(|part| self.truth(*part))),
            Node::Or(parts) => Is::Bool(parts.iter().any(|part| self.truth(*part))),
            Node::Ite(c, a, b) => self.of(if self.truth(*c) { *a } else { *b }),
            Node::Eq(a, b) => Is::Bool(self.of(*a) == self.of(*b)),
            Node::Le(a, b) => Is::Bool(self.int(*a) <= self.int(*b)),
            Node::Lt(a, b) => Is::Bool(self.int(*a) < self.int(*b)),
            Node::Sum(_, linear) => {
                let parts = linear.parts.iter();
                let parts = parts.map(|(factor, t)| factor.to_integer() * self.int(*t));
                Is::Int(parts.sum::<BigInt>() + linear.constant.to_integer())
            }
            Node::Mul(a, b) => Is::Int(self.int(*a) * self.int(*b)),
            Node::Div(a, b) | Node::Rem(a, b) => {
                let (x, y) = (self.int(*a), self.int(*b));
                let is_div = matches!(self.terms.node(t), Node::Div(..));
                match (y.is_zero(), is_div) {
                    (true, _) => Is::Int(0.into()),
                    (_, true) => Is::Int(x / y),
                    (_, false) => Is::Int(x % y),
                }
            }
            Node::App(function, args) => {
                let args: Vec<Is> = args.iter().map(|arg| self.of(*arg)).collect();
                self.cell(self.terms.function_name(*function), &args)
            }
            other => panic!("{other:?} is not evaluated"),
        }
    }
}
