//! The Z3 axiomatization of collections: uninterpreted sorts and functions, one copy of
//! the axioms per element sort. The axioms are SMT-LIB files in `axioms/`; this module
//! selects those that a set of formulas needs and names their functions.
//!
//! Soundness: the axioms have a standard model, in which collections have their usual
//! meaning, an element outside a sequence or map is the default of its sort, and the
//! choice functions (`find`, `some`, `diff`) return witnesses. So they are consistent.

mod reachable;

use super::terms::collections::{Coll, element};
use super::terms::term::{Elem, Node, Sort, Term, Terms};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// An axiom file, instantiated for element sorts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Theory {
    Seq(Elem),
    Set(Elem),
    Multiset(Elem),
    Map(Elem, Elem),
    SetOfSeq(Elem),
    MultisetOfSeq(Elem),
    Contents(Elem),
    SeqOf(Elem),
    SeqOfContents(Elem),
}

impl Theory {
    fn of(sort: Sort) -> Option<Theory> {
        match sort {
            Sort::Seq(elem) => Some(Theory::Seq(elem)),
            Sort::Set(elem) => Some(Theory::Set(elem)),
            Sort::Multiset(elem) => Some(Theory::Multiset(elem)),
            Sort::Map(key, value) => Some(Theory::Map(key, value)),
            _ => None,
        }
    }

    /// The other theories that the axioms mention.
    fn dependencies(self) -> Vec<Theory> {
        let of = |elem: Elem| Theory::of(elem.sort());
        match self {
            Theory::Seq(e) | Theory::Set(e) | Theory::Multiset(e) | Theory::Contents(e) => {
                of(e).into_iter().collect()
            }
            Theory::Map(k, v) => [Some(Theory::Set(k)), of(v)]
                .into_iter()
                .flatten()
                .collect(),
            Theory::SetOfSeq(e) => vec![Theory::Seq(e), Theory::Set(e)],
            Theory::MultisetOfSeq(e) => vec![Theory::Seq(e), Theory::Multiset(e)],
            Theory::SeqOf(e) => vec![Theory::Seq(e)],
            Theory::SeqOfContents(e) => vec![Theory::SeqOf(e), Theory::Contents(e)],
        }
    }

    /// The axioms, with names for this instance.
    fn text(self) -> String {
        let (text, sort) = match self {
            Theory::Seq(e) => (include_str!("axioms/seq.smt2"), Sort::Seq(e)),
            Theory::Set(e) => (include_str!("axioms/set.smt2"), Sort::Set(e)),
            Theory::Multiset(e) => (include_str!("axioms/multiset.smt2"), Sort::Multiset(e)),
            Theory::Map(k, v) => (include_str!("axioms/map.smt2"), Sort::Map(k, v)),
            Theory::SetOfSeq(e) => (include_str!("axioms/set_of_seq.smt2"), Sort::Set(e)),
            Theory::MultisetOfSeq(e) => (
                include_str!("axioms/multiset_of_seq.smt2"),
                Sort::Multiset(e),
            ),
            Theory::Contents(e) => (include_str!("axioms/contents.smt2"), Sort::Elems(e)),
            Theory::SeqOf(e) => (include_str!("axioms/seq_of.smt2"), Sort::Seq(e)),
            Theory::SeqOfContents(e) => (include_str!("axioms/seq_of_contents.smt2"), Sort::Seq(e)),
        };
        let elem = element(sort);
        let mut text = text.to_owned();
        if let Theory::Map(key, value) = self {
            text = text
                .replace("@veq", &equality(value.sort()))
                .replace("@V", &sort_name(value.sort()))
                .replace("@D", &sort_name(Sort::Set(key)))
                .replace("@k", &suffix(Sort::Set(key)));
        }
        text.replace("@eq", &equality(elem.sort()))
            .replace("@n", &suffix(sort))
            .replace("@0", &default_name(elem.sort()))
            .replace("@E", &sort_name(elem.sort()))
            .replace("@S", &sort_name(sort))
            .replace("@A", &sort_name(Sort::Elems(elem)))
            .replace("@Q", &sort_name(Sort::Seq(elem)))
    }
}

/// The suffix of function names for an element sort.
fn suffix(sort: Sort) -> String {
    match sort {
        Sort::Map(key, value) => format!("{:x}_{:x}", key.code(), value.code()),
        other => format!("{:x}", element(other).code()),
    }
}

/// The name of a sort of collections in Z3; for other sorts, SMT-LIB's.
pub(super) fn sort_name(sort: Sort) -> String {
    let name = match sort {
        Sort::Bool => return "Bool".to_owned(),
        Sort::Int => return "Int".to_owned(),
        Sort::Perm => return "Real".to_owned(),
        Sort::Ref => return "Ref".to_owned(),
        Sort::Snap => return "Snap".to_owned(),
        Sort::Elems(elem) => return format!("(Array Int {})", sort_name(elem.sort())),
        Sort::Seq(_) => "Seq",
        Sort::Set(_) => "Set",
        Sort::Multiset(_) => "Bag",
        Sort::Map(..) => "Map",
    };
    format!("{name}{}", suffix(sort))
}

/// The equality relation of a sort; extensional for collections.
pub(super) fn equality(sort: Sort) -> String {
    let name = match sort {
        Sort::Seq(_) => "seq_eq",
        Sort::Set(_) => "set_eq",
        Sort::Multiset(_) => "bag_eq",
        Sort::Map(..) => "map_eq",
        _ => return "=".to_owned(),
    };
    format!("{name}{}", suffix(sort))
}

/// The default of a sort, see [`Terms::default_of`].
fn default_name(sort: Sort) -> String {
    let name = match sort {
        Sort::Bool => return "false".to_owned(),
        Sort::Int => return "0".to_owned(),
        Sort::Perm => return "0.0".to_owned(),
        Sort::Seq(_) => "seq_empty",
        Sort::Set(_) => "set_empty",
        Sort::Multiset(_) => "bag_empty",
        Sort::Map(..) => "map_empty",
        Sort::Ref | Sort::Snap | Sort::Elems(_) => return "null".to_owned(),
    };
    format!("{name}{}", suffix(sort))
}

/// The Z3 name of an operation.
pub(super) fn function_name(terms: &Terms, t: Term, op: Coll, args: &[Term]) -> String {
    let name = match op {
        Coll::SeqEmpty(_) => "seq_empty",
        Coll::SeqUnit => "seq_unit",
        Coll::SeqConcat | Coll::SeqJoin => "seq_cat",
        Coll::SeqLen => "seq_len",
        Coll::SeqIndex => "seq_at",
        Coll::SeqTake => "seq_take",
        Coll::SeqDrop => "seq_drop",
        Coll::SeqUpdate => "seq_upd",
        Coll::SeqContains => "seq_has",
        Coll::SetEmpty(_) => "set_empty",
        Coll::SetInsert => "set_ins",
        Coll::SetUnion => "set_cup",
        Coll::SetIntersect => "set_cap",
        Coll::SetMinus => "set_minus",
        Coll::SetSubset => "set_sub",
        Coll::SetContains => "set_has",
        Coll::SetSize => "set_size",
        Coll::SetOfSeq => "set_of",
        Coll::MultisetEmpty(_) => "bag_empty",
        Coll::MultisetUnit => "bag_unit",
        Coll::MultisetUnion | Coll::MultisetJoin => "bag_cup",
        Coll::MultisetIntersect => "bag_cap",
        Coll::MultisetMinus => "bag_minus",
        Coll::MultisetSubset => "bag_sub",
        Coll::MultisetCount => "bag_count",
        Coll::MultisetSize => "bag_size",
        Coll::MultisetOfSeq => "bag_of",
        Coll::MapEmpty(..) => "map_empty",
        Coll::MapUpdate => "map_upd",
        Coll::MapLookup => "map_at",
        Coll::MapDomain => "map_dom",
        Coll::Merge => "merge",
        Coll::Restrict => "restrict",
        Coll::SeqOf => "seq_of",
    };
    format!("{name}{}", suffix(subject(terms, t, op, args)))
}

/// The collection sort that an operation belongs to.
fn subject(terms: &Terms, t: Term, op: Coll, args: &[Term]) -> Sort {
    match (op, args.first()) {
        (Coll::SeqUnit | Coll::MultisetUnit, _) | (_, None) => terms.sort(t),
        (_, Some(&first)) => terms.sort(first),
    }
}

/// The theories that formulas need, collected incrementally.
#[derive(Clone, Debug, Default)]
pub(super) struct Needs {
    theories: BTreeSet<Theory>,
    /// The functions of the theories that occur in the formulas.
    functions: BTreeSet<String>,
    seen: FxHashSet<Term>,
    /// Whether any formula had a quantifier or a collection.
    rich: bool,
    /// The axioms that can have instances, as of the last [`Needs::renew`].
    axioms: String,
}

impl Needs {
    /// Adds the theories of a formula. Returns whether the axioms may change.
    pub(super) fn add(&mut self, terms: &Terms, formula: Term) -> bool {
        if !terms.is_rich(formula) {
            return false;
        }
        let before = (self.rich, self.functions.len());
        self.rich = true;
        let mut todo = vec![formula];
        while let Some(t) = todo.pop() {
            if !terms.is_rich(t) || !self.seen.insert(t) {
                continue;
            }
            todo.extend(terms.children(t));
            match terms.node(t) {
                Node::Coll(op, args) => {
                    let subject = subject(terms, t, *op, args);
                    let elem = element(subject);
                    self.theory(match op {
                        Coll::SetOfSeq => Some(Theory::SetOfSeq(elem)),
                        Coll::MultisetOfSeq => Some(Theory::MultisetOfSeq(elem)),
                        Coll::Merge | Coll::Restrict => Some(Theory::Contents(elem)),
                        Coll::SeqOf => Some(Theory::SeqOf(elem)),
                        _ => Theory::of(subject),
                    });
                    self.functions.insert(function_name(terms, t, *op, args));
                }
                Node::Eq(a, _) if terms.sort(*a).is_collection() => {
                    self.theory(Theory::of(terms.sort(*a)));
                    self.functions.insert(equality(terms.sort(*a)));
                }
                _ => {}
            }
        }
        before != (self.rich, self.functions.len())
    }

    /// Recomputes the axioms. Returns whether they changed.
    pub(super) fn renew(&mut self) -> bool {
        let before = std::mem::take(&mut self.axioms);
        self.axioms = reachable::reachable(&self.texts(), &self.functions);
        self.axioms != before
    }

    fn texts(&self) -> Vec<String> {
        self.theories.iter().map(|theory| theory.text()).collect()
    }

    pub(super) fn theory(&mut self, theory: Option<Theory>) {
        let mut todo: Vec<Theory> = theory.into_iter().collect();
        while let Some(theory) = todo.pop() {
            if self.theories.insert(theory) {
                todo.extend(theory.dependencies());
                if let Theory::SeqOf(e) | Theory::Contents(e) = theory
                    && self.theories.contains(&Theory::SeqOf(e))
                    && self.theories.contains(&Theory::Contents(e))
                {
                    todo.push(Theory::SeqOfContents(e));
                }
            }
        }
    }

    /// Adds the axioms of all functions of the theories.
    #[cfg(test)]
    pub(super) fn everything(&mut self) {
        let all = self.texts();
        self.functions = reachable::functions(&all);
        self.renew();
        let axioms = all.iter().map(|text| text.matches("(assert").count());
        let sum: usize = axioms.sum();
        assert_eq!(self.axioms.matches("(assert").count(), sum);
    }

    /// Whether any formula had a quantifier or a collection.
    pub(super) fn any(&self) -> bool {
        self.rich
    }

    /// The axioms in SMT-LIB, without declarations.
    pub(super) fn axioms(&self) -> &str {
        &self.axioms
    }

    /// Declarations of all functions of the theories.
    pub(super) fn functions_declared(&self) -> String {
        let mut text = String::new();
        for theory in self.texts() {
            let lines = theory.lines();
            let declarations = lines.filter(|line| line.starts_with("(declare-fun"));
            text.extend(declarations.flat_map(|line| [line, "\n"]));
        }
        text
    }

    /// The axioms in SMT-LIB with their declarations; `None` if there are none.
    pub(super) fn text(&self) -> Option<String> {
        if self.axioms.is_empty() {
            return None;
        }
        let mut text = "(declare-sort Ref 0)\n(declare-fun null () Ref)\n".to_owned();
        for sort in collection_sorts(&BTreeSet::new(), self) {
            text.push_str(&format!("(declare-sort {sort} 0)\n"));
        }
        Some(text + &self.functions_declared() + &self.axioms)
    }
}

/// The names of all collection sorts in these sorts, their element sorts, and the
/// theories of `needs`.
pub(super) fn collection_sorts(sorts: &BTreeSet<Sort>, needs: &Needs) -> BTreeSet<String> {
    let mut todo: Vec<Sort> = sorts.iter().copied().collect();
    todo.extend(needs.theories.iter().filter_map(|theory| match *theory {
        Theory::Map(key, value) => Some(Sort::Map(key, value)),
        Theory::Seq(e) => Some(Sort::Seq(e)),
        Theory::Set(e) => Some(Sort::Set(e)),
        Theory::Multiset(e) => Some(Sort::Multiset(e)),
        _ => None,
    }));
    let mut names = BTreeSet::new();
    while let Some(sort) = todo.pop() {
        match sort {
            Sort::Seq(e) | Sort::Set(e) | Sort::Multiset(e) | Sort::Elems(e) => {
                todo.push(e.sort());
            }
            Sort::Map(key, value) => todo.extend([key.sort(), value.sort()]),
            _ => {}
        }
        if sort.is_collection() {
            names.insert(sort_name(sort));
        }
    }
    names
}
