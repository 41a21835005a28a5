//! Values for sets, multisets and maps: their known members, padded to their cardinality.

use super::collection_values::Collection;
use super::model::Value;
use super::values::Values;
use crate::prover::congruence::{Id, Op};
use crate::terms::collections::Coll;
use crate::terms::term::Sort;

/// Larger collections are truncated; evaluation of the candidate model detects wrong
/// values.
const MAX_COUNT: usize = 60;

/// The padding of collections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Padding {
    /// Each collection has elements of its own.
    Distinct,
    /// Collections share elements as far as possible.
    Shared,
}

impl Values<'_> {
    /// The value of a set, multiset or map.
    pub fn members(&mut self, root: Id, sort: Sort, depth: usize) -> Option<Value> {
        if !self.open.insert(root) {
            return None;
        }
        let prover = self.prover;
        let made = prover.closure.class(root).made.iter();
        let mut known = made.filter_map(|&made| self.made(made, depth));
        let value = known.next().or_else(|| match sort {
            Sort::Set(elem) => self.free_set(root, elem.sort(), depth),
            Sort::Multiset(elem) => self.free_multiset(root, elem.sort(), depth),
            Sort::Map(key, value) => self.free_map(root, key.sort(), value.sort(), depth),
            _ => None,
        });
        self.open.remove(&root);
        value
    }

    /// The value of a constructed collection.
    fn made(&mut self, made: Id, depth: usize) -> Option<Value> {
        let closure = &self.prover.closure;
        let Op::Coll(op) = closure.op(made) else {
            return None;
        };
        let args = closure.args(made);
        // The keys of an unconstrained map are the elements of its domain.
        let is_free = |&map: &Id| closure.class(map).made.is_empty();
        if op == Coll::MapDomain && args.first().is_some_and(is_free) {
            return None;
        }
        let values = args.iter().map(|&arg| self.value(arg, depth + 1));
        let values: Vec<Value> = values.collect::<Option<_>>()?;
        let sort = args.first().map(|&first| closure.sort(first));
        self.model.apply(op, sort, &values)
    }

    /// The applications of an operator to a class, at operand `at`.
    fn applications(&self, root: Id, at: usize, op: Coll) -> Vec<Id> {
        let closure = &self.prover.closure;
        let uses = closure.class(root).uses.iter().copied();
        let is_application =
            |&id: &Id| closure.op(id) == Op::Coll(op) && closure.same(closure.arg(id, at), root);
        uses.filter(is_application).collect()
    }

    /// The cardinality of a class; 0 if unconstrained.
    fn size(&self, root: Id, op: Coll) -> usize {
        let sizes = self.applications(root, 0, op);
        let size = sizes.first().and_then(|&size| self.count(size));
        size.unwrap_or(0)
    }

    fn count(&self, id: Id) -> Option<usize> {
        let number = self.number(self.prover.closure.find(id))?;
        usize::try_from(number.to_integer()).ok()
    }

    /// The members of the subsets of a class.
    fn included(&mut self, root: Id, op: Coll, depth: usize) -> Vec<Vec<Value>> {
        let closure = &self.prover.closure;
        let subsets = self.applications(root, 1, op).into_iter();
        let subsets = subsets.filter(|&id| closure.truth(id) == Some(true));
        let values = subsets.filter_map(|id| {
            let value = self.value(closure.arg(id, 0), depth + 1)?;
            self.model.elements(value)
        });
        values.collect()
    }

    fn free_set(&mut self, root: Id, elem: Sort, depth: usize) -> Option<Value> {
        let closure = &self.prover.closure;
        let (mut inside, mut outside) = (Vec::new(), Vec::new());
        for id in self.applications(root, 0, Coll::SetContains) {
            let value = self.value(closure.arg(id, 1), depth + 1)?;
            match closure.truth(id) {
                Some(true) => inside.push(value),
                _ => outside.push(value),
            }
        }
        inside.extend(self.included(root, Coll::SetSubset, depth).concat());
        inside.sort_unstable();
        inside.dedup();
        let missing = self.size(root, Coll::SetSize).saturating_sub(inside.len());
        let more = self.fresh_padding(elem, missing, &[&inside, &outside])?;
        inside.extend(more);
        self.model.set(inside)
    }

    fn free_multiset(&mut self, root: Id, elem: Sort, depth: usize) -> Option<Value> {
        let closure = &self.prover.closure;
        let (mut inside, mut asked) = (Vec::new(), Vec::new());
        for id in self.applications(root, 0, Coll::MultisetCount) {
            let value = self.value(closure.arg(id, 1), depth + 1)?;
            if !asked.contains(&value) {
                asked.push(value);
                inside.extend(std::iter::repeat_n(value, self.count(id)?.min(MAX_COUNT)));
            }
        }
        for part in self.included(root, Coll::MultisetSubset, depth) {
            for value in &part {
                let count = |all: &[Value]| all.iter().filter(|other| *other == value).count();
                if count(&inside) < count(&part) {
                    inside.push(*value);
                }
            }
        }
        let missing = self
            .size(root, Coll::MultisetSize)
            .saturating_sub(inside.len());
        let more = self.fresh_padding(elem, missing, &[&asked])?;
        inside.extend(more);
        self.model.multiset(inside)
    }

    fn free_map(&mut self, root: Id, key: Sort, sort: Sort, depth: usize) -> Option<Value> {
        let closure = &self.prover.closure;
        let mut known = Vec::new();
        for id in self.applications(root, 0, Coll::MapLookup) {
            let key = self.value(closure.arg(id, 1), depth + 1)?;
            known.push((key, self.value(id, depth + 1)?));
        }
        let mut keys: Vec<Value> = known.iter().map(|(key, _)| *key).collect();
        if let Some(&domain) = self.applications(root, 0, Coll::MapDomain).first() {
            let domain = self.value(domain, depth + 1)?;
            keys = self.model.elements(domain)?;
        } else if keys.is_empty() {
            keys = self.fresh_padding(key, 1, &[])?;
        }
        keys.sort_unstable();
        keys.dedup();
        let mut entries = Vec::new();
        for key in keys {
            let found = known.iter().find(|(other, _)| *other == key);
            let value = match found {
                Some((_, value)) => *value,
                None => self.model.fresh(sort)?,
            };
            entries.push((key, value));
        }
        Some(self.model.intern_collection(Collection::Map(entries)))
    }

    /// Fresh padding values, different from the given ones.
    fn fresh_padding(&mut self, sort: Sort, count: usize, not: &[&[Value]]) -> Option<Vec<Value>> {
        self.padded |= count > 0;
        let mut found = Vec::new();
        let mut at = 0;
        while found.len() < count.min(MAX_COUNT) {
            if self.padding == Padding::Distinct {
                found.push(self.model.fresh(sort)?);
                continue;
            }
            let value = self.shared(sort, at)?;
            at += 1;
            if !not.iter().any(|values| values.contains(&value)) {
                found.push(value);
            }
        }
        Some(found)
    }

    /// A shared padding value.
    pub fn shared(&mut self, sort: Sort, at: usize) -> Option<Value> {
        while self.pools.entry(sort).or_default().len() <= at {
            let fresh = self.model.fresh(sort)?;
            self.pools.entry(sort).or_default().push(fresh);
        }
        self.pools.get(&sort)?.get(at).copied()
    }
}
