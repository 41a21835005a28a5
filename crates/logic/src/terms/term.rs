//! Sorts and hash-consed terms.
//!
//! Equal terms have equal ids, so identity is a comparison of numbers. Terms are
//! created only by the smart constructors of [`super::simplify`], which check sorts and
//! simplify.

pub use super::collections::Coll;
use super::memo::Memo;
use super::products::Expansion;
pub use super::quantifier::Quantified;
pub use super::sort::{Elem, Sort};
use super::stores::UpdateRun;
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
    /// The least id.
    pub const MIN: Term = Term(0);
    /// The greatest id.
    pub const MAX: Term = Term(u32::MAX);

    /// The term's index in tables.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
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

/// A linear form: a sum of multiples of terms and a constant, over one number sort.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Linear {
    /// Coefficients (never zero) and terms (never sums or constants), by ascending term.
    pub parts: Vec<(BigRational, Term)>,
    /// The constant.
    pub constant: BigRational,
}

/// The node of a term. The smart constructors check the operands' sorts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// A symbolic value, identified by its number.
    Symbol(u32),
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(BigInt),
    /// A permission amount.
    Perm(BigRational),
    /// `null`
    Null,
    /// An object that exists from the start, by its number.
    Unique(u32),
    /// Negation; the operand is neither a negation nor a comparison.
    Not(Term),
    /// Conjunction of two or more operands.
    And(Box<[Term]>),
    /// Disjunction of two or more operands.
    Or(Box<[Term]>),
    /// If-then-else at any sort.
    Ite(Term, Term, Term),
    /// Equality at any sort; the operands are ordered.
    Eq(Term, Term),
    /// Less or equal, on numbers.
    Le(Term, Term),
    /// Less, on numbers.
    Lt(Term, Term),
    /// A sum of two or more parts, or a multiple of one.
    Sum(Sort, Box<Linear>),
    /// A product of two terms that are not constants, or of constants whose product
    /// would be too long.
    Mul(Term, Term),
    /// A quotient; for integers rounded toward zero.
    Div(Term, Term),
    /// An integer remainder with the sign of the dividend.
    Rem(Term, Term),
    /// The empty snapshot.
    Unit,
    /// The snapshot of two parts.
    Combine(Term, Term),
    /// The first part of a snapshot.
    First(Term),
    /// The second part of a snapshot.
    Second(Term),
    /// The snapshot of one value (the paper's `fromRef`, generalized to each sort).
    Wrap(Term),
    /// The value in a snapshot (the paper's `toRef`, generalized to each sort).
    Unwrap(Sort, Term),
    /// Whether a snapshot has two parts.
    IsCombine(Term),
    /// Whether a snapshot wraps a value of this sort.
    IsWrap(Sort, Term),
    /// An element of an array's contents.
    Select(Term, Term),
    /// Contents with one element replaced.
    Store(Term, Term, Term),
    /// Constant contents.
    Fill(Elem, Term),
    /// An application of a function.
    App(Func, Box<[Term]>),
    /// An operation on collections or on the contents of arrays.
    Coll(Coll, Box<[Term]>),
    /// A bound variable, by its number. The variables of a quantifier have higher
    /// numbers than those of the quantifiers inside it, so that alpha-equivalent
    /// quantifiers are one term.
    Bound(u32, Sort),
    /// A universal quantifier.
    Forall(Box<Quantified>),
}

/// A symbol's name, sort and kind.
#[derive(Clone, Debug)]
struct Symbol {
    name: String,
    sort: Sort,
    /// Whether it is the reference of a newly allocated object.
    allocated: bool,
}

/// A function's name and result sort.
#[derive(Clone, Debug)]
struct FuncInfo {
    name: String,
    sort: Sort,
}

/// A term's node with cached attributes.
#[derive(Clone, Debug)]
struct Entry {
    node: Node,
    sort: Sort,
    /// One more than the number of the youngest symbol that a reference in the term's
    /// value can come from; 0 if there is none.
    age: u32,
    /// The number of nodes of the term as a tree, saturating.
    size: u32,
    /// One more than the number of the youngest symbol in the term; 0 if there is none.
    youngest: u32,
    /// One more than the highest free bound variable of the term; 0 if there is none.
    free: u32,
    /// One more than the highest variable that a quantifier in the term binds.
    height: u32,
    /// The number of nodes on the longest path into the term.
    depth: u32,
    /// Whether the term contains quantifiers or collections.
    rich: bool,
    /// The size of the term as a polynomial.
    expansion: Expansion,
    /// Whether the term contains a product of a high degree or of many summands.
    large_product: bool,
}

/// The store of all terms of a session.
#[derive(Debug)]
pub struct Terms {
    entries: Vec<Entry>,
    /// All terms, hashed by their nodes.
    ids: HashTable<Term>,
    symbols: Vec<Symbol>,
    /// See [`Terms::witness`].
    witnesses: FxHashMap<(u32, Sort), Term>,
    names: FxHashMap<String, u32>,
    aliases: FxHashMap<Term, String>,
    funcs: Vec<FuncInfo>,
    /// For updated contents: the run of updates that reads see through.
    pub(crate) runs: FxHashMap<Term, UpdateRun>,
    /// The cardinalities of collections that are joined from too many parts to be listed. Each
    /// term is older than the collection.
    pub(crate) joined: FxHashMap<Term, Term>,
    /// The domains of updated maps.
    pub(crate) domains: Memo,
    /// The cardinalities of sets with insertions.
    pub(crate) sizes: Memo,
}

/// A backtracking point of the term store.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    terms: usize,
    symbols: usize,
    domains: usize,
    sizes: usize,
}

impl Mark {
    /// Whether a term was created after the mark.
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
            joined: FxHashMap::default(),
            domains: Memo::default(),
            sizes: Memo::default(),
        }
    }

    #[allow(clippy::indexing_slicing)] // only `intern` creates ids
    fn entry(&self, t: Term) -> &Entry {
        &self.entries[t.0 as usize]
    }

    /// The term's node.
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

    /// The nesting depth of the term: the number of nodes on the longest path into it.
    #[must_use]
    pub fn depth(&self, t: Term) -> u32 {
        self.entry(t).depth
    }

    /// An upper bound on the allocation time of a reference in the term's value: one
    /// more than the number of the youngest symbol that it can come from.
    ///
    /// A pure function of older snapshots and references yields only older
    /// references (pure methods do not allocate), so integers do not count.
    #[must_use]
    pub fn age(&self, t: Term) -> u32 {
        self.entry(t).age
    }

    /// One more than the number of the youngest symbol in the term; 0 if it has none.
    /// No symbol with this number or a higher one occurs in the term.
    #[must_use]
    pub fn youngest_symbol(&self, t: Term) -> u32 {
        self.entry(t).youngest
    }

    /// Whether the term has variables that are bound outside it. Such a term cannot be
    /// asserted.
    #[must_use]
    pub fn has_bound(&self, t: Term) -> bool {
        self.entry(t).free > 0
    }

    /// Whether there is a quantifier in the term.
    #[must_use]
    pub fn has_quantifier(&self, t: Term) -> bool {
        self.entry(t).height > 0
    }

    /// One more than the highest variable of the term that is bound outside it.
    pub(crate) fn free(&self, t: Term) -> u32 {
        self.entry(t).free
    }

    /// One more than the highest variable that a quantifier in the term binds.
    pub(crate) fn height(&self, t: Term) -> u32 {
        self.entry(t).height
    }

    /// Whether the term contains quantifiers or collections.
    #[must_use]
    pub fn is_rich(&self, t: Term) -> bool {
        self.entry(t).rich
    }

    /// The size of the term as a polynomial.
    pub(super) fn expansion(&self, t: Term) -> Expansion {
        self.entry(t).expansion
    }

    /// Whether the term contains a product of so high a degree, or of so many summands, that it
    /// is opaque to Z3 ([`Terms::is_opaque_product`]).
    pub(crate) fn has_large_product(&self, t: Term) -> bool {
        self.entry(t).large_product
    }

    /// The exact age of an allocated object; `None` for other terms.
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

    /// The current backtracking point.
    pub(crate) fn mark(&self) -> Mark {
        Mark {
            terms: self.entries.len(),
            symbols: self.symbols.len(),
            domains: self.domains.len(),
            sizes: self.sizes.len(),
        }
    }

    /// Removes all terms created since the mark. None of them may be in use, and among
    /// symbols only witnesses may have been created. So a search does not influence the
    /// order of later terms, which determines the order of operands.
    pub(crate) fn forget_since(&mut self, mark: Mark) {
        while self.entries.len() > mark.terms {
            let Some(Entry { node, .. }) = self.entries.pop() else {
                return;
            };
            let t = Term(u32::try_from(self.entries.len()).unwrap_or(u32::MAX));
            if let Ok(entry) = self.ids.find_entry(hash(&node), |id| *id == t) {
                entry.remove();
            }
            self.runs.remove(&t);
            self.joined.remove(&t);
        }
        self.domains.truncate(mark.domains);
        self.sizes.truncate(mark.sizes);
        for symbol in self.symbols.drain(mark.symbols..) {
            self.names.remove(&symbol.name);
        }
        self.witnesses.retain(|_, t| !mark.is_before(*t));
    }

    /// The existing term of a node.
    pub(crate) fn interned(&self, node: &Node) -> Option<Term> {
        let is_node = |t: &Term| self.node(*t) == node;
        self.ids.find(hash(node), is_node).copied()
    }

    /// The term of a node, created if it is new. Called by the smart constructors only.
    pub(crate) fn intern(&mut self, node: Node) -> Term {
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
                // Variables bound further outside have higher numbers.
                free = if free > own { free } else { 0 };
            }
            _ => {}
        }
        let entry = Entry {
            size: children
                .iter()
                .fold(1u32, |n, &c| n.saturating_add(self.size(c))),
            depth: over(|e| e.depth).unwrap_or(0).saturating_add(1),
            age: self.age_of(&node, sort, &children),
            youngest,
            free,
            height,
            rich: matches!(node, Node::Coll(..) | Node::Bound(..) | Node::Forall(_))
                || sort.is_collection()
                || matches!(sort, Sort::Elems(elem) if elem.sort().is_collection())
                || children.iter().any(|&c| self.entry(c).rich),
            expansion: self.expansion_of(&node),
            large_product: self.is_large_product(&node)
                || children.iter().any(|&c| self.entry(c).large_product),
            node,
            sort,
        };
        let own = hash(&entry.node);
        self.entries.push(entry);
        let entries = &self.entries;
        #[allow(clippy::indexing_slicing)] // only this function creates ids
        self.ids
            .insert_unique(own, t, |t| hash(&entries[t.0 as usize].node));
        t
    }

    fn age_of(&self, node: &Node, sort: Sort, children: &[Term]) -> u32 {
        match node {
            Node::Symbol(n) if sort.carries_refs() => n + 1,
            // It ranges over all values, also those allocated later.
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
            Node::Null | Node::Unique(_) => Sort::Ref,
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

    /// A fresh symbol, named after the hint; repeated hints get a number.
    pub fn fresh(&mut self, hint: &str, sort: Sort) -> Term {
        self.symbol(hint, sort, false)
    }

    /// A newly allocated object: different from null and from every reference derived
    /// from older symbols.
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

    /// The witness symbol with this number: an unconstrained value for use within one
    /// query. Not for sorts that contain references, because objects allocated later
    /// would be assumed to differ from it.
    pub(crate) fn witness(&mut self, number: u32, sort: Sort) -> Term {
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

    /// The number of symbols created so far.
    #[must_use]
    pub fn symbol_count(&self) -> u32 {
        u32::try_from(self.symbols.len()).unwrap_or(u32::MAX)
    }

    /// Declares a function; the name is for display.
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

    /// Gives a part of a snapshot a display name, such as `this.x@12`, if it has none
    /// yet.
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

    /// The display name of a part of a snapshot.
    #[must_use]
    pub fn alias(&self, t: Term) -> Option<&str> {
        self.aliases.get(&t).map(String::as_str)
    }

    /// A number as a linear form.
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
        | Node::Unique(_)
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

/// One more than the highest of these bound variables.
fn over_bound(terms: &Terms, vars: &[Term]) -> u32 {
    vars.iter().map(|&v| terms.free(v)).max().unwrap_or(0)
}
