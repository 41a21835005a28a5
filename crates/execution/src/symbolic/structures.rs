//! Sets, multisets and maps of an input with a structure: a few elements, each of which is there or not.
//! What a path condition asks of them becomes a condition on elements, for which models have values.
//! An input with more elements is not found this way. Sequences have one (`sequence_structures.rs`)
//! only if no input is found without: the search knows lengths and elements of long ones.

use super::Symbolic;
use super::sequence_structures::{either, equal_sequences};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;
use veriframe_logic::terms::term::Node;
use veriframe_logic::{Coll, FactKind, Path, Sort, Term, Terms};

/// How many elements or entries a collection of the input has at most.
const ELEMENTS: usize = 3;

/// The most elements that an operation is followed with.
const MAX_ELEMENTS: usize = 24;

/// An element, or an entry of a map, and the condition that it is there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) guard: Term,
    pub(super) key: Term,
    /// The value of the key in a map; elsewhere the key.
    pub(super) value: Term,
}

/// The elements of a collection: of a set, some can be equal; of a map, the last entry of a key counts.
type Structure = Rc<Vec<Entry>>;

/// A path on which collections of the input have structures.
pub(super) struct Structured {
    pub(super) path: Path,
    /// The structures of the collections of the input.
    pub(super) given: BTreeMap<Term, Structure>,
    expansion: Expansion,
}

/// Which collections of an input have a structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Structures {
    /// Sets, multisets and maps.
    Unordered,
    /// Sequences, too.
    All,
}

/// Formulas without collections that have structures.
pub(super) struct Expansion {
    which: Structures,
    given: BTreeMap<Term, Structure>,
    structures: FxHashMap<Term, Structure>,
    expanded: FxHashMap<Term, Term>,
    /// By new element that is a reference: what it can be besides null.
    candidates: BTreeMap<Term, Vec<Term>>,
    /// Whether some operation is not followed.
    is_beyond: bool,
}

impl Symbolic<'_> {
    /// The path with structures for these collections of the input; `None` if it has none, or
    /// if they cannot be followed.
    pub(super) fn structured(&self, which: Structures) -> Option<Structured> {
        let mut expansion = Expansion {
            which,
            given: BTreeMap::new(),
            structures: FxHashMap::default(),
            expanded: FxHashMap::default(),
            candidates: BTreeMap::new(),
            is_beyond: false,
        };
        let terms = &mut *self.terms.borrow_mut();
        let mut facts = Vec::new();
        for (fact, _) in self.path.facts() {
            facts.push(expansion.expand(terms, fact));
        }
        // Without symbols there can be sets of listed elements, whose axioms keep Z3 from models.
        if expansion.structures.is_empty() || expansion.is_beyond {
            return None;
        }
        facts.extend(expansion.conditions(terms));
        let mut path = Path::default();
        for fact in facts {
            path = path.with(fact, FactKind::Fact);
        }
        Some(Structured {
            path,
            given: expansion.given.clone(),
            expansion,
        })
    }
}

impl Structured {
    /// The term that has the value of this one in a model of the path.
    pub(super) fn expanded(&mut self, terms: &mut Terms, t: Term) -> Option<Term> {
        if terms.sort(t).is_collection() {
            return None;
        }
        let expanded = self.expansion.expand(terms, t);
        (!self.expansion.is_beyond && self.given.len() == self.expansion.given.len())
            .then_some(expanded)
    }
}

impl Expansion {
    /// Whether collections of this sort have structures.
    fn has_structure(&self, sort: Sort) -> bool {
        match sort {
            Sort::Set(_) | Sort::Multiset(_) | Sort::Map(..) => true,
            Sort::Seq(_) => self.which == Structures::All,
            _ => false,
        }
    }

    /// What references among new elements can be, that keys of a map differ, that sequences have no
    /// gaps, and that equal cells have equal collections.
    fn conditions(&mut self, terms: &mut Terms) -> Vec<Term> {
        let mut all = self.congruence(terms);
        for (of, structure) in &self.given {
            if matches!(terms.sort(*of), Sort::Seq(_)) {
                for pair in structure.windows(2) {
                    if let [before, entry] = pair {
                        let absent = terms.not(entry.guard);
                        all.push(terms.or([absent, before.guard]));
                    }
                }
            }
            for (at, entry) in structure.iter().enumerate() {
                for part in [entry.key, entry.value] {
                    if terms.sort(part) == Sort::Ref {
                        let null = terms.null();
                        let mut cases = vec![terms.eq(part, null)];
                        let others = self.candidates.get(&part).into_iter().flatten();
                        cases.extend(others.map(|other| terms.eq(part, *other)));
                        all.push(terms.or(cases));
                    }
                }
                if entry.key != entry.value {
                    for earlier in structure.iter().take(at) {
                        all.push(terms.ne(entry.key, earlier.key));
                    }
                }
            }
        }
        all
    }

    /// That the collections of two cells are one where the cells are.
    fn congruence(&mut self, terms: &mut Terms) -> Vec<Term> {
        let given: Vec<(Term, Structure)> = (self
            .given
            .iter()
            .map(|(t, structure)| (*t, structure.clone())))
        .collect();
        let mut all = Vec::new();
        for (at, (a, of_a)) in given.iter().enumerate() {
            for (b, of_b) in given.iter().skip(at + 1) {
                let (Node::App(f, xs), Node::App(g, ys)) =
                    (terms.node(*a).clone(), terms.node(*b).clone())
                else {
                    continue;
                };
                if f != g {
                    continue;
                }
                let mut differ = Vec::new();
                for (x, y) in xs.iter().zip(ys.iter()) {
                    let (x, y) = (self.operand(terms, *x), self.operand(terms, *y));
                    differ.push(terms.ne(x, y));
                }
                let differ = terms.or(differ);
                for (a, b) in of_a.iter().zip(of_b.iter()) {
                    for (a, b) in [(a.guard, b.guard), (a.key, b.key), (a.value, b.value)] {
                        let same = terms.eq(a, b);
                        all.push(terms.or([differ, same]));
                    }
                }
            }
        }
        all
    }

    /// The formula or value without collections that have structures.
    pub(super) fn expand(&mut self, terms: &mut Terms, t: Term) -> Term {
        if let Some(known) = self.expanded.get(&t) {
            return *known;
        }
        let made = veriframe_base::stack::deep(|| self.expand_new(terms, t));
        self.expanded.insert(t, made);
        made
    }

    fn expand_new(&mut self, terms: &mut Terms, t: Term) -> Term {
        let node = terms.node(t).clone();
        let made = match &node {
            Node::Forall(_) => {
                self.is_beyond = true;
                None
            }
            Node::Eq(a, b) if self.has_structure(terms.sort(*a)) => self.equal(terms, *a, *b),
            Node::Coll(op, args) => self.asked(terms, *op, args),
            _ => None,
        };
        match made {
            Some(made) => made,
            None => terms.rebuild(t, &mut |terms, child| {
                if self.has_structure(terms.sort(child)) {
                    // Something that is not followed is asked of it.
                    self.is_beyond = true;
                    child
                } else {
                    self.expand(terms, child)
                }
            }),
        }
    }

    /// What an operation asks of a collection; `None` of others.
    fn asked(&mut self, terms: &mut Terms, op: Coll, args: &[Term]) -> Option<Term> {
        if args
            .first()
            .is_some_and(|of| matches!(terms.sort(*of), Sort::Seq(_)))
        {
            return match self.which {
                Structures::Unordered => None,
                Structures::All => self.asked_of_sequence(terms, op, args),
            };
        }
        Some(match (op, args) {
            (Coll::SetContains, &[of, value]) => {
                let (of, value) = (self.structure(terms, of)?, self.operand(terms, value));
                self.contains(terms, &of, value)
            }
            (Coll::MultisetCount, &[of, value]) => {
                let (of, value) = (self.structure(terms, of)?, self.operand(terms, value));
                self.count(terms, &of, value)
            }
            (Coll::SetSize, &[of]) => {
                let of = self.structure(terms, of)?;
                let mut new = Vec::new();
                for (at, entry) in of.iter().enumerate() {
                    let earlier = of.get(..at).unwrap_or_default();
                    let earlier = self.contains(terms, earlier, entry.key);
                    let is_new = terms.not(earlier);
                    new.push(terms.and([entry.guard, is_new]));
                }
                sum(terms, new)
            }
            (Coll::MultisetSize, &[of]) => {
                let of = self.structure(terms, of)?;
                sum(terms, of.iter().map(|entry| entry.guard).collect())
            }
            (Coll::SetSubset, &[a, b]) => {
                let (a, b) = (self.structure(terms, a)?, self.structure(terms, b)?);
                self.subset(terms, &a, &b)
            }
            (Coll::MultisetSubset, &[a, b]) => {
                let (a, b) = (self.structure(terms, a)?, self.structure(terms, b)?);
                self.submultiset(terms, &a, &b)
            }
            (Coll::MapLookup, &[of, key]) => {
                let (of, key) = (self.structure(terms, of)?, self.operand(terms, key));
                self.lookup(terms, &of, key)?
            }
            _ => return None,
        })
    }

    pub(super) fn operand(&mut self, terms: &mut Terms, t: Term) -> Term {
        if self.has_structure(terms.sort(t)) {
            self.is_beyond = true;
            return t;
        }
        self.expand(terms, t)
    }

    pub(super) fn same(&mut self, terms: &mut Terms, a: Term, b: Term) -> Term {
        if terms.sort(a) == Sort::Ref {
            for (one, other) in [(a, b), (b, a)] {
                if let Some(known) = self.candidates.get_mut(&one)
                    && !known.contains(&other)
                    && one != other
                {
                    known.push(other);
                }
            }
        }
        terms.eq(a, b)
    }

    pub(super) fn contains(&mut self, terms: &mut Terms, of: &[Entry], value: Term) -> Term {
        let mut any = Vec::new();
        for entry in of {
            let same = self.same(terms, entry.key, value);
            any.push(terms.and([entry.guard, same]));
        }
        terms.or(any)
    }

    fn count(&mut self, terms: &mut Terms, of: &[Entry], value: Term) -> Term {
        let mut each = Vec::new();
        for entry in of {
            let same = self.same(terms, entry.key, value);
            each.push(terms.and([entry.guard, same]));
        }
        sum(terms, each)
    }

    fn subset(&mut self, terms: &mut Terms, a: &[Entry], b: &[Entry]) -> Term {
        let mut all = Vec::new();
        for entry in a {
            let is_in = self.contains(terms, b, entry.key);
            let absent = terms.not(entry.guard);
            all.push(terms.or([absent, is_in]));
        }
        terms.and(all)
    }

    fn submultiset(&mut self, terms: &mut Terms, a: &[Entry], b: &[Entry]) -> Term {
        let mut all = Vec::new();
        for entry in a {
            let own = self.count(terms, a, entry.key);
            let theirs = self.count(terms, b, entry.key);
            let fits = terms.le(own, theirs);
            let absent = terms.not(entry.guard);
            all.push(terms.or([absent, fits]));
        }
        terms.and(all)
    }

    /// The value of a key; of one that is not there, the default value.
    fn lookup(&mut self, terms: &mut Terms, of: &[Entry], key: Term) -> Option<Term> {
        let sort = of.first().map(|entry| terms.sort(entry.value))?;
        let mut found = terms.default_of(sort);
        for entry in of {
            let same = self.same(terms, entry.key, key);
            let is_it = terms.and([entry.guard, same]);
            found = terms.ite(is_it, entry.value, found);
        }
        Some(found)
    }

    fn equal(&mut self, terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
        let sort = terms.sort(a);
        let (a, b) = (self.structure(terms, a)?, self.structure(terms, b)?);
        let both = match sort {
            Sort::Multiset(_) => {
                vec![
                    self.submultiset(terms, &a, &b),
                    self.submultiset(terms, &b, &a),
                ]
            }
            Sort::Map(..) => {
                let mut all = vec![self.subset(terms, &a, &b), self.subset(terms, &b, &a)];
                for entry in a.iter() {
                    let own = self.lookup(terms, &a, entry.key)?;
                    // Without entries in the other map, one of the conditions above is false.
                    let theirs = self.lookup(terms, &b, entry.key).unwrap_or(own);
                    let same = self.same(terms, own, theirs);
                    let absent = terms.not(entry.guard);
                    all.push(terms.or([absent, same]));
                }
                all
            }
            Sort::Seq(_) => vec![equal_sequences(terms, &a, &b)],
            _ => vec![self.subset(terms, &a, &b), self.subset(terms, &b, &a)],
        };
        Some(terms.and(both))
    }

    /// The elements of a collection; `None`, and what is not followed is noted.
    pub(super) fn structure(&mut self, terms: &mut Terms, t: Term) -> Option<Structure> {
        if let Some(known) = self.structures.get(&t) {
            return Some(known.clone());
        }
        let made = veriframe_base::stack::deep(|| self.new_structure(terms, t));
        let Some(made) = made.filter(|made| made.len() <= MAX_ELEMENTS) else {
            self.is_beyond = true;
            return None;
        };
        let made = Rc::new(made);
        self.structures.insert(t, made.clone());
        Some(made)
    }

    fn new_structure(&mut self, terms: &mut Terms, t: Term) -> Option<Vec<Entry>> {
        let (op, args) = match terms.node(t).clone() {
            Node::Coll(op, args) => (op, args),
            Node::Ite(condition, a, b) => {
                let condition = self.expand(terms, condition);
                let otherwise = terms.not(condition);
                let (a, b) = (self.structure(terms, a)?, self.structure(terms, b)?);
                if matches!(terms.sort(t), Sort::Seq(_)) {
                    return Some(either(terms, condition, &a, &b));
                }
                let mut all = within(terms, &a, condition);
                all.extend(within(terms, &b, otherwise));
                return Some(all);
            }
            _ => return self.symbol(terms, t),
        };
        match (op, &*args) {
            (
                Coll::SetEmpty(_) | Coll::MultisetEmpty(_) | Coll::MapEmpty(..) | Coll::SeqEmpty(_),
                _,
            ) => Some(Vec::new()),
            (Coll::SetInsert, &[of, value]) => {
                let value = self.operand(terms, value);
                let mut all = (*self.structure(terms, of)?).clone();
                all.push(there(terms, value, value));
                Some(all)
            }
            (Coll::MultisetUnit | Coll::SeqUnit, &[value]) => {
                let value = self.operand(terms, value);
                Some(vec![there(terms, value, value)])
            }
            (Coll::MapUpdate, &[of, key, value]) => {
                let (key, value) = (self.operand(terms, key), self.operand(terms, value));
                let mut all = (*self.structure(terms, of)?).clone();
                all.push(there(terms, key, value));
                Some(all)
            }
            (Coll::MapDomain, &[of]) => {
                let of = self.structure(terms, of)?;
                let keys = of.iter().map(|entry| Entry {
                    value: entry.key,
                    ..*entry
                });
                Some(keys.collect())
            }
            (Coll::SetUnion | Coll::MultisetUnion | Coll::MultisetJoin, parts) => {
                let mut all = Vec::new();
                for part in parts {
                    all.extend(self.structure(terms, *part)?.iter().copied());
                }
                Some(all)
            }
            (Coll::SetIntersect, parts) => {
                let (first, rest) = parts.split_first()?;
                let mut left = (*self.structure(terms, *first)?).clone();
                for part in rest {
                    let part = self.structure(terms, *part)?;
                    for entry in &mut left {
                        let is_in = self.contains(terms, &part, entry.key);
                        entry.guard = terms.and([entry.guard, is_in]);
                    }
                }
                Some(left)
            }
            (Coll::SetMinus, &[a, b]) => {
                let mut left = (*self.structure(terms, a)?).clone();
                let other = self.structure(terms, b)?;
                for entry in &mut left {
                    let is_in = self.contains(terms, &other, entry.key);
                    let stays = terms.not(is_in);
                    entry.guard = terms.and([entry.guard, stays]);
                }
                Some(left)
            }
            (Coll::SetOfSeq | Coll::MultisetOfSeq, &[of]) if self.which == Structures::All => {
                Some((*self.structure(terms, of)?).clone())
            }
            _ => self.sequence(terms, op, &args),
        }
    }

    /// New elements of a collection of the input.
    fn symbol(&mut self, terms: &mut Terms, t: Term) -> Option<Vec<Entry>> {
        let (key, value) = match terms.sort(t) {
            Sort::Set(elem) | Sort::Multiset(elem) | Sort::Seq(elem) => (elem.sort(), None),
            Sort::Map(key, value) => (key.sort(), Some(value.sort())),
            _ => return None,
        };
        if key.is_collection() || value.is_some_and(Sort::is_collection) {
            return None;
        }
        let mut all = Vec::new();
        for _ in 0..ELEMENTS {
            let guard = terms.fresh("there", Sort::Bool);
            let key = terms.fresh("element", key);
            let value = value.map_or(key, |value| terms.fresh("value", value));
            for part in [key, value] {
                if terms.sort(part) == Sort::Ref {
                    self.candidates.insert(part, Vec::new());
                }
            }
            all.push(Entry { guard, key, value });
        }
        self.given.insert(t, Rc::new(all.clone()));
        Some(all)
    }
}

/// An entry that is there.
fn there(terms: &mut Terms, key: Term, value: Term) -> Entry {
    let guard = terms.bool(true);
    Entry { guard, key, value }
}

/// The entries, where a condition holds.
fn within(terms: &mut Terms, entries: &[Entry], condition: Term) -> Vec<Entry> {
    let entries = entries.iter().map(|entry| Entry {
        guard: terms.and([entry.guard, condition]),
        ..*entry
    });
    entries.collect()
}

/// How many of these conditions hold.
pub(super) fn sum(terms: &mut Terms, conditions: Vec<Term>) -> Term {
    let (zero, one) = (terms.int(0), terms.int(1));
    conditions.into_iter().fold(zero, |sum, condition| {
        let counted = terms.ite(condition, one, zero);
        terms.add(sum, counted)
    })
}
