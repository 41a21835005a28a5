//! Contracts in place of code: connectives and quantifiers are terms, and state of which only pure
//! methods tell is a field of the receiver for each of them.

use super::{Symbolic, Value, formulas};
use crate::execution::by_contract::ContractDomain;
use crate::execution::domain::Moment;
use crate::ir::{BinOp, ClassId, CollOp, FieldId, LogicOp, PureId, Type};
use crate::logic::terms::term::Node;
use crate::logic::{Coll, Sort, Term, Terms};
use crate::sorts::{element_sort, sort_of};
use std::rc::Rc;

impl Symbolic<'_> {
    /// A reference that is the result of a call, as one whose cells can be read: one of the objects
    /// that the run has made, or else one of the initial heap.
    fn adopted(&mut self, reference: Term, ty: &Type) -> Term {
        let node = self.terms().node(reference).clone();
        match node {
            Node::Ite(c, a, b) => crate::logic::deep(|| {
                let (a, b) = (self.adopted(a, ty), self.adopted(b, ty));
                self.terms().ite(c, a, b)
            }),
            Node::Null | Node::Owner(_) => reference,
            _ if self.heap.made.contains_key(&reference) || self.types.contains_key(&reference) => {
                reference
            }
            _ => {
                self.assume_type(reference, ty);
                let mut value = reference;
                for made in self.made_of(ty) {
                    let mut terms = self.terms();
                    let same = terms.eq(reference, made);
                    value = terms.ite(same, made, value);
                }
                value
            }
        }
    }

    /// The objects that the run has made and that a reference of a type can refer to, in order.
    fn made_of(&self, ty: &Type) -> Vec<Term> {
        let fits = |class: Option<ClassId>| match (ty, class) {
            (Type::Class(wanted), Some(own)) => self.program.hierarchy.is_below(own, *wanted),
            (Type::Array(_), class) => class.is_none(),
            (Type::Object, _) => true,
            _ => false,
        };
        let made = self.heap.made.iter();
        let made = made.filter(|(_, made)| fits(made.class()));
        let mut made: Vec<Term> = made.map(|(reference, _)| *reference).collect();
        made.sort_unstable();
        made
    }

    fn sequence_or_set(terms: &mut Terms, ty: &Type, items: &[Term]) -> Option<Term> {
        Some(match ty {
            Type::Seq(elem) => terms.seq_of_items(element_sort(elem), items),
            Type::Set(elem) => {
                let mut set = terms.set_empty(element_sort(elem));
                for item in items {
                    set = terms.set_insert(set, *item);
                }
                set
            }
            Type::Multiset(elem) => {
                let mut all = terms.multiset_empty(element_sort(elem));
                for item in items {
                    let one = terms.multiset_unit(*item);
                    all = terms.multiset_union(all, one);
                }
                all
            }
            _ => return None,
        })
    }

    fn collection_term(
        &mut self,
        op: CollOp,
        operands: &[Term],
        operand: Option<&Type>,
        ty: &Type,
    ) -> Option<Term> {
        let mut terms = self.terms();
        let is_multiset = matches!(operand, Some(Type::Multiset(_)));
        Some(match (op, operands) {
            (CollOp::Literal, items) => Self::sequence_or_set(&mut terms, ty, items)?,
            (CollOp::Concat, &[a, b]) => terms.seq_concat(a, b),
            (CollOp::Size, &[whole]) => terms.cardinality(whole)?,
            (CollOp::Index, &[s, index]) => terms.seq_index(s, index),
            (CollOp::Drop, &[s, n]) => terms.seq_drop(s, n),
            (CollOp::Take, &[s, n]) => terms.seq_take(s, n),
            (CollOp::Range, &[s, from, to]) => {
                let taken = terms.seq_take(s, to);
                terms.seq_drop(taken, from)
            }
            (CollOp::Update, &[whole, key, value]) => match operand? {
                Type::Map(..) => terms.map_update(whole, key, value),
                _ => terms.seq_update(whole, key, value),
            },
            (CollOp::In, &[element, whole]) => match operand? {
                Type::Set(_) => terms.set_contains(whole, element),
                Type::Multiset(_) => terms.multiset_contains(whole, element),
                Type::Map(..) => {
                    let domain = terms.map_domain(whole);
                    terms.set_contains(domain, element)
                }
                _ => terms.seq_contains(whole, element),
            },
            (CollOp::Union, &[a, b]) if is_multiset => terms.multiset_union(a, b),
            (CollOp::Intersect, &[a, b]) if is_multiset => terms.multiset_intersect(a, b),
            (CollOp::Minus, &[a, b]) if is_multiset => terms.multiset_minus(a, b),
            (CollOp::Subset, &[a, b]) if is_multiset => terms.multiset_subset(a, b),
            (CollOp::Union, &[a, b]) => terms.set_union(a, b),
            (CollOp::Intersect, &[a, b]) => terms.set_intersect(a, b),
            (CollOp::Minus, &[a, b]) => terms.set_minus(a, b),
            (CollOp::Subset, &[a, b]) => terms.set_subset(a, b),
            (CollOp::Count, &[whole, element]) => terms.multiset_count(whole, element),
            (CollOp::Lookup, &[map, key]) => lookup(&mut terms, map, key),
            (CollOp::Domain, &[map]) => terms.map_domain(map),
            (CollOp::ToSet, &[s]) => terms.set_of_seq(s),
            (CollOp::ToMultiset, &[s]) => terms.multiset_of_seq(s),
            _ => return None,
        })
    }
}

/// The value of a key: of an update, the new value if it is that key.
fn lookup(terms: &mut Terms, map: Term, key: Term) -> Term {
    let mut updates = Vec::new();
    let mut below = map;
    while let Node::Coll(Coll::MapUpdate, args) = terms.node(below).clone()
        && let &[inner, own, value] = &*args
    {
        updates.push((own, value));
        below = inner;
    }
    let mut found = terms.map_lookup(below, key);
    for (own, value) in updates.into_iter().rev() {
        let same = terms.eq(own, key);
        found = terms.ite(same, value, found);
    }
    found
}

impl ContractDomain for Symbolic<'_> {
    fn unknown(&mut self, name: &str, ty: &Type) -> Option<Value> {
        let value = self.symbol(name, ty);
        let t = self.term(&value);
        if self.sort(t) != Sort::Ref {
            return Some(value);
        }
        let mut adopted = t;
        for made in self.made_of(ty) {
            let mut terms = self.terms();
            let same = terms.eq(t, made);
            adopted = terms.ite(same, made, adopted);
        }
        Some(Value::of(adopted))
    }

    fn bound(&mut self, name: &str, ty: &Type) -> Option<Value> {
        Some(Value::of(self.terms().fresh(name, sort_of(ty))))
    }

    fn quantified(&mut self, universal: bool, vars: &[Value], body: &Value) -> Option<Value> {
        let vars: Vec<Term> = vars.iter().map(|var| self.term(var)).collect();
        let body = self.term(body);
        let mut terms = self.terms();
        Some(Value::of(match universal {
            true => terms.forall(&vars, &[], body),
            false => terms.exists(&vars, &[], body),
        }))
    }

    fn term_of_binary(&mut self, op: BinOp, left: &Value, right: &Value) -> Option<Value> {
        let (left, right) = (self.term(left), self.term(right));
        let t = match (op, self.sort(left), self.sort(right)) {
            (BinOp::Eq, Sort::Ref, Sort::Ref) => self.same(left, right),
            (BinOp::Ne, Sort::Ref, Sort::Ref) => {
                let same = self.same(left, right);
                self.terms().not(same)
            }
            _ => formulas::binary(&mut self.terms(), op, left, right)?,
        };
        Some(Value::of(t))
    }

    fn connective(&mut self, op: LogicOp, left: &Value, right: &Value) -> Option<Value> {
        let (left, right) = (self.term(left), self.term(right));
        let mut terms = self.terms();
        Some(Value::of(match op {
            LogicOp::And => terms.and([left, right]),
            LogicOp::Or => terms.or([left, right]),
            LogicOp::Implies => terms.implies(left, right),
        }))
    }

    fn chosen(&mut self, condition: &Value, then: &Value, other: &Value) -> Option<Value> {
        let [condition, then, other] = [condition, then, other].map(|value| self.term(value));
        let mut terms = self.terms();
        let is_one_sort = terms.sort(then) == terms.sort(other);
        is_one_sort.then(|| Value::of(terms.ite(condition, then, other)))
    }

    fn term_of_collection(
        &mut self,
        op: CollOp,
        operands: &[Value],
        operand: Option<&Type>,
        ty: &Type,
    ) -> Option<Value> {
        let operands: Vec<Term> = operands.iter().map(|value| self.term(value)).collect();
        let mut t = self.collection_term(op, &operands, operand, ty)?;
        if ty.is_ref() && matches!(op, CollOp::Index | CollOp::Lookup) {
            t = self.adopted(t, ty);
        }
        Some(Value::of(t))
    }

    fn cell(&mut self, receiver: &Value, field: FieldId, at: Option<Moment>) -> Option<Value> {
        let receiver = self.term(receiver);
        let heap = self.heap_at(at);
        Some(Value::of(self.read_field(receiver, field, &heap)))
    }

    fn set_cell(&mut self, receiver: &Value, field: FieldId, value: &Value) {
        let (receiver, value) = (self.term(receiver), self.term(value));
        self.write_field(receiver, field, value);
    }

    fn state(&mut self, receiver: &Value, pure: PureId, at: Option<Moment>) -> Option<Value> {
        let receiver = self.term(receiver);
        let heap = self.heap_at(at);
        let field = self.state_of(pure);
        Some(Value::of(self.read_field(receiver, field, &heap)))
    }

    fn set_state(&mut self, receiver: &Value, pure: PureId, value: &Value) {
        let (receiver, value) = (self.term(receiver), self.term(value));
        let field = self.state_of(pure);
        self.write_field(receiver, field, value);
    }

    fn application(&mut self, pure: PureId, inputs: &[Value], ty: &Type) -> Option<Value> {
        let field = self.state_of(pure);
        let function = *self.initial.fields.get(field.index())?;
        let inputs = inputs.iter().map(|input| self.term(input)).collect();
        let t = self.terms().app(function, inputs);
        Some(Value::of(match ty.is_ref() {
            true => self.adopted(t, ty),
            false => {
                self.assume_type(t, ty);
                t
            }
        }))
    }

    fn literals(&mut self) -> Vec<(Value, Rc<[u16]>)> {
        let uniques = (0..).zip(&self.program.uniques);
        let texts = uniques.filter_map(|(id, unique)| Some((id, unique.text.as_ref()?)));
        let mut terms = self.terms();
        let literals = texts.map(|(id, text)| (Value::of(terms.owner(id)), text[..].into()));
        literals.collect()
    }

    const SUPPOSES_ON_PATH: bool = true;

    fn suppose(&mut self, condition: &Value) {
        let condition = self.term(condition);
        if self.known.get(&condition) != Some(&true) {
            self.fact(condition);
        }
    }
}
