//! Sorts and hash-consed terms.
//!
//! Equal terms have equal ids, so that identity is a comparison of numbers.
//! Terms are built only through the smart constructors of [`super::simplify`],
//! which check sorts and simplify; nodes are never built elsewhere.

pub use super::collections::Coll;
pub use super::quantifier::Quantified;
pub use super::sort::{Elem, Sort};
use super::stores::Run;
use hashbrown::HashTable;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::{SmallVec, smallvec};
use std::hash::BuildHasher;

/// A term of a [`Terms`] store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(u32);

impl Term {
    /// Not above any term, in the order of ids.
    pub const MIN: Term = Term(0);
    /// Not below any term, in the order of ids.
    pub const MAX: Term = Term(u32::MAX);
}

/// The initial capacity for terms; most checks need more.
const ROOM: usize = 112;

/// The operands of a term.
pub type Operands = SmallVec<[Term; 4]>;

impl std::fmt::Debug for Term {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "t{}", self.0)
    }
}

/// A function symbol: a pure method, or the length of arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Func(pub u32);

/// A sum of multiples of terms and a constant, over one number sort.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Linear {
    /// Coefficients (never zero) and terms (never sums or constants), by ascending term.
    pub parts: Vec<(BigRational, Term)>,
    /// The constant.
    pub constant: BigRational,
}

/// The node of a term. Operands have the sorts that the operator demands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// A symbolic value, by its number.
    Symbol(u32),
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(BigInt),
    /// A fraction.
    Perm(BigRational),
    /// `null`
    Null,
    /// The owner of a class's static fields: a reference of its own.
    Owner(u32),
    /// Negation; of no negation and no comparison.
    Not(Term),
    /// Conjunction of two or more.
    And(Box<[Term]>),
    /// Disjunction of two or more.
    Or(Box<[Term]>),
    /// If-then-else at any sort.
    Ite(Term, Term, Term),
    /// Equality at any sort; the operands are ordered.
    Eq(Term, Term),
    /// Less or equal, on numbers.
    Le(Term, Term),
    /// Less, on numbers.
    Lt(Term, Term),
    /// A sum of two parts or more, or a multiple.
    Sum(Sort, Box<Linear>),
    /// A product of two terms that are not constants, or of constants that are
    /// too long together.
    Mul(Term, Term),
    /// A quotient (of integers: rounded toward zero).
    Div(Term, Term),
    /// An integer remainder with the sign of the dividend.
    Rem(Term, Term),
    /// The snapshot of nothing.
    Unit,
    /// The snapshot of two parts.
    Combine(Term, Term),
    /// The first part of a snapshot.
    First(Term),
    /// The second part of a snapshot.
    Second(Term),
    /// The snapshot of one value (the paper's `fromRef`, for each sort).
    Wrap(Term),
    /// The value in a snapshot (the paper's `toRef`, for each sort).
    Unwrap(Sort, Term),
    /// Whether a snapshot is of two parts.
    IsCombine(Term),
    /// Whether a snapshot is of one value of this sort.
    IsWrap(Sort, Term),
    /// An element of an array's contents.
    Select(Term, Term),
    /// Contents with one element replaced.
    Store(Term, Term, Term),
    /// Contents that are the same everywhere.
    Fill(Elem, Term),
    /// An application of a function.
    App(Func, Box<[Term]>),
    /// An operation on collections or on the contents of arrays.
    Coll(Coll, Box<[Term]>),
    /// A variable that an enclosing quantifier binds, by its number. A
    /// quantifier's variables have higher numbers than those of the quantifiers
    /// inside it, so that quantifiers that differ in names alone are one term.
    Bound(u32, Sort),
    /// A universal quantifier.
    Forall(Box<Quantified>),
}

/// A symbol's name, sort and kind.
#[derive(Clone, Debug)]
struct Symbol {
    name: String,
    sort: Sort,
    /// Whether it is an object that was allocated when the symbol was made.
    allocated: bool,
}

/// A function's name and result.
#[derive(Clone, Debug)]
struct FuncInfo {
    name: String,
    sort: Sort,
}

/// A term's node with what is computed once.
#[derive(Clone, Debug)]
struct Entry {
    node: Node,
    sort: Sort,
    /// The number after the youngest symbol that a reference in the term's
    /// value can come from; 0 if there is none.
    age: u32,
    /// The number of nodes of the term as a tree, saturating.
    size: u32,
    /// The number after the youngest symbol in the term; 0 if there is none.
    youngest: u32,
    /// The number after the highest variable that is bound outside of the
    /// term; 0 if there is none.
    free: u32,
    /// The number after the highest variable that a quantifier in the term binds.
    height: u32,
    /// Whether there are quantifiers or collections in the term.
    rich: bool,
}

/// The store of all terms of one worker.
#[derive(Debug)]
pub struct Terms {
    entries: Vec<Entry>,
    /// All terms, found by their nodes.
    ids: HashTable<Term>,
    symbols: Vec<Symbol>,
    /// See [`Terms::witness`].
    witnesses: FxHashMap<(u32, Sort), Term>,
    names: FxHashMap<String, u32>,
    aliases: FxHashMap<Term, String>,
    funcs: Vec<FuncInfo>,
    /// By contents that an update made: the updates that can be seen through.
    pub(in crate::logic) runs: FxHashMap<Term, Run>,
}

/// A mark in the term store.
#[derive(Clone, Copy, Debug)]
pub(in crate::logic) struct Mark {
    terms: usize,
    symbols: usize,
}

impl Mark {
    /// Whether a term was made since.
    pub fn is_before(self, t: Term) -> bool {
        self.terms <= t.0 as usize
    }
}

impl Default for Terms {
    fn default() -> Terms {
        Terms::new()
    }
}

impl Terms {
    /// An empty store.
    #[must_use]
    pub fn new() -> Terms {
        Terms {
            entries: Vec::with_capacity(ROOM),
            ids: HashTable::with_capacity(ROOM),
            symbols: Vec::new(),
            names: FxHashMap::default(),
            aliases: FxHashMap::default(),
            witnesses: FxHashMap::default(),
            funcs: Vec::new(),
            runs: FxHashMap::default(),
        }
    }

    #[allow(clippy::indexing_slicing)] // ids are made by `intern` alone
    fn entry(&self, t: Term) -> &Entry {
        &self.entries[t.0 as usize]
    }

    /// What the term is made of.
    #[must_use]
    pub fn node(&self, t: Term) -> &Node {
        &self.entry(t).node
    }

    /// The term's sort.
    #[must_use]
    pub fn sort(&self, t: Term) -> Sort {
        self.entry(t).sort
    }

    /// The number of nodes of the term as a tree, saturating.
    #[must_use]
    pub fn size(&self, t: Term) -> u32 {
        self.entry(t).size
    }

    /// An upper bound on when a reference in the term's value was allocated:
    /// one more than the number of the youngest symbol that it can come from.
    ///
    /// A pure function of older snapshots and references yields only older
    /// references (pure methods do not allocate), so integers do not count.
    #[must_use]
    pub fn age(&self, t: Term) -> u32 {
        self.entry(t).age
    }

    /// The number after the youngest symbol in the term; 0 if it has none. No
    /// symbol numbered at or above it occurs in the term.
    #[must_use]
    pub fn youngest_symbol(&self, t: Term) -> u32 {
        self.entry(t).youngest
    }

    /// Whether the term has variables that are bound outside of it. Of such a
    /// term nothing can be asserted.
    #[must_use]
    pub fn has_bound(&self, t: Term) -> bool {
        self.entry(t).free > 0
    }

    /// The number after the highest variable that is bound outside of the term.
    pub(in crate::logic) fn free(&self, t: Term) -> u32 {
        self.entry(t).free
    }

    /// The number after the highest variable that a quantifier in the term binds.
    pub(in crate::logic) fn height(&self, t: Term) -> u32 {
        self.entry(t).height
    }

    /// Whether there are quantifiers or collections in the term.
    #[must_use]
    pub fn is_rich(&self, t: Term) -> bool {
        self.entry(t).rich
    }

    /// For the symbol of an allocated object, the age that is its alone.
    #[must_use]
    pub fn birth(&self, t: Term) -> Option<u32> {
        match self.node(t) {
            Node::Symbol(n) if self.symbols.get(*n as usize).is_some_and(|s| s.allocated) => {
                Some(n + 1)
            }
            _ => None,
        }
    }

    /// The operands of a term, in order.
    #[must_use]
    pub fn children(&self, t: Term) -> Operands {
        operands(self.node(t))
    }

    /// A mark to return to.
    pub(in crate::logic) fn mark(&self) -> Mark {
        Mark {
            terms: self.entries.len(),
            symbols: self.symbols.len(),
        }
    }

    /// Forgets all terms made since the mark, of which none may be left, and none be a
    /// symbol but for witnesses. What a search made leaves no trace then in the order of
    /// terms, which that of operands follows.
    pub(in crate::logic) fn forget_since(&mut self, mark: Mark) {
        while self.entries.len() > mark.terms {
            let Some(Entry { node, .. }) = self.entries.pop() else {
                return;
            };
            let t = Term(u32::try_from(self.entries.len()).unwrap_or(u32::MAX));
            if let Ok(entry) = self.ids.find_entry(hash(&node), |id| *id == t) {
                entry.remove();
            }
            self.runs.remove(&t);
        }
        for symbol in self.symbols.drain(mark.symbols..) {
            self.names.remove(&symbol.name);
        }
        self.witnesses.retain(|_, t| !mark.is_before(*t));
    }

    /// The term of a node, if there is one.
    pub(in crate::logic) fn interned(&self, node: &Node) -> Option<Term> {
        let is_node = |t: &Term| self.node(*t) == node;
        self.ids.find(hash(node), is_node).copied()
    }

    /// The term of a node. Called by the smart constructors only.
    pub(in crate::logic) fn intern(&mut self, node: Node) -> Term {
        if let Some(t) = self.interned(&node) {
            return t;
        }
        let t = Term(u32::try_from(self.entries.len()).unwrap_or(u32::MAX));
        let sort = self.sort_of(&node);
        let children = operands(&node);
        let over = |f: fn(&Entry) -> u32| children.iter().map(|&c| f(self.entry(c))).max();
        let (mut youngest, mut free, mut height) = (
            over(|e| e.youngest).unwrap_or(0),
            over(|e| e.free).unwrap_or(0),
            over(|e| e.height).unwrap_or(0),
        );
        match &node {
            Node::Symbol(n) => youngest = n + 1,
            Node::Bound(n, _) => free = n + 1,
            Node::Forall(quantified) => {
                let own = over_bound(self, &quantified.vars);
                height = height.max(own);
                // What is bound further outside has higher numbers.
                free = if free > own { free } else { 0 };
            }
            _ => {}
        }
        let entry = Entry {
            size: children
                .iter()
                .fold(1u32, |n, &c| n.saturating_add(self.size(c))),
            age: self.age_of(&node, sort, &children),
            youngest,
            free,
            height,
            rich: matches!(node, Node::Coll(..) | Node::Bound(..) | Node::Forall(_))
                || sort.is_collection()
                || matches!(sort, Sort::Elems(elem) if elem.sort().is_collection())
                || children.iter().any(|&c| self.entry(c).rich),
            node,
            sort,
        };
        let own = hash(&entry.node);
        self.entries.push(entry);
        let entries = &self.entries;
        #[allow(clippy::indexing_slicing)] // ids are made here alone
        self.ids
            .insert_unique(own, t, |t| hash(&entries[t.0 as usize].node));
        t
    }

    fn age_of(&self, node: &Node, sort: Sort, children: &[Term]) -> u32 {
        match node {
            Node::Symbol(n) if sort.carries_refs() => n + 1,
            // It stands for any value, also for what is yet to be allocated.
            Node::Bound(..) if sort.carries_refs() => u32::MAX,
            _ => children
                .iter()
                .filter(|&&c| self.sort(c).carries_refs())
                .map(|&c| self.age(c))
                .max()
                .unwrap_or(0),
        }
    }

    fn sort_of(&self, node: &Node) -> Sort {
        match node {
            Node::Symbol(n) => self.symbols.get(*n as usize).map_or(Sort::Ref, |s| s.sort),
            Node::Int(_) | Node::Rem(..) => Sort::Int,
            Node::Perm(_) => Sort::Perm,
            Node::Null | Node::Owner(_) => Sort::Ref,
            Node::Bool(_)
            | Node::Not(_)
            | Node::And(_)
            | Node::Or(_)
            | Node::Eq(..)
            | Node::Le(..)
            | Node::Lt(..)
            | Node::IsCombine(_)
            | Node::Forall(_)
            | Node::IsWrap(..) => Sort::Bool,
            Node::Bound(_, sort) => *sort,
            Node::Coll(op, args) => self.coll_sort(*op, args),
            Node::Ite(_, a, _) | Node::Mul(a, _) | Node::Div(a, _) | Node::Store(a, ..) => {
                self.sort(*a)
            }
            Node::Sum(sort, _) | Node::Unwrap(sort, _) => *sort,
            Node::Unit | Node::Combine(..) | Node::First(_) | Node::Second(_) | Node::Wrap(_) => {
                Sort::Snap
            }
            Node::Select(a, _) => match self.sort(*a) {
                Sort::Elems(elem) => elem.sort(),
                other => other,
            },
            Node::Fill(elem, _) => Sort::Elems(*elem),
            Node::App(f, _) => self.funcs.get(f.0 as usize).map_or(Sort::Ref, |f| f.sort),
        }
    }

    /// A fresh symbol. Its name is the hint, with a number where the hint was used before.
    pub fn fresh(&mut self, hint: &str, sort: Sort) -> Term {
        self.symbol(hint, sort, false)
    }

    /// A fresh object: different from null and from every reference that
    /// comes from symbols made before it.
    pub fn allocate(&mut self, hint: &str) -> Term {
        self.symbol(hint, Sort::Ref, true)
    }

    fn symbol(&mut self, hint: &str, sort: Sort, allocated: bool) -> Term {
        let count = self.names.entry(hint.to_owned()).or_insert(0);
        *count += 1;
        let name = if *count == 1 {
            hint.to_owned()
        } else {
            format!("{hint}'{count}")
        };
        let number = u32::try_from(self.symbols.len()).unwrap_or(u32::MAX);
        self.symbols.push(Symbol {
            name,
            sort,
            allocated,
        });
        self.intern(Node::Symbol(number))
    }

    /// A symbol for the prover's use within a query, by its number there: a value
    /// that no fact speaks of. Not for sorts that carry references, which would be
    /// taken for older than what is allocated afterwards.
    pub(in crate::logic) fn witness(&mut self, number: u32, sort: Sort) -> Term {
        debug_assert!(!sort.carries_refs(), "nothing may be known of its age");
        if let Some(&witness) = self.witnesses.get(&(number, sort)) {
            return witness;
        }
        let witness = self.symbol(&format!("?{number}"), sort, false);
        self.witnesses.insert((number, sort), witness);
        witness
    }

    /// The name of a symbol.
    #[must_use]
    pub fn symbol_name(&self, number: u32) -> &str {
        self.symbols.get(number as usize).map_or("?", |s| &s.name)
    }

    /// The number of symbols made so far.
    #[must_use]
    pub fn symbol_count(&self) -> u32 {
        u32::try_from(self.symbols.len()).unwrap_or(u32::MAX)
    }

    /// Declares a function; its name shows in formulas.
    pub fn function(&mut self, name: &str, sort: Sort) -> Func {
        let f = Func(u32::try_from(self.funcs.len()).unwrap_or(u32::MAX));
        self.funcs.push(FuncInfo {
            name: name.to_owned(),
            sort,
        });
        f
    }

    /// A function's name.
    #[must_use]
    pub fn function_name(&self, f: Func) -> &str {
        self.funcs.get(f.0 as usize).map_or("?", |f| &f.name)
    }

    /// A function's result sort.
    #[must_use]
    pub fn function_sort(&self, f: Func) -> Sort {
        self.funcs.get(f.0 as usize).map_or(Sort::Ref, |f| f.sort)
    }

    /// Gives a part of a snapshot a readable name, such as `this.x@12`, if it
    /// has none yet. Names are for people; they mean nothing.
    pub fn name_part(&mut self, t: Term, hint: &str) {
        if matches!(
            self.node(t),
            Node::Unwrap(..) | Node::First(_) | Node::Second(_)
        ) && !self.aliases.contains_key(&t)
        {
            let count = self.names.entry(hint.to_owned()).or_insert(0);
            *count += 1;
            let name = if *count == 1 {
                hint.to_owned()
            } else {
                format!("{hint}'{count}")
            };
            self.aliases.insert(t, name);
        }
    }

    /// The readable name of a part of a snapshot, if it has one.
    #[must_use]
    pub fn alias(&self, t: Term) -> Option<&str> {
        self.aliases.get(&t).map(String::as_str)
    }

    /// A linear view of a number: every number is one.
    #[must_use]
    pub fn linear(&self, t: Term) -> Linear {
        match self.node(t) {
            Node::Int(n) => Linear {
                parts: Vec::new(),
                constant: BigRational::from_integer(n.clone()),
            },
            Node::Perm(p) => Linear {
                parts: Vec::new(),
                constant: p.clone(),
            },
            Node::Sum(_, linear) => (**linear).clone(),
            _ => Linear {
                parts: vec![(BigRational::one(), t)],
                constant: BigRational::from_integer(BigInt::ZERO),
            },
        }
    }
}

/// The operands of a node, in order.
fn operands(node: &Node) -> Operands {
    match node {
        Node::Symbol(_)
        | Node::Bool(_)
        | Node::Int(_)
        | Node::Perm(_)
        | Node::Null
        | Node::Owner(_)
        | Node::Bound(..)
        | Node::Unit => Operands::new(),
        Node::Not(a)
        | Node::First(a)
        | Node::Second(a)
        | Node::Wrap(a)
        | Node::Unwrap(_, a)
        | Node::IsCombine(a)
        | Node::IsWrap(_, a)
        | Node::Fill(_, a) => smallvec![*a],
        Node::Eq(a, b)
        | Node::Le(a, b)
        | Node::Lt(a, b)
        | Node::Mul(a, b)
        | Node::Div(a, b)
        | Node::Rem(a, b)
        | Node::Combine(a, b)
        | Node::Select(a, b) => smallvec![*a, *b],
        Node::Ite(a, b, c) | Node::Store(a, b, c) => smallvec![*a, *b, *c],
        Node::And(parts) | Node::Or(parts) | Node::App(_, parts) | Node::Coll(_, parts) => {
            Operands::from_slice(parts)
        }
        Node::Forall(quantified) => quantified.operands().into(),
        Node::Sum(_, linear) => linear.parts.iter().map(|(_, t)| *t).collect(),
    }
}

fn hash(node: &Node) -> u64 {
    FxBuildHasher.hash_one(node)
}

/// The number after the highest of these bound variables.
fn over_bound(terms: &Terms, vars: &[Term]) -> u32 {
    vars.iter().map(|&v| terms.free(v)).max().unwrap_or(0)
}
