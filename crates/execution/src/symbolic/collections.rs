//! Operations on collections, as terms. In code an index must be within bounds, and a key in the
//! domain; in contracts they are total.

use super::{Symbolic, Value};
use crate::domain::{Interrupt, Outcome};
use veriframe_base::diagnostics::Code as ErrorCode;
use veriframe_ir::sorts::element_sort;
use veriframe_ir::{CollOp, CollectionType, Type};
use veriframe_logic::terms::term::Node;
use veriframe_logic::{Coll, Sort, Term, Terms};

impl Symbolic<'_> {
    /// An operation of code: what is not defined is an error.
    pub(super) fn defined_collection(
        &mut self,
        op: CollOp,
        operands: &[Value],
        ty: &Type,
    ) -> Outcome<Value, Term> {
        let operands: Vec<Term> = operands.iter().map(|value| self.term(value)).collect();
        if let Some((condition, message)) = self.definedness(op, &operands)
            && !self.decide(condition)?
        {
            return Err(Interrupt::fault(ErrorCode::IndexOutOfBounds, message));
        }
        let what = "this operation on a collection";
        self.collected(op, &operands, ty)
            .ok_or_else(|| Interrupt::Unsupported(what.to_owned()))
    }

    /// The condition under which an operation is defined, and what is wrong otherwise; `None` of
    /// total ones.
    fn definedness(&mut self, op: CollOp, operands: &[Term]) -> Option<(Term, String)> {
        let &[whole, ref rest @ ..] = operands else {
            return None;
        };
        let sort = self.sort(whole);
        let is_map = matches!(sort, Sort::Map(..));
        let mut terms = self.terms();
        let bounds = match (op, rest) {
            (CollOp::Index | CollOp::Lookup, &[key]) if is_map => {
                let keys = terms.map_domain(whole);
                let message = "the key is not in the domain of the map".to_owned();
                return Some((terms.set_contains(keys, key), message));
            }
            (CollOp::Index, &[index]) => vec![index],
            (CollOp::Update, &[index, _]) if !is_map => vec![index],
            (CollOp::Drop | CollOp::Take, &[bound]) => vec![bound],
            (CollOp::Range, &[from, to]) => vec![from, to],
            _ => return None,
        };
        let (zero, length) = (terms.int(0), terms.cardinality(whole)?);
        let mut conditions = Vec::new();
        let mut below = zero;
        for bound in &bounds {
            conditions.push(terms.le(below, *bound));
            below = *bound;
        }
        conditions.push(match op {
            CollOp::Index | CollOp::Update => terms.lt(below, length),
            _ => terms.le(below, length),
        });
        let condition = terms.and(conditions);
        drop(terms);
        let texts: Vec<String> = bounds.iter().map(|bound| self.text(*bound)).collect();
        let (texts, length) = (texts.join(".."), self.text(length));
        let message = format!("index {texts} is out of bounds for length {length}");
        Some((condition, message))
    }

    /// The result of an operation; `None` if there is no term for it. What it leads to can be read.
    pub(super) fn collected(&mut self, op: CollOp, operands: &[Term], ty: &Type) -> Option<Value> {
        let t = term(&mut self.terms(), op, operands, ty)?;
        Some(Value::of(match op {
            CollOp::Index | CollOp::Lookup if ty.is_ref() => self.adopted(t, ty),
            _ => t,
        }))
    }
}

fn term(terms: &mut Terms, op: CollOp, operands: &[Term], ty: &Type) -> Option<Term> {
    let sort = |t: &Term| terms.sort(*t);
    let is_map = matches!(operands.first().map(sort), Some(Sort::Map(..)));
    let is_multiset = matches!(operands.first().map(sort), Some(Sort::Multiset(_)));
    Some(match (op, operands) {
        (CollOp::Literal, items) => literal(terms, ty, items)?,
        (CollOp::MapLiteral, entries) => {
            let Type::Map(key, value) = ty else {
                return None;
            };
            let mut map = terms.map_empty(element_sort(key), element_sort(value));
            for entry in entries.chunks(2) {
                let &[key, value] = entry else {
                    return None;
                };
                map = terms.map_update(map, key, value);
            }
            map
        }
        (CollOp::Concat, &[a, b]) => terms.seq_concat(a, b),
        (CollOp::Size, &[whole]) => terms.cardinality(whole)?,
        (CollOp::Index | CollOp::Lookup, &[map, key]) if is_map => lookup(terms, map, key),
        (CollOp::Index, &[s, index]) => terms.seq_index(s, index),
        (CollOp::Drop, &[s, n]) => terms.seq_drop(s, n),
        (CollOp::Take, &[s, n]) => terms.seq_take(s, n),
        (CollOp::Range, &[s, from, to]) => {
            let taken = terms.seq_take(s, to);
            terms.seq_drop(taken, from)
        }
        (CollOp::Update, &[map, key, value]) if is_map => terms.map_update(map, key, value),
        (CollOp::Update, &[s, index, value]) => terms.seq_update(s, index, value),
        (CollOp::In, &[element, whole]) => match terms.sort(whole) {
            Sort::Set(_) => terms.set_contains(whole, element),
            Sort::Multiset(_) => terms.multiset_contains(whole, element),
            Sort::Map(..) => {
                let domain = terms.map_domain(whole);
                terms.set_contains(domain, element)
            }
            Sort::Seq(_) => terms.seq_contains(whole, element),
            _ => return None,
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
        (CollOp::Domain, &[map]) => terms.map_domain(map),
        (CollOp::ToSet, &[s]) => terms.set_of_seq(s),
        (CollOp::ToMultiset, &[s]) => terms.multiset_of_seq(s),
        _ => return None,
    })
}

fn literal(terms: &mut Terms, ty: &Type, items: &[Term]) -> Option<Term> {
    Some(match ty.collection()? {
        CollectionType::Seq(elem) => terms.seq_of_items(element_sort(elem), items),
        CollectionType::Set(elem) => {
            let mut set = terms.set_empty(element_sort(elem));
            for item in items {
                set = terms.set_insert(set, *item);
            }
            set
        }
        CollectionType::Multiset(elem) => {
            let mut all = terms.multiset_empty(element_sort(elem));
            for item in items {
                let one = terms.multiset_unit(*item);
                all = terms.multiset_union(all, one);
            }
            all
        }
        CollectionType::Map(..) => return None,
    })
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
