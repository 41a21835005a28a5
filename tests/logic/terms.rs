//! Properties of the logic: the smart constructors against a reference evaluator, the
//! built-in prover and the translation against Z3, and solvers that follow a path
//! against fresh ones. Examples of each rule come last.
//!
//! The cases are deterministic; `PROPTEST_CASES` and `PROPTEST_RNG_SEED` select more or
//! others.

use crate::support;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::strategy::Union;
use proptest::test_runner::{Config, RngSeed};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use support::random::Random;
use veriframe::ProverMode;
use veriframe::internals::logic::{
    Answer, Coll, Effort, Elem, FactKind, Func, Mark, Node, Path, Prover, Solver, Sort, Term,
    Terms, WRAPPED, ceiling,
};
use veriframe::internals::z3::{Backend, Check};

/// Far above what any query here needs, so that a defect cannot hang the suite.
const RLIMIT: u32 = 20_000_000;

/// The resource limit of a check with collections, so that matching loops end soon.
const QUICK: u32 = 500_000;

const ELEMS: [Elem; 4] = [Elem::INT, Elem::BOOL, Elem::REF, Elem::PERM];

/// Deterministic cases, unless proptest's own variables are set.
fn config(cases: u32) -> Config {
    let mut config = Config {
        failure_persistence: None,
        ..Config::default()
    };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = cases;
    }
    if std::env::var_os("PROPTEST_RNG_SEED").is_none() {
        config.rng_seed = RngSeed::Fixed(0x0076_6572_6966_7261);
    }
    config
}

fn fraction(numerator: i64, denominator: i64) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}

// ---------------------------------------------------------------------------
// Expression trees: the inputs of the constructors.

/// The role of a symbol, besides its sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// Unconstrained.
    Plain,
    /// The symbol of an allocated object.
    Allocated,
    /// A snapshot with two parts, by the path condition.
    Pair,
    /// A snapshot of one value of this sort, by the path condition.
    Single(Sort),
}

/// The symbols, oldest first: references, snapshots and arrays of references
/// are both older and newer than the allocated objects.
const SYMBOLS: [(&str, Sort, Role); 29] = [
    ("p", Sort::Bool, Role::Plain),
    ("q", Sort::Bool, Role::Plain),
    ("x", Sort::Int, Role::Plain),
    ("y", Sort::Int, Role::Plain),
    ("z", Sort::Int, Role::Plain),
    ("k", Sort::Perm, Role::Plain),
    ("m", Sort::Perm, Role::Plain),
    ("a", Sort::Ref, Role::Plain),
    ("P", Sort::Snap, Role::Pair),
    ("refs", Sort::Elems(Elem::REF), Role::Plain),
    ("o", Sort::Ref, Role::Allocated),
    ("b", Sort::Ref, Role::Plain),
    ("R", Sort::Snap, Role::Single(Sort::Ref)),
    ("rs", Sort::Seq(Elem::REF), Role::Plain),
    ("n", Sort::Ref, Role::Allocated),
    ("c", Sort::Ref, Role::Plain),
    ("Q", Sort::Snap, Role::Pair),
    ("N", Sort::Snap, Role::Single(Sort::Int)),
    ("ints", Sort::Elems(Elem::INT), Role::Plain),
    ("bools", Sort::Elems(Elem::BOOL), Role::Plain),
    ("perms", Sort::Elems(Elem::PERM), Role::Plain),
    ("s", Sort::Seq(Elem::INT), Role::Plain),
    ("t", Sort::Seq(Elem::INT), Role::Plain),
    ("A", Sort::Set(Elem::INT), Role::Plain),
    ("B", Sort::Set(Elem::INT), Role::Plain),
    ("M", Sort::Multiset(Elem::INT), Role::Plain),
    ("K", Sort::Multiset(Elem::INT), Role::Plain),
    ("F", Sort::Map(Elem::INT, Elem::INT), Role::Plain),
    ("G", Sort::Map(Elem::INT, Elem::INT), Role::Plain),
];

/// The functions: parameters and results.
const FUNCTIONS: [(&str, &[Sort], Sort); 4] = [
    ("f", &[Sort::Int], Sort::Int),
    ("g", &[Sort::Ref], Sort::Ref),
    ("h", &[Sort::Snap, Sort::Int], Sort::Bool),
    ("s", &[Sort::Ref, Sort::Snap], Sort::Snap),
];

/// A constructor of terms.
#[derive(Clone, Debug, PartialEq)]
enum Op {
    Symbol(usize),
    Bool(bool),
    Int(BigInt),
    Perm(BigRational),
    Null,
    Unique(u32),
    Unit,
    Not,
    And,
    Or,
    Implies,
    Ite,
    Eq,
    Ne,
    Le,
    Lt,
    Add,
    Sub,
    Neg,
    Mul,
    Div,
    Rem,
    Combine,
    First,
    Second,
    Wrap,
    Unwrap(Sort),
    IsCombine,
    IsWrap(Sort),
    Select,
    Store,
    Fill(Elem),
    App(usize),
    Coll(Coll),
}

/// An expression before anything is simplified.
#[derive(Clone, Debug)]
struct Tree {
    op: Op,
    args: Vec<Tree>,
}

/// A nonterminal of a grammar: a sort, or a subset of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Of(Sort),
    /// Snapshots of two parts.
    Pair,
    /// Snapshots of one value of this sort.
    Single(Sort),
    /// Constants other than zero, of a sort of numbers.
    Factor(Sort),
}

/// A production of a nonterminal.
struct Rule {
    result: Kind,
    weight: u32,
    op: Op,
    args: Vec<Kind>,
}

const BOOL: Kind = Kind::Of(Sort::Bool);
const INT: Kind = Kind::Of(Sort::Int);
const PERM: Kind = Kind::Of(Sort::Perm);
const REF: Kind = Kind::Of(Sort::Ref);
const SNAP: Kind = Kind::Of(Sort::Snap);
const INTS: Kind = Kind::Of(Sort::Seq(Elem::INT));
const SET: Kind = Kind::Of(Sort::Set(Elem::INT));
const BAG: Kind = Kind::Of(Sort::Multiset(Elem::INT));
const MAP: Kind = Kind::Of(Sort::Map(Elem::INT, Elem::INT));

/// A grammar under construction.
struct Grammar(Vec<Rule>);

impl Grammar {
    fn rule(&mut self, weight: u32, result: Kind, op: Op, args: &[Kind]) {
        self.0.push(Rule {
            result,
            weight,
            op,
            args: args.to_vec(),
        });
    }

    /// The productions of all grammars: few leaves, so that operands often coincide.
    fn common() -> Grammar {
        let mut g = Grammar(Vec::new());
        for (index, (_, sort, role)) in SYMBOLS.into_iter().enumerate() {
            if sort.is_collection() {
                continue;
            }
            g.rule(4, Kind::Of(sort), Op::Symbol(index), &[]);
            match role {
                Role::Pair => g.rule(4, Kind::Pair, Op::Symbol(index), &[]),
                Role::Single(sort) => g.rule(4, Kind::Single(sort), Op::Symbol(index), &[]),
                Role::Plain | Role::Allocated => {}
            }
        }
        for n in [-2, -1, 0, 1, 2] {
            g.rule(1, INT, Op::Int(n.into()), &[]);
        }
        for (n, d) in [(0, 1), (1, 1), (1, 2), (-1, 3)] {
            g.rule(1, PERM, Op::Perm(fraction(n, d)), &[]);
        }
        for n in [-3, -1, 1, 2, 3] {
            g.rule(1, Kind::Factor(Sort::Int), Op::Int(n.into()), &[]);
            g.rule(1, Kind::Factor(Sort::Perm), Op::Perm(fraction(n, 2)), &[]);
        }
        g.rule(1, BOOL, Op::Bool(true), &[]);
        g.rule(1, BOOL, Op::Bool(false), &[]);
        g.rule(4, REF, Op::Null, &[]);
        g.rule(1, REF, Op::Unique(0), &[]);
        g.rule(1, REF, Op::Unique(1), &[]);
        g.rule(2, SNAP, Op::Unit, &[]);

        g.rule(2, BOOL, Op::Not, &[BOOL]);
        g.rule(2, BOOL, Op::And, &[BOOL, BOOL]);
        g.rule(1, BOOL, Op::And, &[BOOL, BOOL, BOOL]);
        g.rule(2, BOOL, Op::Or, &[BOOL, BOOL]);
        g.rule(1, BOOL, Op::Or, &[BOOL, BOOL, BOOL]);
        g.rule(1, BOOL, Op::Implies, &[BOOL, BOOL]);
        for (weight, kind) in [(1, BOOL), (3, INT), (1, PERM), (3, REF), (3, SNAP)] {
            g.rule(weight, BOOL, Op::Eq, &[kind, kind]);
            g.rule(weight, BOOL, Op::Ne, &[kind, kind]);
        }
        for op in [Op::Le, Op::Lt] {
            g.rule(3, BOOL, op.clone(), &[INT, INT]);
            g.rule(2, BOOL, op, &[PERM, PERM]);
        }
        for sort in [Sort::Int, Sort::Perm] {
            let (number, factor) = (Kind::Of(sort), Kind::Factor(sort));
            g.rule(2, number, Op::Add, &[number, number]);
            g.rule(2, number, Op::Sub, &[number, number]);
            g.rule(1, number, Op::Neg, &[number]);
            g.rule(1, number, Op::Mul, &[factor, number]);
            g.rule(1, number, Op::Div, &[number, factor]);
        }
        g.rule(1, INT, Op::Rem, &[INT, Kind::Factor(Sort::Int)]);
        for kind in [BOOL, INT, PERM, REF, SNAP] {
            g.rule(1, kind, Op::Ite, &[BOOL, kind, kind]);
        }
        g.rule(1, SNAP, Op::Combine, &[SNAP, SNAP]);
        for elem in ELEMS {
            let elems = Kind::Of(Sort::Elems(elem));
            let value = Kind::Of(elem.sort());
            g.rule(1, BOOL, Op::Eq, &[elems, elems]);
            g.rule(1, value, Op::Select, &[elems, INT]);
            g.rule(4, elems, Op::Store, &[elems, INT, value]);
            g.rule(1, elems, Op::Fill(elem), &[value]);
            g.rule(1, elems, Op::Ite, &[BOOL, elems, elems]);
        }
        g
    }

    /// The functions.
    fn functions(mut self) -> Grammar {
        for (index, (_, parameters, result)) in FUNCTIONS.into_iter().enumerate() {
            let args: Vec<Kind> = parameters.iter().map(|&sort| Kind::Of(sort)).collect();
            self.rule(1, Kind::Of(result), Op::App(index), &args);
        }
        self
    }

    /// Collections of integers, some of references, and merged contents.
    fn collections(mut self) -> Grammar {
        for (index, (_, sort, _)) in SYMBOLS.into_iter().enumerate() {
            if sort.is_collection() {
                self.rule(4, Kind::Of(sort), Op::Symbol(index), &[]);
                let kind = Kind::Of(sort);
                self.rule(1, kind, Op::Ite, &[BOOL, kind, kind]);
                self.rule(3, BOOL, Op::Eq, &[kind, kind]);
            }
        }
        for (elem, value) in [(Elem::INT, INT), (Elem::REF, REF)] {
            let seq = Kind::Of(Sort::Seq(elem));
            self.coll(1, seq, Coll::SeqEmpty(elem), &[]);
            self.coll(3, seq, Coll::SeqUnit, &[value]);
            self.coll(4, seq, Coll::SeqConcat, &[seq, seq]);
            self.coll(3, seq, Coll::SeqTake, &[seq, INT]);
            self.coll(3, seq, Coll::SeqDrop, &[seq, INT]);
            self.coll(3, seq, Coll::SeqUpdate, &[seq, INT, value]);
            self.coll(4, value, Coll::SeqIndex, &[seq, INT]);
            self.coll(3, INT, Coll::SeqLen, &[seq]);
            self.coll(3, BOOL, Coll::SeqContains, &[seq, value]);
        }
        let contents = Kind::Of(Sort::Elems(Elem::INT));
        self.coll(2, INTS, Coll::SeqOf, &[contents, INT, INT]);
        self.coll(4, contents, Coll::Merge, &[contents, INT, contents]);
        self.coll(4, contents, Coll::Restrict, &[contents, INT, INT]);
        self.coll(1, SET, Coll::SetEmpty(Elem::INT), &[]);
        self.coll(3, SET, Coll::SetInsert, &[SET, INT]);
        for op in [Coll::SetUnion, Coll::SetIntersect, Coll::SetMinus] {
            self.coll(2, SET, op, &[SET, SET]);
        }
        self.coll(2, SET, Coll::SetOfSeq, &[INTS]);
        self.coll(2, SET, Coll::MapDomain, &[MAP]);
        self.coll(2, BOOL, Coll::SetSubset, &[SET, SET]);
        self.coll(3, BOOL, Coll::SetContains, &[SET, INT]);
        self.coll(3, INT, Coll::SetSize, &[SET]);
        self.coll(1, BAG, Coll::MultisetEmpty(Elem::INT), &[]);
        self.coll(2, BAG, Coll::MultisetUnit, &[INT]);
        for op in [
            Coll::MultisetUnion,
            Coll::MultisetIntersect,
            Coll::MultisetMinus,
        ] {
            self.coll(2, BAG, op, &[BAG, BAG]);
        }
        self.coll(2, BAG, Coll::MultisetOfSeq, &[INTS]);
        self.coll(2, BOOL, Coll::MultisetSubset, &[BAG, BAG]);
        self.coll(3, INT, Coll::MultisetCount, &[BAG, INT]);
        self.coll(3, INT, Coll::MultisetSize, &[BAG]);
        self.coll(1, MAP, Coll::MapEmpty(Elem::INT, Elem::INT), &[]);
        self.coll(3, MAP, Coll::MapUpdate, &[MAP, INT, INT]);
        self.coll(3, INT, Coll::MapLookup, &[MAP, INT]);
        self
    }

    fn coll(&mut self, weight: u32, result: Kind, op: Coll, args: &[Kind]) {
        self.rule(weight, result, Op::Coll(op), args);
    }

    /// Products and quotients of any two numbers.
    fn nonlinear(mut self) -> Grammar {
        for number in [INT, PERM] {
            self.rule(1, number, Op::Mul, &[number, number]);
            self.rule(1, number, Op::Div, &[number, number]);
        }
        self.rule(1, INT, Op::Rem, &[INT, INT]);
        self
    }

    /// Snapshots are decomposed regardless of their shape.
    fn any_shape(mut self) -> Grammar {
        self.rule(2, SNAP, Op::First, &[SNAP]);
        self.rule(2, SNAP, Op::Second, &[SNAP]);
        self.rule(1, BOOL, Op::IsCombine, &[SNAP]);
        for sort in WRAPPED {
            self.rule(1, SNAP, Op::Wrap, &[Kind::Of(sort)]);
            self.rule(1, Kind::Of(sort), Op::Unwrap(sort), &[SNAP]);
            self.rule(1, BOOL, Op::IsWrap(sort), &[SNAP]);
        }
        self
    }

    /// Snapshots are decomposed only if their shape is known, as in symbolic execution.
    fn known_shape(mut self) -> Grammar {
        for result in [SNAP, Kind::Pair] {
            self.rule(1, result, Op::Combine, &[SNAP, SNAP]);
            self.rule(1, result, Op::Ite, &[BOOL, Kind::Pair, Kind::Pair]);
        }
        self.rule(2, SNAP, Op::First, &[Kind::Pair]);
        self.rule(2, SNAP, Op::Second, &[Kind::Pair]);
        self.rule(1, BOOL, Op::IsCombine, &[SNAP]);
        for sort in [Sort::Int, Sort::Ref] {
            for result in [SNAP, Kind::Single(sort)] {
                self.rule(1, result, Op::Wrap, &[Kind::Of(sort)]);
            }
            self.rule(1, BOOL, Op::IsWrap(sort), &[SNAP]);
            self.rule(2, Kind::Of(sort), Op::Unwrap(sort), &[Kind::Single(sort)]);
        }
        self
    }

    /// Sequences and multisets of few values, so that they often coincide. Outside its
    /// bounds a sequence yields the default here, as in the model of the axioms.
    fn sequences() -> Grammar {
        let mut g = Grammar(Vec::new());
        let contents = Kind::Of(Sort::Elems(Elem::INT));
        for (index, (name, sort, _)) in SYMBOLS.into_iter().enumerate() {
            if ["x", "y", "ints", "s"].contains(&name) {
                g.rule(4, Kind::Of(sort), Op::Symbol(index), &[]);
            }
        }
        for n in [0, 1, 2] {
            g.rule(2, INT, Op::Int(n.into()), &[]);
        }
        g.rule(2, INT, Op::Add, &[INT, INT]);
        g.rule(2, INT, Op::Sub, &[INT, INT]);
        g.rule(2, contents, Op::Store, &[contents, INT, INT]);
        g.coll(1, contents, Coll::Merge, &[contents, INT, contents]);
        g.coll(1, contents, Coll::Restrict, &[contents, INT, INT]);
        g.coll(6, INTS, Coll::SeqOf, &[contents, INT, INT]);
        g.coll(2, INTS, Coll::SeqUnit, &[INT]);
        g.coll(3, INTS, Coll::SeqConcat, &[INTS, INTS]);
        g.coll(3, INTS, Coll::SeqUpdate, &[INTS, INT, INT]);
        for op in [Coll::SeqTake, Coll::SeqDrop] {
            g.coll(2, INTS, op, &[INTS, INT]);
        }
        g.coll(2, INT, Coll::SeqLen, &[INTS]);
        g.coll(4, INT, Coll::SeqIndex, &[INTS, INT]);
        g.coll(3, BAG, Coll::MultisetOfSeq, &[INTS]);
        g.coll(1, BAG, Coll::MultisetUnit, &[INT]);
        g.coll(1, BAG, Coll::MultisetUnion, &[BAG, BAG]);
        g.coll(2, SET, Coll::SetOfSeq, &[INTS]);
        g
    }

    /// Expressions of each kind, up to a depth.
    fn trees(&self, depth: u32) -> BTreeMap<Kind, BoxedStrategy<Tree>> {
        let mut levels: BTreeMap<Kind, BoxedStrategy<Tree>> = BTreeMap::new();
        for _ in 0..=depth {
            let mut choices: BTreeMap<Kind, Vec<(u32, BoxedStrategy<Tree>)>> = BTreeMap::new();
            for rule in &self.0 {
                let args: Option<Vec<BoxedStrategy<Tree>>> = rule
                    .args
                    .iter()
                    .map(|kind| levels.get(kind).cloned())
                    .collect();
                let Some(args) = args else { continue };
                let op = rule.op.clone();
                let tree = args
                    .prop_map(move |args| Tree {
                        op: op.clone(),
                        args,
                    })
                    .boxed();
                choices
                    .entry(rule.result)
                    .or_default()
                    .push((rule.weight, tree));
            }
            let any_shape = |rule: &Rule| rule.op == Op::First && rule.args == [SNAP];
            if let (Some(choices), Some(whole)) = (choices.get_mut(&SNAP), levels.get(&SNAP))
                && self.0.iter().any(any_shape)
            {
                choices.push((2, together_again(whole.clone())));
            }
            levels = choices
                .into_iter()
                .map(|(k, c)| (k, Union::new_weighted(c).boxed()))
                .collect();
        }
        levels
    }
}

/// Snapshots decomposed and recomposed, which random generation rarely yields.
fn together_again(whole: BoxedStrategy<Tree>) -> BoxedStrategy<Tree> {
    let node = |op: Op, args: Vec<Tree>| Tree { op, args };
    prop_oneof![
        whole.clone().prop_map(move |s| {
            let parts = vec![node(Op::First, vec![s.clone()]), node(Op::Second, vec![s])];
            node(Op::Combine, parts)
        }),
        (whole, proptest::sample::select(WRAPPED.to_vec()))
            .prop_map(move |(s, sort)| node(Op::Wrap, vec![node(Op::Unwrap(sort), vec![s])])),
    ]
    .boxed()
}

/// Any expression of a depth, of any sort.
fn any_tree(grammar: &Grammar, depth: u32) -> impl Strategy<Value = Tree> + use<> {
    let trees = grammar.trees(depth);
    Union::new(
        trees
            .into_iter()
            .filter(|(kind, _)| matches!(kind, Kind::Of(_)))
            .map(|(_, tree)| tree),
    )
}

/// Formulas of a depth.
fn formula(grammar: &Grammar, depth: u32) -> BoxedStrategy<Tree> {
    grammar.trees(depth)[&BOOL].clone()
}

/// A term of an operation on collections.
fn collection(terms: &mut Terms, op: Coll, args: &[Term]) -> Term {
    match (op, args) {
        (Coll::SeqEmpty(elem), []) => terms.seq_empty(elem),
        (Coll::SeqUnit, &[v]) => terms.seq_unit(v),
        (Coll::SeqConcat, &[s, t]) => terms.seq_concat(s, t),
        (Coll::SeqLen, &[s]) => terms.seq_len(s),
        (Coll::SeqIndex, &[s, i]) => terms.seq_index(s, i),
        (Coll::SeqTake, &[s, n]) => terms.seq_take(s, n),
        (Coll::SeqDrop, &[s, n]) => terms.seq_drop(s, n),
        (Coll::SeqUpdate, &[s, i, v]) => terms.seq_update(s, i, v),
        (Coll::SeqContains, &[s, v]) => terms.seq_contains(s, v),
        (Coll::SetEmpty(elem), []) => terms.set_empty(elem),
        (Coll::SetInsert, &[s, v]) => terms.set_insert(s, v),
        (Coll::SetUnion, &[s, t]) => terms.set_union(s, t),
        (Coll::SetIntersect, &[s, t]) => terms.set_intersect(s, t),
        (Coll::SetMinus, &[s, t]) => terms.set_minus(s, t),
        (Coll::SetSubset, &[s, t]) => terms.set_subset(s, t),
        (Coll::SetContains, &[s, v]) => terms.set_contains(s, v),
        (Coll::SetSize, &[s]) => terms.set_size(s),
        (Coll::SetOfSeq, &[s]) => terms.set_of_seq(s),
        (Coll::MultisetEmpty(elem), []) => terms.multiset_empty(elem),
        (Coll::MultisetUnit, &[v]) => terms.multiset_unit(v),
        (Coll::MultisetUnion, &[s, t]) => terms.multiset_union(s, t),
        (Coll::MultisetIntersect, &[s, t]) => terms.multiset_intersect(s, t),
        (Coll::MultisetMinus, &[s, t]) => terms.multiset_minus(s, t),
        (Coll::MultisetSubset, &[s, t]) => terms.multiset_subset(s, t),
        (Coll::MultisetCount, &[s, v]) => terms.multiset_count(s, v),
        (Coll::MultisetSize, &[s]) => terms.multiset_size(s),
        (Coll::MultisetOfSeq, &[s]) => terms.multiset_of_seq(s),
        (Coll::MapEmpty(key, value), []) => terms.map_empty(key, value),
        (Coll::MapUpdate, &[m, k, v]) => terms.map_update(m, k, v),
        (Coll::MapLookup, &[m, k]) => terms.map_lookup(m, k),
        (Coll::MapDomain, &[m]) => terms.map_domain(m),
        (Coll::Merge, &[a, at, b]) => terms.merge(a, at, b),
        (Coll::Restrict, &[c, lo, hi]) => terms.restrict(c, lo, hi),
        (Coll::SeqOf, &[c, lo, hi]) => terms.seq_of(c, lo, hi),
        (op, args) => panic!("{op:?} of {} operands", args.len()),
    }
}

/// A term store with the symbols and functions of the tests.
struct World {
    terms: Terms,
    symbols: Vec<Term>,
    functions: Vec<Func>,
    /// Snapshots whose shape the constructors relied on: the two conditional rules
    /// were, or may have been, used.
    shapes: Vec<(Term, Op)>,
}

impl World {
    fn new() -> World {
        let mut terms = Terms::new();
        let symbols = SYMBOLS
            .into_iter()
            .map(|(name, sort, role)| match role {
                Role::Allocated => terms.allocate(name),
                _ => terms.fresh(name, sort),
            })
            .collect();
        let functions = FUNCTIONS
            .into_iter()
            .map(|(name, _, result)| terms.function(name, result))
            .collect();
        World {
            terms,
            symbols,
            functions,
            shapes: Vec::new(),
        }
    }

    fn symbol(&self, name: &str) -> Term {
        self.symbols[SYMBOLS
            .iter()
            .position(|symbol| symbol.0 == name)
            .expect("a symbol of the tests")]
    }

    fn build(&mut self, tree: &Tree) -> Term {
        let args: Vec<Term> = tree.args.iter().map(|arg| self.build(arg)).collect();
        self.construct(&tree.op, &args)
    }

    fn construct(&mut self, op: &Op, args: &[Term]) -> Term {
        match (op, args) {
            (Op::Combine, &[a, b]) => match (self.terms.node(a), self.terms.node(b)) {
                (&Node::First(s), &Node::Second(t)) if s == t => {
                    self.shapes.push((s, Op::IsCombine))
                }
                _ => {}
            },
            (Op::Wrap, &[v]) => {
                if let Node::Unwrap(sort, s) = *self.terms.node(v) {
                    self.shapes.push((s, Op::IsWrap(sort)));
                }
            }
            _ => {}
        }
        let terms = &mut self.terms;
        match (op, args) {
            (Op::Symbol(index), []) => self.symbols[*index],
            (Op::Bool(b), []) => terms.bool(*b),
            (Op::Int(n), []) => terms.int(n.clone()),
            (Op::Perm(p), []) => terms.perm(p.clone()),
            (Op::Null, []) => terms.null(),
            (Op::Unique(class), []) => terms.unique(*class),
            (Op::Unit, []) => terms.unit(),
            (Op::Not, &[a]) => terms.not(a),
            (Op::And, args) => terms.and(args.iter().copied()),
            (Op::Or, args) => terms.or(args.iter().copied()),
            (Op::Implies, &[a, b]) => terms.implies(a, b),
            (Op::Ite, &[c, a, b]) => terms.ite(c, a, b),
            (Op::Eq, &[a, b]) => terms.eq(a, b),
            (Op::Ne, &[a, b]) => terms.ne(a, b),
            (Op::Le, &[a, b]) => terms.le(a, b),
            (Op::Lt, &[a, b]) => terms.lt(a, b),
            (Op::Add, &[a, b]) => terms.add(a, b),
            (Op::Sub, &[a, b]) => terms.sub(a, b),
            (Op::Neg, &[a]) => terms.neg(a),
            (Op::Mul, &[a, b]) => terms.mul(a, b),
            (Op::Div, &[a, b]) => terms.div(a, b),
            (Op::Rem, &[a, b]) => terms.rem(a, b),
            (Op::Combine, &[a, b]) => terms.combine(a, b),
            (Op::First, &[s]) => terms.first(s),
            (Op::Second, &[s]) => terms.second(s),
            (Op::Wrap, &[v]) => terms.wrap(v),
            (Op::Unwrap(sort), &[s]) => terms.unwrap_as(*sort, s),
            (Op::IsCombine, &[s]) => terms.is_combine(s),
            (Op::IsWrap(sort), &[s]) => terms.is_wrap(*sort, s),
            (Op::Select, &[elems, index]) => terms.select(elems, index),
            (Op::Store, &[elems, index, value]) => terms.store(elems, index, value),
            (Op::Fill(elem), &[value]) => terms.fill(*elem, value),
            (Op::App(f), args) => terms.app(self.functions[*f], args.to_vec()),
            (Op::Coll(op), args) => collection(terms, *op, args),
            (op, args) => panic!("{op:?} of {} operands", args.len()),
        }
    }

    /// The shapes implied by the roles of the symbols.
    fn shape_facts(&mut self) -> Vec<Term> {
        let symbols = self.symbols.clone();
        let mut facts = Vec::new();
        for (t, (_, _, role)) in symbols.into_iter().zip(SYMBOLS) {
            match role {
                Role::Pair => facts.push(self.terms.is_combine(t)),
                Role::Single(sort) => facts.push(self.terms.is_wrap(sort, t)),
                Role::Plain | Role::Allocated => {}
            }
        }
        facts
    }

    /// The constant of a value, built from constructors alone.
    fn constant(&mut self, value: &Value) -> Term {
        match value {
            Value::Bool(b) => self.terms.bool(*b),
            Value::Int(n) => self.terms.int(n.clone()),
            Value::Perm(p) => self.terms.perm(p.clone()),
            Value::Null => self.terms.null(),
            Value::Unique(class) => self.terms.unique(*class),
            Value::Object(birth) => self.symbols[*birth as usize - 1],
            Value::Unit => self.terms.unit(),
            Value::Combine(a, b) => {
                let (a, b) = (self.constant(a), self.constant(b));
                self.terms.combine(a, b)
            }
            Value::Wrap(v) => {
                let v = self.constant(v);
                self.terms.wrap(v)
            }
            Value::Array(elem, rest, at) => {
                let rest = self.constant(rest);
                let mut elems = self.terms.fill(*elem, rest);
                for (index, value) in at {
                    let (index, value) = (self.terms.int(index.clone()), self.constant(value));
                    elems = self.terms.store(elems, index, value);
                }
                elems
            }
            Value::Seq(elem, items) => {
                let items: Vec<Term> = items.iter().map(|v| self.constant(v)).collect();
                self.terms.seq_of_items(*elem, &items)
            }
            Value::Set(elem, items) => {
                let empty = self.terms.set_empty(*elem);
                items.iter().fold(empty, |set, v| {
                    let v = self.constant(v);
                    self.terms.set_insert(set, v)
                })
            }
            Value::Multiset(elem, items) => {
                let mut all = self.terms.multiset_empty(*elem);
                for (v, &count) in items {
                    for _ in 0..count {
                        let v = self.constant(v);
                        let unit = self.terms.multiset_unit(v);
                        all = self.terms.multiset_union(all, unit);
                    }
                }
                all
            }
            Value::Map(key, value, items) => {
                let empty = self.terms.map_empty(*key, *value);
                items.iter().fold(empty, |map, (k, v)| {
                    let (k, v) = (self.constant(k), self.constant(v));
                    self.terms.map_update(map, k, v)
                })
            }
        }
    }
}

// ---------------------------------------------------------------------------
// The reference semantics of expressions.

/// A value of some sort.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Value {
    Bool(bool),
    Int(BigInt),
    Perm(BigRational),
    Null,
    Unique(u32),
    /// An object, identified by its age: for an allocated symbol, one more than its
    /// number.
    Object(u32),
    Unit,
    Combine(Box<Value>, Box<Value>),
    Wrap(Box<Value>),
    /// A base value with exceptions that differ from it, so that equal contents are
    /// equal here.
    Array(Elem, Box<Value>, BTreeMap<BigInt, Value>),
    Seq(Elem, Vec<Value>),
    Set(Elem, BTreeSet<Value>),
    /// Multiplicities, all positive.
    Multiset(Elem, BTreeMap<Value, usize>),
    Map(Elem, Elem, BTreeMap<Value, Value>),
}

impl Value {
    fn sort(&self) -> Sort {
        match self {
            Value::Bool(_) => Sort::Bool,
            Value::Int(_) => Sort::Int,
            Value::Perm(_) => Sort::Perm,
            Value::Null | Value::Unique(_) | Value::Object(_) => Sort::Ref,
            Value::Unit | Value::Combine(..) | Value::Wrap(_) => Sort::Snap,
            Value::Array(elem, ..) => Sort::Elems(*elem),
            Value::Seq(elem, _) => Sort::Seq(*elem),
            Value::Set(elem, _) => Sort::Set(*elem),
            Value::Multiset(elem, _) => Sort::Multiset(*elem),
            Value::Map(key, value, _) => Sort::Map(*key, *value),
        }
    }

    fn truth(&self) -> bool {
        *self == Value::Bool(true)
    }

    /// The references in a value.
    fn references(&self) -> Vec<Value> {
        match self {
            Value::Null | Value::Unique(_) | Value::Object(_) => vec![self.clone()],
            Value::Combine(a, b) => [a.references(), b.references()].concat(),
            Value::Wrap(v) => v.references(),
            Value::Array(_, rest, at) => at
                .values()
                .flat_map(Value::references)
                .chain(rest.references())
                .collect(),
            Value::Seq(_, items) => items.iter().flat_map(Value::references).collect(),
            Value::Set(_, items) => items.iter().flat_map(Value::references).collect(),
            Value::Multiset(_, items) => items.keys().flat_map(Value::references).collect(),
            Value::Map(_, _, items) => items
                .iter()
                .flat_map(|(k, v)| [k.references(), v.references()].concat())
                .collect(),
            Value::Bool(_) | Value::Int(_) | Value::Perm(_) | Value::Unit => Vec::new(),
        }
    }

    /// The age of the youngest object in a value.
    fn age(&self) -> u32 {
        let age = |value: Value| {
            if let Value::Object(age) = value {
                age
            } else {
                0
            }
        };
        self.references().into_iter().map(age).max().unwrap_or(0)
    }
}

/// Replaces an element.
fn stored(
    elem: Elem,
    rest: &Value,
    at: &BTreeMap<BigInt, Value>,
    index: BigInt,
    value: &Value,
) -> Value {
    let mut at = at.clone();
    if value == rest {
        at.remove(&index);
    } else {
        at.insert(index, value.clone());
    }
    Value::Array(elem, Box::new(rest.clone()), at)
}

impl Random {
    /// A pseudo-random function of the argument.
    fn of(what: &impl Hash) -> Random {
        let mut hasher = DefaultHasher::new();
        what.hash(&mut hasher);
        Random::new(hasher.finish())
    }

    /// A value of a sort, with references among the given ones.
    fn value(&mut self, sort: Sort, references: &[Value]) -> Value {
        match sort {
            Sort::Bool => Value::Bool(self.below(2) == 0),
            Sort::Int => Value::Int(match self.below(20) {
                0 => BigInt::from(10).pow(30) + 7,
                1 => -BigInt::from(2).pow(70) - 1,
                n => BigInt::from(n % 6) - 2,
            }),
            Sort::Perm => {
                let (n, d) = self.pick(&[(0, 1), (1, 1), (1, 2), (1, 3), (-1, 3), (-7, 2), (2, 1)]);
                Value::Perm(fraction(n, d))
            }
            Sort::Ref => self.pick(references),
            Sort::Snap => match self.below(5) {
                0 => Value::Unit,
                1 | 2 => self.pair(references),
                _ => {
                    let sort = self.pick(&WRAPPED);
                    self.single(sort, references)
                }
            },
            Sort::Elems(elem) => {
                let mut array = Value::Array(
                    elem,
                    Box::new(self.value(elem.sort(), references)),
                    BTreeMap::new(),
                );
                for _ in 0..self.below(3) {
                    let Value::Array(_, rest, at) = &array else {
                        break;
                    };
                    let index = BigInt::from(self.below(4)) - 1;
                    array = stored(elem, rest, at, index, &self.value(elem.sort(), references));
                }
                array
            }
            Sort::Seq(elem) => Value::Seq(elem, self.values(elem, references)),
            Sort::Set(elem) => {
                Value::Set(elem, self.values(elem, references).into_iter().collect())
            }
            Sort::Multiset(elem) => multiset(elem, self.values(elem, references)),
            Sort::Map(key, value) => {
                let keys = self.values(key, references);
                let items = keys
                    .into_iter()
                    .map(|k| (k, self.value(value.sort(), references)));
                Value::Map(key, value, items.collect())
            }
        }
    }

    fn values(&mut self, elem: Elem, references: &[Value]) -> Vec<Value> {
        let count = self.below(4);
        (0..count)
            .map(|_| self.value(elem.sort(), references))
            .collect()
    }

    fn pair(&mut self, references: &[Value]) -> Value {
        let (a, b) = (
            self.value(Sort::Snap, references),
            self.value(Sort::Snap, references),
        );
        Value::Combine(Box::new(a), Box::new(b))
    }

    fn single(&mut self, sort: Sort, references: &[Value]) -> Value {
        Value::Wrap(Box::new(self.value(sort, references)))
    }

    /// Values for the symbols. Allocated objects are themselves; older values contain
    /// older references only. On request, `roles` are respected, and every object is
    /// one of the symbols.
    fn assignment(&mut self, roles: bool) -> Vec<Value> {
        let mut references = vec![Value::Null, Value::Unique(0), Value::Unique(1)];
        let mut values = Vec::new();
        for ((_, sort, role), age) in SYMBOLS.into_iter().zip(1..) {
            if role == Role::Allocated || (sort == Sort::Ref && !roles) {
                references.push(Value::Object(age));
            }
            values.push(match role {
                Role::Allocated => Value::Object(age),
                Role::Pair if roles => self.pair(&references),
                Role::Single(sort) if roles => self.single(sort, &references),
                _ => self.value(sort, &references),
            });
        }
        values
    }
}

/// Evaluates trees and terms under an assignment.
struct Model<'a> {
    values: &'a [Value],
    known: HashMap<Term, Value>,
    /// Whether some value is unspecified by the rules.
    open: bool,
    /// Whether some sequence was too long.
    huge: bool,
}

impl Model<'_> {
    fn new(values: &[Value]) -> Model<'_> {
        Model {
            values,
            known: HashMap::new(),
            open: false,
            huge: false,
        }
    }

    /// The value of a tree, as written.
    fn tree(&mut self, tree: &Tree) -> Value {
        let args: Vec<Value> = tree.args.iter().map(|arg| self.tree(arg)).collect();
        self.apply(&tree.op, args)
    }

    /// The value of a term, by its nodes.
    fn term(&mut self, terms: &Terms, t: Term) -> Value {
        if let Some(value) = self.known.get(&t) {
            return value.clone();
        }
        let args: Vec<Value> = terms
            .children(t)
            .into_iter()
            .map(|child| self.term(terms, child))
            .collect();
        let op = match terms.node(t) {
            Node::Symbol(n) => Op::Symbol(*n as usize),
            Node::Bool(b) => Op::Bool(*b),
            Node::Int(n) => Op::Int(n.clone()),
            Node::Perm(p) => Op::Perm(p.clone()),
            Node::Null => Op::Null,
            Node::Unique(class) => Op::Unique(*class),
            Node::Not(_) => Op::Not,
            Node::And(_) => Op::And,
            Node::Or(_) => Op::Or,
            Node::Ite(..) => Op::Ite,
            Node::Eq(..) => Op::Eq,
            Node::Le(..) => Op::Le,
            Node::Lt(..) => Op::Lt,
            Node::Mul(..) => Op::Mul,
            Node::Div(..) => Op::Div,
            Node::Rem(..) => Op::Rem,
            Node::Unit => Op::Unit,
            Node::Combine(..) => Op::Combine,
            Node::First(_) => Op::First,
            Node::Second(_) => Op::Second,
            Node::Wrap(_) => Op::Wrap,
            Node::Unwrap(sort, _) => Op::Unwrap(*sort),
            Node::IsCombine(_) => Op::IsCombine,
            Node::IsWrap(sort, _) => Op::IsWrap(*sort),
            Node::Select(..) => Op::Select,
            Node::Store(..) => Op::Store,
            Node::Fill(elem, _) => Op::Fill(*elem),
            Node::App(f, _) => Op::App(f.0 as usize),
            Node::Coll(op, _) => Op::Coll(*op),
            node @ (Node::Bound(..) | Node::Forall(_)) => panic!("{node:?} is of no tree"),
            Node::Sum(sort, linear) => {
                let mut sum = linear.constant.clone();
                for ((factor, _), arg) in linear.parts.iter().zip(&args) {
                    sum += factor * rational(arg);
                }
                let value = number(*sort, sum);
                self.known.insert(t, value.clone());
                return value;
            }
        };
        let value = self.apply(&op, args);
        self.known.insert(t, value.clone());
        value
    }

    /// The result of a partial operator outside its domain: a function of the operands,
    /// without new references.
    fn open(&mut self, op: &str, sort: Sort, args: &[Value]) -> Value {
        self.open = true;
        let references: Vec<Value> = args
            .iter()
            .flat_map(Value::references)
            .chain([Value::Null])
            .collect();
        Random::of(&(op, args)).value(sort, &references)
    }

    fn apply(&mut self, op: &Op, args: Vec<Value>) -> Value {
        use Value::{Array, Combine, Wrap};
        match (op, args.as_slice()) {
            (Op::Symbol(index), []) => self.values[*index].clone(),
            (Op::Bool(b), []) => Value::Bool(*b),
            (Op::Int(n), []) => Value::Int(n.clone()),
            (Op::Perm(p), []) => Value::Perm(p.clone()),
            (Op::Null, []) => Value::Null,
            (Op::Unique(class), []) => Value::Unique(*class),
            (Op::Unit, []) => Value::Unit,
            (Op::Not, [a]) => Value::Bool(!a.truth()),
            (Op::And, args) => Value::Bool(args.iter().all(Value::truth)),
            (Op::Or, args) => Value::Bool(args.iter().any(Value::truth)),
            (Op::Implies, [a, b]) => Value::Bool(!a.truth() || b.truth()),
            (Op::Ite, [c, a, b]) => if c.truth() { a } else { b }.clone(),
            (Op::Eq, [a, b]) => Value::Bool(a == b),
            (Op::Ne, [a, b]) => Value::Bool(a != b),
            (Op::Le, [a, b]) => Value::Bool(rational(a) <= rational(b)),
            (Op::Lt, [a, b]) => Value::Bool(rational(a) < rational(b)),
            (Op::Add, [a, b]) => number(a.sort(), rational(a) + rational(b)),
            (Op::Sub, [a, b]) => number(a.sort(), rational(a) - rational(b)),
            (Op::Neg, [a]) => number(a.sort(), -rational(a)),
            (Op::Mul, [a, b]) => number(a.sort(), rational(a) * rational(b)),
            (Op::Div, [a, b]) if rational(b).is_zero() => {
                self.open("div", a.sort(), std::slice::from_ref(a))
            }
            (Op::Div, [a, b]) => match a.sort() {
                // Java rounds toward zero.
                Sort::Int => Value::Int((rational(a) / rational(b)).trunc().to_integer()),
                sort => number(sort, rational(a) / rational(b)),
            },
            (Op::Rem, [a, b]) if rational(b).is_zero() => {
                self.open("rem", Sort::Int, std::slice::from_ref(a))
            }
            (Op::Rem, [a, b]) => {
                // Java: (a / b) * b + a % b == a
                let quotient = (rational(a) / rational(b)).trunc();
                number(Sort::Int, rational(a) - quotient * rational(b))
            }
            (Op::Combine, [a, b]) => Combine(Box::new(a.clone()), Box::new(b.clone())),
            (Op::First, [Combine(a, _)]) => (**a).clone(),
            (Op::First, args) => self.open("first", Sort::Snap, args),
            (Op::Second, [Combine(_, b)]) => (**b).clone(),
            (Op::Second, args) => self.open("second", Sort::Snap, args),
            (Op::Wrap, [v]) => Wrap(Box::new(v.clone())),
            (Op::Unwrap(sort), [Wrap(v)]) if v.sort() == *sort => (**v).clone(),
            (Op::Unwrap(sort), args) => self.open("unwrap", *sort, args),
            (Op::IsCombine, [s]) => Value::Bool(matches!(s, Combine(..))),
            (Op::IsWrap(sort), [s]) => Value::Bool(matches!(s, Wrap(v) if v.sort() == *sort)),
            (Op::Select, [Array(_, rest, at), Value::Int(index)]) => {
                at.get(index).unwrap_or(rest).clone()
            }
            (Op::Store, [Array(elem, rest, at), Value::Int(index), value]) => {
                stored(*elem, rest, at, index.clone(), value)
            }
            (Op::Fill(elem), [value]) => Array(*elem, Box::new(value.clone()), BTreeMap::new()),
            (Op::App(f), args) => {
                let (name, _, result) = FUNCTIONS[*f];
                self.open(name, result, args)
            }
            (Op::Coll(op), args) => self.collection(*op, args),
            (op, args) => panic!("{op:?} of {args:?}"),
        }
    }
}

/// The number of indices of `len` elements below an index.
fn cut(index: &BigInt, len: usize) -> usize {
    usize::try_from(index.clone().max(BigInt::ZERO)).map_or(len, |n| n.min(len))
}

/// The value that [`Terms::default_of`] is.
fn default_value(sort: Sort) -> Value {
    match sort {
        Sort::Bool => Value::Bool(false),
        Sort::Int => Value::Int(BigInt::ZERO),
        Sort::Perm => Value::Perm(BigRational::zero()),
        Sort::Ref => Value::Null,
        Sort::Seq(elem) => Value::Seq(elem, Vec::new()),
        other => panic!("no default of {other:?}"),
    }
}

fn multiset(elem: Elem, items: Vec<Value>) -> Value {
    let mut counts = BTreeMap::new();
    for item in items {
        *counts.entry(item).or_insert(0) += 1;
    }
    Value::Multiset(elem, counts)
}

fn count(items: &BTreeMap<Value, usize>, v: &Value) -> usize {
    items.get(v).copied().unwrap_or(0)
}

impl Model<'_> {
    /// The result of an operation on collections.
    fn collection(&mut self, op: Coll, args: &[Value]) -> Value {
        use Value::{Array, Int, Map, Multiset, Seq, Set};
        let number = |n: usize| Int(n.into());
        match (op, args) {
            (Coll::SeqEmpty(elem), []) => Seq(elem, Vec::new()),
            (Coll::SeqUnit, [v]) => Seq(Elem::of(v.sort()).unwrap(), vec![v.clone()]),
            (Coll::SeqConcat, [Seq(elem, _), ..]) => {
                let items = args.iter().flat_map(|part| match part {
                    Seq(_, items) => items.clone(),
                    other => panic!("{other:?} is no sequence"),
                });
                Seq(*elem, items.collect())
            }
            (Coll::SeqLen, [Seq(_, items)]) => number(items.len()),
            (Coll::SeqIndex, [Seq(elem, items), Int(i)]) => {
                match usize::try_from(i.clone()).ok().and_then(|i| items.get(i)) {
                    Some(v) => v.clone(),
                    None => {
                        self.open = true;
                        default_value(elem.sort())
                    }
                }
            }
            (Coll::SeqTake, [Seq(elem, items), Int(n)]) => {
                Seq(*elem, items[..cut(n, items.len())].to_vec())
            }
            (Coll::SeqDrop, [Seq(elem, items), Int(n)]) => {
                Seq(*elem, items[cut(n, items.len())..].to_vec())
            }
            (Coll::SeqUpdate, [Seq(elem, items), Int(i), v]) => {
                let mut items = items.clone();
                if let Some(at) = usize::try_from(i.clone())
                    .ok()
                    .and_then(|i| items.get_mut(i))
                {
                    *at = v.clone();
                }
                Seq(*elem, items)
            }
            (Coll::SeqContains, [Seq(_, items), v]) => Value::Bool(items.contains(v)),
            (Coll::SetOfSeq, [Seq(elem, items)]) => Set(*elem, items.iter().cloned().collect()),
            (Coll::MultisetOfSeq, [Seq(elem, items)]) => multiset(*elem, items.clone()),
            (Coll::MapEmpty(key, value), []) => Map(key, value, BTreeMap::new()),
            (Coll::MapUpdate, [Map(key, value, items), k, v]) => {
                let mut items = items.clone();
                items.insert(k.clone(), v.clone());
                Map(*key, *value, items)
            }
            (Coll::MapLookup, [Map(_, value, items), k]) => match items.get(k) {
                Some(v) => v.clone(),
                None => {
                    self.open = true;
                    default_value(value.sort())
                }
            },
            (Coll::MapDomain, [Map(key, _, items)]) => Set(*key, items.keys().cloned().collect()),
            (Coll::Merge, [Array(elem, below, low), Int(at), Array(_, above, high)]) => {
                // Contents have finitely many exceptions; a value with infinitely many
                // is not representable.
                if below != above {
                    self.huge = true;
                }
                let mut merged = Array(*elem, above.clone(), BTreeMap::new());
                for (i, v) in low.range(..at.clone()).chain(high.range(at.clone()..)) {
                    let Array(_, rest, at) = &merged else { break };
                    merged = stored(*elem, rest, at, i.clone(), v);
                }
                merged
            }
            (Coll::Restrict, [Array(elem, rest, at), Int(lo), Int(hi)]) => {
                let default = default_value(elem.sort());
                let mut cut = Array(*elem, Box::new(default), BTreeMap::new());
                let (from, to) = (lo.clone(), hi.clone());
                for i in self.indices(&from, &to) {
                    let v = at.get(&i).unwrap_or(rest);
                    let Array(_, default, kept) = &cut else { break };
                    cut = stored(*elem, default, kept, i, v);
                }
                cut
            }
            (Coll::SeqOf, [Array(elem, rest, at), Int(lo), Int(hi)]) => {
                let items = self
                    .indices(lo, hi)
                    .into_iter()
                    .map(|i| at.get(&i).unwrap_or(rest).clone());
                Seq(*elem, items.collect())
            }
            (op, [Set(..), ..]) | (op @ Coll::SetEmpty(_), _) => set_operation(op, args),
            (op, [Multiset(..), ..]) | (op @ (Coll::MultisetEmpty(_) | Coll::MultisetUnit), _) => {
                multiset_operation(op, args)
            }
            (op, args) => panic!("{op:?} of {args:?}"),
        }
    }

    /// The indices from `lo` (inclusive) to `hi` (exclusive); empty if there are too
    /// many.
    fn indices(&mut self, lo: &BigInt, hi: &BigInt) -> Vec<BigInt> {
        if hi - lo > BigInt::from(100) {
            self.huge = true;
            return Vec::new();
        }
        let mut indices = Vec::new();
        let mut i = lo.clone();
        while i < *hi {
            indices.push(i.clone());
            i += 1;
        }
        indices
    }
}

fn set_operation(op: Coll, args: &[Value]) -> Value {
    use Value::Set;
    let fold = |f: fn(&BTreeSet<Value>, &BTreeSet<Value>) -> BTreeSet<Value>| {
        let both = |a: Value, b: &Value| match (a, b) {
            (Set(elem, a), Set(_, b)) => Set(elem, f(&a, b)),
            other => panic!("{other:?} are no sets"),
        };
        args[1..].iter().fold(args[0].clone(), both)
    };
    match (op, args) {
        (Coll::SetEmpty(elem), []) => Set(elem, BTreeSet::new()),
        (Coll::SetInsert, [Set(elem, items), v]) => {
            let mut items = items.clone();
            items.insert(v.clone());
            Set(*elem, items)
        }
        (Coll::SetUnion, _) => fold(|a, b| a | b),
        (Coll::SetIntersect, _) => fold(|a, b| a & b),
        (Coll::SetMinus, _) => fold(|a, b| a - b),
        (Coll::SetSubset, [Set(_, a), Set(_, b)]) => Value::Bool(a.is_subset(b)),
        (Coll::SetContains, [Set(_, items), v]) => Value::Bool(items.contains(v)),
        (Coll::SetSize, [Set(_, items)]) => Value::Int(items.len().into()),
        (op, args) => panic!("{op:?} of {args:?}"),
    }
}

fn multiset_operation(op: Coll, args: &[Value]) -> Value {
    use Value::Multiset;
    let fold = |f: fn(usize, usize) -> usize| {
        let both = |a: Value, b: &Value| match (a, b) {
            (Multiset(elem, a), Multiset(_, b)) => {
                let keys: BTreeSet<&Value> = a.keys().chain(b.keys()).collect();
                let counts = keys
                    .into_iter()
                    .map(|v| (v.clone(), f(count(&a, v), count(b, v))));
                Multiset(elem, counts.filter(|(_, n)| *n > 0).collect())
            }
            other => panic!("{other:?} are no multisets"),
        };
        args[1..].iter().fold(args[0].clone(), both)
    };
    match (op, args) {
        (Coll::MultisetEmpty(elem), []) => Multiset(elem, BTreeMap::new()),
        (Coll::MultisetUnit, [v]) => multiset(Elem::of(v.sort()).unwrap(), vec![v.clone()]),
        (Coll::MultisetUnion, _) => fold(|a, b| a + b),
        (Coll::MultisetIntersect, _) => fold(usize::min),
        (Coll::MultisetMinus, _) => fold(usize::saturating_sub),
        (Coll::MultisetSubset, [Multiset(_, a), Multiset(_, b)]) => {
            Value::Bool(a.iter().all(|(v, &n)| n <= count(b, v)))
        }
        (Coll::MultisetCount, [Multiset(_, items), v]) => Value::Int(count(items, v).into()),
        (Coll::MultisetSize, [Multiset(_, items)]) => {
            Value::Int(items.values().sum::<usize>().into())
        }
        (op, args) => panic!("{op:?} of {args:?}"),
    }
}

fn rational(value: &Value) -> BigRational {
    match value {
        Value::Int(n) => BigRational::from_integer(n.clone()),
        Value::Perm(p) => p.clone(),
        other => panic!("{other:?} is no number"),
    }
}

fn number(sort: Sort, value: BigRational) -> Value {
    if sort == Sort::Perm {
        return Value::Perm(value);
    }
    assert!(value.is_integer(), "{value} is no integer");
    Value::Int(value.to_integer())
}

// ---------------------------------------------------------------------------
// (1) The constructors.

/// The documented invariants of nodes, for a term and its subterms.
fn well_formed(terms: &Terms, t: Term) -> Result<(), TestCaseError> {
    for child in terms.children(t) {
        well_formed(terms, child)?;
    }
    let node = terms.node(t);
    match node {
        Node::Not(a) => {
            let simpler = matches!(
                terms.node(*a),
                Node::Bool(_) | Node::Not(_) | Node::Le(..) | Node::Lt(..)
            );
            prop_assert!(!simpler, "{node:?}");
        }
        Node::And(parts) => {
            prop_assert!(parts.len() >= 2);
            prop_assert!(
                !parts
                    .iter()
                    .any(|&p| matches!(terms.node(p), Node::And(_) | Node::Bool(_)))
            );
        }
        Node::Or(parts) => {
            prop_assert!(parts.len() >= 2);
            prop_assert!(
                !parts
                    .iter()
                    .any(|&p| matches!(terms.node(p), Node::Or(_) | Node::Bool(_)))
            );
        }
        Node::Eq(a, b) => {
            prop_assert!(a < b);
            prop_assert_eq!(terms.sort(*a), terms.sort(*b));
        }
        Node::Sum(sort, linear) => {
            prop_assert!(
                linear.parts.len() > 1 || !linear.constant.is_zero() || !linear.parts[0].0.is_one()
            );
            prop_assert!(linear.parts.is_sorted_by(|a, b| a.1 < b.1));
            for (factor, part) in &linear.parts {
                prop_assert!(!factor.is_zero());
                prop_assert!(*sort == Sort::Perm || factor.is_integer());
                let nested = matches!(
                    terms.node(*part),
                    Node::Sum(..) | Node::Int(_) | Node::Perm(_)
                );
                prop_assert!(!nested, "{node:?}");
            }
        }
        Node::Mul(a, b) => {
            prop_assert!(a <= b);
            for t in [a, b] {
                prop_assert!(!matches!(terms.node(*t), Node::Int(_) | Node::Perm(_)));
            }
        }
        _ => {}
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(6000))]

    /// Under any assignment, a term has the value of the tree that it was built from.
    #[test]
    fn constructors_agree_with_the_reference(
        tree in prop_oneof![
            any_tree(&Grammar::common().functions().nonlinear().any_shape(), 4),
            any_tree(&Grammar::common().functions().collections(), 4),
        ],
        seed in any::<u64>(),
    ) {
        let mut world = World::new();
        let t = world.build(&tree);
        well_formed(&world.terms, t)?;
        let mut random = Random::new(seed);
        for _ in 0..12 {
            let values = random.assignment(false);
            let mut model = Model::new(&values);
            let expected = model.tree(&tree);
            prop_assert_eq!(world.terms.sort(t), expected.sort());
            let shaped = |(s, shape): &(Term, Op)| {
                let value = model.term(&world.terms, *s);
                model.apply(shape, vec![value]).truth()
            };
            if world.shapes.iter().all(shaped) {
                let value = model.term(&world.terms, t);
                if model.huge {
                    continue;
                }
                prop_assert_eq!(&value, &expected, "{:?} under {:?}", world.terms.node(t), values);
                prop_assert!(value.age() <= world.terms.age(t), "{:?} is older than {:?}", value, t);
            }
        }
    }

    /// Syntactically distinct terms have different values; equality is symmetric.
    #[test]
    fn distinct_terms_differ(
        (left, right) in {
            let trees = Grammar::common().functions().any_shape().trees(2);
            let pairs = trees.into_iter().filter(|(kind, _)| matches!(kind, Kind::Of(_)));
            Union::new(pairs.map(|(_, tree)| (tree.clone(), tree).boxed()))
        },
        seed in any::<u64>(),
    ) {
        let mut world = World::new();
        let (a, b) = (world.build(&left), world.build(&right));
        prop_assert_eq!(world.terms.distinct(a, b), world.terms.distinct(b, a));
        prop_assert_eq!(world.terms.eq(a, b), world.terms.eq(b, a));
        if !world.terms.distinct(a, b) {
            return Ok(());
        }
        let mut random = Random::new(seed);
        for _ in 0..8 {
            let values = random.assignment(false);
            let mut model = Model::new(&values);
            prop_assert_ne!(model.term(&world.terms, a), model.term(&world.terms, b));
        }
    }

    /// Rebuilding without a change yields the same term; substitution yields the value
    /// under the changed assignment.
    #[test]
    fn rebuilding_substitutes(
        tree in any_tree(&Grammar::common().functions().nonlinear(), 3),
        seed in any::<u64>(),
    ) {
        // Without wrapping, whose conditional rule might apply after the change only.
        let mut world = World::new();
        let t = world.build(&tree);
        prop_assert_eq!(world.terms.rebuild(t, &mut |_, part| part), t);
        let (x, y) = (world.symbol("x"), world.symbol("y"));
        let (p, q) = (world.symbol("p"), world.symbol("q"));
        let changed = substitute(&mut world.terms, t, &[(x, y), (p, q)]);
        well_formed(&world.terms, changed)?;
        let mut random = Random::new(seed);
        for _ in 0..4 {
            let values = random.assignment(false);
            let mut alike = values.clone();
            alike[0] = alike[1].clone();
            alike[2] = alike[3].clone();
            let value = Model::new(&values).term(&world.terms, changed);
            if world.shapes.is_empty() {
                prop_assert_eq!(value, Model::new(&alike).tree(&tree));
            }
        }
    }
}

/// A term with symbols replaced everywhere.
fn substitute(terms: &mut Terms, t: Term, by: &[(Term, Term)]) -> Term {
    if let Some(&(_, new)) = by.iter().find(|(old, _)| *old == t) {
        return new;
    }
    terms.rebuild(t, &mut |terms, part| substitute(terms, part, by))
}

// ---------------------------------------------------------------------------
// (2) The built-in prover.

/// A goal of a query.
#[derive(Clone, Debug)]
enum Goal {
    New(Tree),
    /// One of the facts, or a consequence of it.
    Fact(Index),
    NotFact(Index),
    FactOr(Index, Tree),
    /// The operands of a fact, or of its negation, compared by another relation.
    Near(Index, Comparison),
}

/// Relations of two terms; all but the first two are for numbers.
#[derive(Clone, Copy, Debug)]
enum Comparison {
    Eq,
    Ne,
    Le,
    Lt,
    /// Less or equal, after increasing the left operand.
    StepLe,
    /// Less, after increasing the left operand.
    LtStep,
}

/// One step of a script for the prover.
#[derive(Clone, Debug)]
enum Step {
    Assume(Tree),
    Mark,
    Undo(Index),
    Ask(Goal),
}

/// Facts and goals within the prover's fragment.
fn talkative() -> Grammar {
    Grammar::common().functions().known_shape()
}

fn goal() -> BoxedStrategy<Goal> {
    use Comparison::{Eq, Le, Lt, LtStep, Ne, StepLe};
    let comparisons = vec![Eq, Ne, Le, Lt, StepLe, LtStep];
    let near = (any::<Index>(), proptest::sample::select(comparisons));
    prop_oneof![
        4 => formula(&talkative(), 1).prop_map(Goal::New),
        4 => formula(&talkative(), 2).prop_map(Goal::New),
        1 => any::<Index>().prop_map(Goal::Fact),
        1 => any::<Index>().prop_map(Goal::NotFact),
        1 => (any::<Index>(), formula(&talkative(), 1)).prop_map(|(fact, tree)| Goal::FactOr(fact, tree)),
        6 => near.prop_map(|(fact, comparison)| Goal::Near(fact, comparison)),
    ]
    .boxed()
}

impl World {
    fn goal(&mut self, goal: &Goal, facts: &[Term]) -> Term {
        match goal {
            Goal::New(tree) => self.build(tree),
            Goal::Fact(index) => *index.get(facts),
            Goal::NotFact(index) => self.terms.not(*index.get(facts)),
            Goal::FactOr(index, tree) => {
                let other = self.build(tree);
                self.terms.or([other, *index.get(facts)])
            }
            Goal::Near(index, comparison) => {
                let fact = *index.get(facts);
                self.near(fact, *comparison)
            }
        }
    }

    /// Another comparison of a fact's operands; the fact itself if it has none.
    fn near(&mut self, fact: Term, comparison: Comparison) -> Term {
        let terms = &mut self.terms;
        let atom = if let Node::Not(atom) = *terms.node(fact) {
            atom
        } else {
            fact
        };
        let (Node::Eq(a, b) | Node::Le(a, b) | Node::Lt(a, b)) = *terms.node(atom) else {
            return fact;
        };
        let step = match terms.sort(a) {
            Sort::Int => terms.int(1),
            Sort::Perm => terms.perm(fraction(1, 2)),
            _ if matches!(comparison, Comparison::Eq) => return terms.eq(a, b),
            _ => return terms.ne(a, b),
        };
        match comparison {
            Comparison::Eq => terms.eq(a, b),
            Comparison::Ne => terms.ne(a, b),
            Comparison::Le => terms.le(a, b),
            Comparison::Lt => terms.lt(a, b),
            Comparison::StepLe => {
                let a = terms.add(a, step);
                terms.le(a, b)
            }
            Comparison::LtStep => {
                let b = terms.add(b, step);
                terms.lt(a, b)
            }
        }
    }

    /// Harmless facts that mention references which rewriting may introduce, because Z3
    /// is given only the ages of terms in its formulas.
    fn mentions(&mut self) -> Vec<Term> {
        let seen = self.terms.function("seen", Sort::Bool);
        let refs: Vec<Term> = self
            .symbols
            .iter()
            .copied()
            .filter(|&t| self.terms.sort(t) == Sort::Ref)
            .collect();
        let mut named = refs;
        named.push(self.terms.null());
        named.push(self.terms.unique(0));
        named.push(self.terms.unique(1));
        let link = self.symbol("R");
        named.push(self.terms.unwrap_as(Sort::Ref, link));
        let mut indices = ["x", "y", "z"].map(|name| self.symbol(name)).to_vec();
        indices.extend((-4..=4).map(|n| self.terms.int(n)));
        let array = self.symbol("refs");
        for index in indices {
            named.push(self.terms.select(array, index));
        }
        for _ in 0..2 {
            for t in named.clone() {
                named.push(self.terms.app(self.functions[1], vec![t]));
            }
        }
        named
            .into_iter()
            .map(|t| self.terms.app(seen, vec![t]))
            .collect()
    }
}

thread_local! {
    /// The number of definite answers in this thread's property.
    static SURE: Cell<u32> = const { Cell::new(0) };
}

/// Runs a script with one prover. At each query it must agree with a fresh one, and Z3
/// with both if they are definite.
fn follow(script: &[Step]) -> Result<(), TestCaseError> {
    let mut world = World::new();
    let mut prover = Prover::default();
    let mut backend = Backend::new(RLIMIT, Vec::new()).unwrap();
    let mut path = Path::default();
    for fact in world.mentions() {
        path = path.with(fact, FactKind::Fact);
    }
    let mut facts = world.shape_facts();
    for &fact in &facts {
        prover.assume(&mut world.terms, fact);
        path = path.with(fact, FactKind::Shape);
    }
    let mut marks: Vec<(Mark, usize, Path)> = Vec::new();
    for step in script {
        match step {
            Step::Assume(tree) => {
                let fact = world.build(tree);
                prover.assume(&mut world.terms, fact);
                path = path.with(fact, FactKind::Fact);
                facts.push(fact);
            }
            Step::Mark => marks.push((prover.mark(), facts.len(), path.clone())),
            Step::Undo(index) => {
                if !marks.is_empty() {
                    marks.truncate(index.index(marks.len()) + 1);
                    let (mark, count, earlier) = marks.pop().unwrap();
                    prover.undo_to(mark);
                    facts.truncate(count);
                    path = earlier;
                }
            }
            Step::Ask(goal) => {
                let goal = world.goal(goal, &facts);
                let sure = prover.holds(&mut world.terms, goal);
                let mut fresh = Prover::default();
                for &fact in &facts {
                    fresh.assume(&mut world.terms, fact);
                }
                prop_assert_eq!(
                    sure,
                    fresh.holds(&mut world.terms, goal),
                    "a fresh prover disagrees"
                );
                prop_assert_eq!(prover.in_conflict(), fresh.in_conflict());
                if prover.in_conflict() {
                    prop_assert!(sure, "everything follows from a contradiction");
                    prop_assert_ne!(backend.check(&world.terms, &path, None), Check::Sat);
                }
                if sure {
                    SURE.with(|count| count.set(count.get() + 1));
                    let negated = world.terms.not(goal);
                    let check = backend.check(&world.terms, &path, Some(negated));
                    prop_assert_eq!(check, Check::Unsat, "Z3 has a counterexample");
                }
            }
        }
    }
    Ok(())
}

#[test]
fn the_front_is_never_wrong() {
    let steps = prop_oneof![
        4 => formula(&talkative(), 1).prop_map(Step::Assume),
        3 => formula(&talkative(), 2).prop_map(Step::Assume),
        2 => Just(Step::Mark),
        2 => any::<Index>().prop_map(Step::Undo),
        6 => goal().prop_map(Step::Ask),
    ];
    let config = config(1500);
    let cases = config.cases;
    let mut runner = proptest::test_runner::TestRunner::new(config);
    let result = runner.run(&proptest::collection::vec(steps, 1..24), |script| {
        follow(&script)
    });
    assert!(result.is_ok(), "{}", result.unwrap_err());
    // The property is vacuous if the prover never answers.
    let sure = SURE.with(Cell::get);
    assert!(
        sure > cases / 2,
        "the prover was sure {sure} times in {cases} scripts"
    );
}

// ---------------------------------------------------------------------------
// (3) Solvers that follow paths.

proptest! {
    #![proptest_config(config(60))]

    /// The answer to a query does not depend on earlier queries.
    #[test]
    fn a_solver_that_follows_paths_answers_like_a_fresh_one(
        nodes in proptest::collection::vec((any::<Index>(), formula(&talkative(), 1)), 1..14),
        questions in proptest::collection::vec((any::<Index>(), goal()), 1..14),
    ) {
        let mut world = World::new();
        let mut root = Path::default();
        for fact in world.shape_facts() {
            root = root.with(fact, FactKind::Shape);
        }
        let mut paths = vec![(root, vec![world.terms.truth()])];
        for (parent, tree) in &nodes {
            let fact = world.build(tree);
            let (path, mut facts) = parent.get(&paths).clone();
            facts.push(fact);
            paths.push((path.with(fact, FactKind::Branch), facts));
        }
        let mut solver = Solver::new(RLIMIT, Vec::new());
        let mut asked = 0;
        for (at, goal) in &questions {
            let (path, facts) = at.get(&paths);
            let goal = world.goal(goal, facts);
            let mut fresh = Solver::new(RLIMIT, Vec::new());
            prop_assert_eq!(
                solver.query(&mut world.terms, path, goal, Effort::Known).is_yes(),
                fresh.query(&mut world.terms, path, goal, Effort::Known).is_yes(),
                "the fronts disagree"
            );
            let expected = fresh.entails(&mut world.terms, path, goal);
            prop_assert_eq!(solver.entails(&mut world.terms, path, goal), expected);
            // The second answer is cached.
            prop_assert_eq!(solver.entails(&mut world.terms, path, goal), expected);
            let empty = Solver::new(RLIMIT, Vec::new()).contradictory(&mut world.terms, path);
            prop_assert_eq!(solver.contradictory(&mut world.terms, path), empty);
            prop_assert!(empty != Answer::Yes || expected == Answer::Yes);
            asked += 3;
            prop_assert_eq!(solver.counters().queries, asked);
        }
        let counters = solver.counters();
        prop_assert_eq!(counters.queries, counters.builtin + counters.z3_checks);
    }
}

// ---------------------------------------------------------------------------
// (4) The translation for Z3.

proptest! {
    #![proptest_config(config(500))]

    /// With all symbols fixed to values, Z3 assigns an expression the reference value
    /// and no other.
    #[test]
    fn z3_computes_what_the_reference_computes(
        tree in any_tree(&Grammar::common().nonlinear().known_shape(), 3),
        seed in any::<u64>(),
    ) {
        let mut world = World::new();
        let values = Random::new(seed).assignment(true);
        let mut model = Model::new(&values);
        let expected = model.tree(&tree);
        let t = world.build(&tree);
        // Unspecified results, such as those of division by zero, may be anything.
        if model.open {
            return Ok(());
        }
        let mut path = Path::default();
        for (index, value) in values.iter().enumerate() {
            let symbol = world.symbols[index];
            if value.sort().is_collection() && !world.terms.mentions(t, symbol) {
                continue;
            }
            let constant = world.constant(value);
            let fact = world.terms.eq(symbol, constant);
            path = path.with(fact, FactKind::Fact);
        }
        let constant = world.constant(&expected);
        let claim = world.terms.eq(t, constant);
        let denial = world.terms.not(claim);
        let mut backend = Backend::new(RLIMIT, Vec::new()).unwrap();
        prop_assert_eq!(backend.check(&world.terms, &path, Some(denial)), Check::Unsat, "not {:?}", expected);
        prop_assert_eq!(backend.check(&world.terms, &path, Some(claim)), Check::Sat, "not {:?}", expected);
    }
}

/// The path condition that fixes the symbols of a term to their values.
fn pinned(world: &mut World, t: Term, values: &[Value]) -> Path {
    let mut path = Path::default();
    for (index, value) in values.iter().enumerate() {
        let symbol = world.symbols[index];
        if world.terms.mentions(t, symbol) {
            let constant = world.constant(value);
            let fact = world.terms.eq(symbol, constant);
            path = path.with(fact, FactKind::Fact);
        }
    }
    path
}

#[test]
fn z3_computes_with_collections_what_the_reference_computes() {
    let config = config(1500);
    let (asked, proved) = (Cell::new(0), Cell::new(0));
    let trees = any_tree(&Grammar::common().collections(), 3);
    let mut runner = proptest::test_runner::TestRunner::new(config);
    let result = runner.run(&(trees, any::<u64>()), |(tree, seed)| {
        let mut world = World::new();
        let values = Random::new(seed).assignment(true);
        let mut model = Model::new(&values);
        let expected = model.tree(&tree);
        let t = world.build(&tree);
        if model.open || model.huge {
            return Ok(());
        }
        let path = pinned(&mut world, t, &values);
        let constant = world.constant(&expected);
        let claim = world.terms.eq(t, constant);
        let denial = world.terms.not(claim);
        let start = std::time::Instant::now();
        let mut backend = Backend::new(QUICK, Vec::new()).unwrap();
        prop_assert_ne!(
            backend.check(&world.terms, &path, Some(claim)),
            Check::Unsat,
            "not {:?}",
            expected
        );
        asked.set(asked.get() + 1);
        let check = backend.check(&world.terms, &path, Some(denial));
        if start.elapsed().as_millis() > 500 && std::env::var_os("SHOW_UNPROVED").is_some() {
            eprintln!(
                "slow ({:?}): {tree:?} is {expected:?} under {values:?}",
                start.elapsed()
            );
        }
        if check == Check::Unsat {
            proved.set(proved.get() + 1);
        } else if std::env::var_os("SHOW_UNPROVED").is_some() {
            eprintln!("not proved: {tree:?} is {expected:?} under {values:?}");
        }
        Ok(())
    });
    assert!(result.is_ok(), "{}", result.unwrap_err());
    // The axioms are incomplete, but not much.
    let (asked, proved): (u32, u32) = (asked.get(), proved.get());
    assert!(
        proved * 100 > asked * 97,
        "{proved} of {asked} values were found"
    );
}

/// Models of the built-in prover agree with the reference values: a goal that follows
/// from the values of all symbols is never refuted, and its negation often is, without
/// Z3.
#[test]
fn models_compute_with_collections_what_the_reference_computes() {
    let config = config(1500);
    let (asked, refuted) = (Cell::new(0), Cell::new(0));
    let trees = any_tree(&Grammar::common().collections(), 3);
    let mut runner = proptest::test_runner::TestRunner::new(config);
    let result = runner.run(&(trees, any::<u64>()), |(tree, seed)| {
        let mut world = World::new();
        let values = Random::new(seed).assignment(true);
        let mut model = Model::new(&values);
        let expected = model.tree(&tree);
        let t = world.build(&tree);
        if model.open || model.huge {
            return Ok(());
        }
        let path = pinned(&mut world, t, &values);
        let constant = world.constant(&expected);
        let claim = world.terms.eq(t, constant);
        let denial = world.terms.not(claim);
        prop_assert!(!refutes(&mut world, &path, claim), "not {:?}", expected);
        asked.set(asked.get() + 1);
        refuted.set(refuted.get() + u32::from(refutes(&mut world, &path, denial)));
        Ok(())
    });
    assert!(result.is_ok(), "{}", result.unwrap_err());
    let (asked, refuted): (u32, u32) = (asked.get(), refuted.get());
    assert!(
        refuted * 100 > asked * 80,
        "{refuted} of {asked} negations were refuted"
    );
}

/// Whether the solver refutes a goal without Z3.
fn refutes(world: &mut World, path: &Path, goal: Term) -> bool {
    let mut solver = Solver::new(1, Vec::new());
    solver.entails(&mut world.terms, path, goal) == Answer::No && solver.counters().z3_checks == 0
}

proptest! {
    #![proptest_config(config(400))]

    /// A goal refuted by a model of collections is not proved by Z3; panics otherwise.
    #[test]
    fn what_is_refuted_of_collections_is_not_provable(
        facts in proptest::collection::vec(formula(&Grammar::common().collections(), 2), 0..4),
        goals in proptest::collection::vec(formula(&Grammar::common().collections(), 2), 1..4),
    ) {
        let mut world = World::new();
        let mut path = Path::default();
        for fact in &facts {
            let fact = world.build(fact);
            path = path.with(fact, FactKind::Fact);
        }
        let mut solver = Solver::new(QUICK, Vec::new()).prover_mode(ProverMode::Check);
        for goal in &goals {
            let goal = world.build(goal);
            solver.entails(&mut world.terms, &path, goal);
        }
    }
}

proptest! {
    #![proptest_config(config(1000))]

    /// Facts that hold for some values contradict neither each other nor the axioms.
    #[test]
    fn axioms_contradict_nothing(
        trees in proptest::collection::vec(formula(&Grammar::common().collections(), 3), 1..8),
        seed in any::<u64>(),
        pin in any::<bool>(),
    ) {
        let mut world = World::new();
        let values = Random::new(seed).assignment(true);
        let mut facts = Vec::new();
        for tree in &trees {
            let mut model = Model::new(&values);
            let truth = model.tree(tree).truth();
            let t = world.build(tree);
            if model.huge {
                continue;
            }
            facts.push(if truth { t } else { world.terms.not(t) });
        }
        let all = world.terms.and(facts.iter().copied());
        let root = if pin { pinned(&mut world, all, &values) } else { Path::default() };
        let path = facts.iter().fold(root, |path, &fact| path.with(fact, FactKind::Fact));
        let start = std::time::Instant::now();
        let mut solver = Solver::new(QUICK, Vec::new());
        prop_assert_ne!(solver.contradictory(&mut world.terms, &path), Answer::Yes);
        if start.elapsed().as_millis() > 500 && std::env::var_os("SHOW_UNPROVED").is_some() {
            eprintln!("slow ({:?}): {trees:?} under {values:?}", start.elapsed());
        }
    }
}

impl World {
    /// The term of a tree with a name for every subterm that is no formula. Facts
    /// define the names, so that the constructors cannot simplify across them.
    fn build_by_names(&mut self, tree: &Tree, facts: &mut Vec<Term>) -> Term {
        let args: Vec<Term> = tree
            .args
            .iter()
            .map(|arg| self.build_by_names(arg, facts))
            .collect();
        let whole = self.construct(&tree.op, &args);
        let sort = self.terms.sort(whole);
        if tree.args.is_empty() || sort == Sort::Bool {
            return whole;
        }
        let name = self.terms.fresh("part", sort);
        let fact = self.terms.eq(name, whole);
        facts.push(fact);
        name
    }
}

/// The sorts of the symbols with known values.
const TOLD: [fn(Sort) -> bool; 4] = [
    |_| false,
    |_| true,
    |sort| sort == Sort::Int,
    |sort| sort != Sort::Int,
];

/// Whether a tree has an unspecified subterm: a quotient, or a part of a snapshot.
/// Out-of-bounds results of collections are specified.
fn leaves_open(tree: &Tree) -> bool {
    let is_open = !matches!(
        tree.op,
        Op::Coll(_) | Op::Symbol(_) | Op::Int(_) | Op::Add | Op::Sub | Op::Store
    );
    is_open || tree.args.iter().any(leaves_open)
}

/// Trees with values, by facts about the names of their subterms.
struct KnownTrees {
    world: World,
    prover: Prover,
    known: Vec<(Term, Value)>,
}

impl KnownTrees {
    fn new(trees: &[Tree], seed: u64, told: fn(Sort) -> bool) -> KnownTrees {
        let mut world = World::new();
        let values = Random::new(seed).assignment(true);
        let mut facts = Vec::new();
        for (index, value) in values.iter().enumerate() {
            if told(value.sort()) {
                let constant = world.constant(value);
                facts.push(world.terms.eq(world.symbols[index], constant));
            }
        }
        let mut known = Vec::new();
        for tree in trees {
            let mut model = Model::new(&values);
            let value = model.tree(tree);
            if !model.huge && (!model.open || !leaves_open(tree)) {
                known.push((world.build_by_names(tree, &mut facts), value));
            }
        }
        let mut prover = Prover::default();
        for fact in facts {
            prover.assume(&mut world.terms, fact);
        }
        KnownTrees {
            world,
            prover,
            known,
        }
    }

    /// Whether the prover proves a formula; only proofs by search are counted.
    fn proves(&mut self, goal: Term, proved: &Cell<u32>) -> bool {
        if self.prover.holds(&mut self.world.terms, goal) {
            return true;
        }
        let follows = self.prover.proves(&mut self.world.terms, goal);
        proved.set(proved.get() + u32::from(follows));
        follows
    }
}

/// Runs a property of trees with more or fewer known values, and prints the number of
/// proofs by search.
fn for_all_told(
    trees: impl Strategy<Value = Vec<Tree>>,
    cases: u32,
    property: impl Fn(KnownTrees, &Cell<u32>) -> Result<(), TestCaseError>,
) -> u32 {
    let proved = Cell::new(0);
    let mut runner = proptest::test_runner::TestRunner::new(config(cases));
    let all = (trees, any::<u64>(), 0..TOLD.len());
    let result = runner.run(&all, |(trees, seed, told)| {
        property(KnownTrees::new(&trees, seed, TOLD[told]), &proved)
    });
    assert!(result.is_ok(), "{}", result.unwrap_err());
    proved.get()
}

#[test]
fn laws_of_collections_prove_no_formula_that_is_false_of_some_values() {
    let trees = proptest::collection::vec(formula(&Grammar::common().collections(), 3), 1..6);
    let proved = for_all_told(trees, 4000, |mut told, proved| {
        for (t, value) in told.known.clone() {
            let denied = told.world.terms.not(t);
            let (holds, fails) = if value.truth() {
                (t, denied)
            } else {
                (denied, t)
            };
            prop_assert!(!told.proves(fails, proved));
            told.proves(holds, proved);
            told.prover.assume(&mut told.world.terms, holds);
        }
        Ok(())
    });
    assert!(proved > 200, "{proved}");
}

/// Nothing is proved equal to a different value; prints the number of proofs.
fn gives_nothing_another_value(grammar: Grammar, cases: u32) -> u32 {
    let trees = grammar.trees(3);
    let some = [INT, INTS, BAG, SET].map(|kind| trees[&kind].clone());
    let trees = proptest::collection::vec(Union::new(some), 2..7);
    for_all_told(trees, cases, |mut told, proved| {
        for (a, value) in told.known.clone() {
            let constant = told.world.constant(&value);
            let right = told.world.terms.eq(a, constant);
            told.proves(right, proved);
            if let Value::Int(n) = &value {
                for other in (-2..4).filter(|&other| *n != BigInt::from(other)) {
                    let other = told.world.terms.int(other);
                    let wrong = told.world.terms.eq(a, other);
                    prop_assert!(!told.proves(wrong, proved));
                }
            }
            for (b, other) in told.known.clone() {
                if other.sort() != value.sort() || other == value {
                    continue;
                }
                let constant = told.world.constant(&other);
                for wrong in [b, constant] {
                    let wrong = told.world.terms.eq(a, wrong);
                    prop_assert!(!told.proves(wrong, proved));
                }
            }
        }
        Ok(())
    })
}

#[test]
fn laws_of_collections_give_nothing_another_value_than_it_has() {
    let proved = gives_nothing_another_value(Grammar::common().collections(), 3000);
    assert!(proved > 100, "{proved}");
}

#[test]
fn laws_of_sequences_give_nothing_another_value_than_it_has() {
    let proved = gives_nothing_another_value(Grammar::sequences(), 5000);
    assert!(proved > 1000, "{proved}");
}

/// Java's `a / b` and `a % b`, by its specification.
const JAVA: [(i64, i64, i64, i64); 12] = [
    (7, 2, 3, 1),
    (-7, 2, -3, -1),
    (7, -2, -3, 1),
    (-7, -2, 3, -1),
    (6, 3, 2, 0),
    (-6, 3, -2, 0),
    (6, -3, -2, 0),
    (-6, -3, 2, 0),
    (1, 5, 0, 1),
    (-1, 5, 0, -1),
    (0, -5, 0, 0),
    (-1, 1, -1, 0),
];

/// Whether the claim follows from the facts, by Z3.
fn proves(terms: &mut Terms, facts: &[Term], claim: Term) -> bool {
    let path = facts.iter().fold(Path::default(), |path, &fact| {
        path.with(fact, FactKind::Fact)
    });
    let denial = terms.not(claim);
    let mut backend = Backend::new(RLIMIT, Vec::new()).unwrap();
    assert_ne!(
        backend.check(terms, &path, None),
        Check::Unsat,
        "the facts contradict each other"
    );
    backend.check(terms, &path, Some(denial)) == Check::Unsat
}

#[test]
fn z3_divides_like_java() {
    let mut terms = Terms::new();
    let (x, y) = (terms.fresh("x", Sort::Int), terms.fresh("y", Sort::Int));
    let huge = BigInt::from(10).pow(40);
    let mut table: Vec<[BigInt; 4]> = JAVA
        .into_iter()
        .map(|(a, b, q, r)| [a, b, q, r].map(BigInt::from))
        .collect();
    for sign in [1, -1] {
        let dividend: BigInt = (&huge * 3 + 1) * sign;
        table.push([
            dividend.clone(),
            huge.clone(),
            BigInt::from(3 * sign),
            BigInt::from(sign),
        ]);
        table.push([
            dividend,
            -&huge,
            BigInt::from(-3 * sign),
            BigInt::from(sign),
        ]);
    }
    for [a, b, q, r] in table {
        let [a, b, q, r] = [a, b, q, r].map(|n| terms.int(n));
        assert_eq!(terms.div(a, b), q);
        assert_eq!(terms.rem(a, b), r);
        let facts = [terms.eq(x, a), terms.eq(y, b)];
        for (dividend, divisor) in [(x, b), (a, y), (x, y)] {
            let (quotient, rest) = (terms.div(dividend, divisor), terms.rem(dividend, divisor));
            let claims = [terms.eq(quotient, q), terms.eq(rest, r)];
            let claim = terms.and(claims);
            assert!(
                proves(&mut terms, &facts, claim),
                "{:?} and {:?}",
                terms.node(a),
                terms.node(b)
            );
        }
    }
}

#[test]
fn z3_leaves_division_by_zero_open() {
    let mut terms = Terms::new();
    let (x, k) = (terms.fresh("x", Sort::Int), terms.fresh("k", Sort::Perm));
    let (zero, none) = (terms.int(0), terms.perm(BigRational::zero()));
    let (ratio, share) = (terms.div(x, zero), terms.div(k, none));
    for n in [-1, 0, 1] {
        let (whole, part) = (terms.int(n), terms.perm(fraction(n, 1)));
        for claim in [terms.eq(ratio, whole), terms.eq(share, part)] {
            assert!(!proves(&mut terms, &[], claim));
        }
    }
}

#[test]
fn z3_knows_constants() {
    let mut terms = Terms::new();
    let (x, k) = (terms.fresh("x", Sort::Int), terms.fresh("k", Sort::Perm));
    let (least, next) = (terms.int(i64::MIN), terms.int(BigInt::from(i64::MIN) - 1));
    let (fact, less) = (terms.eq(x, next), terms.lt(x, least));
    assert!(proves(&mut terms, &[fact], less));
    let (tiny, minus) = (
        terms.perm(BigRational::new(BigInt::one(), BigInt::from(10).pow(30))),
        fraction(-2, 3),
    );
    let minus = terms.perm(minus);
    let (above, below) = (terms.lt(tiny, k), terms.lt(minus, k));
    assert!(proves(&mut terms, &[above], below));
    assert!(!proves(&mut terms, &[below], above));
    let (third, one) = (terms.perm(fraction(1, 3)), terms.write());
    let (triple, thirds) = (terms.perm(fraction(3, 1)), terms.eq(k, third));
    let product = terms.mul(k, triple);
    let whole = terms.eq(product, one);
    assert!(proves(&mut terms, &[thirds], whole));
}

#[test]
fn z3_knows_that_objects_differ() {
    let mut world = World::new();
    let [a, o, b, n] = ["a", "o", "b", "n"].map(|name| world.symbol(name));
    let terms = &mut world.terms;
    let (null, owner, other) = (terms.null(), terms.unique(0), terms.unique(1));
    let fixed = [null, owner, other, o, n];
    // By symbols, so that the constructors cannot simplify.
    let (x, y) = (terms.fresh("x", Sort::Ref), terms.fresh("y", Sort::Ref));
    for (at, &left) in fixed.iter().enumerate() {
        for &right in &fixed[at + 1..] {
            let facts = [terms.eq(x, left), terms.eq(y, right)];
            let claim = terms.ne(x, y);
            assert!(proves(terms, &facts, claim), "{left:?} and {right:?}");
        }
    }
    let (fact, claim) = (terms.eq(x, o), terms.ne(x, a));
    assert!(proves(terms, &[fact], claim), "a is older than o");
    let claim = terms.ne(x, b);
    assert!(!proves(terms, &[fact], claim), "b is newer than o");
}

#[test]
fn scopes_of_z3_end_with_their_facts() {
    let mut terms = Terms::new();
    let (a, o) = (terms.fresh("a", Sort::Ref), terms.allocate("o"));
    let (x, y) = (terms.fresh("x", Sort::Ref), terms.fresh("y", Sort::Ref));
    let (is_o, is_a, alike) = (terms.eq(x, o), terms.eq(y, a), terms.eq(x, y));
    let p = terms.fresh("p", Sort::Bool);
    let root = Path::default().with(p, FactKind::Branch);
    let (left, right) = (
        root.with(is_o, FactKind::Fact),
        root.with(is_a, FactKind::Fact),
    );
    let both = left.with(is_a, FactKind::Fact);
    let mut backend = Backend::new(RLIMIT, Vec::new()).unwrap();
    for _ in 0..2 {
        // Ages asserted in one scope must be asserted again after it.
        assert_eq!(backend.check(&terms, &both, Some(alike)), Check::Unsat);
        assert_eq!(backend.check(&terms, &right, Some(alike)), Check::Sat);
        assert_eq!(backend.check(&terms, &left, Some(alike)), Check::Sat);
        assert_eq!(backend.check(&terms, &root, None), Check::Sat);
        assert_eq!(backend.check(&terms, &Path::default(), None), Check::Sat);
    }
}

// ---------------------------------------------------------------------------
// (5) Paths.

/// Runs on a stack that is too small for recursion over a long list.
fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new()
        .stack_size(192 * 1024)
        .spawn(work)
        .unwrap();
    assert!(thread.join().is_ok());
}

#[test]
fn long_paths_drop_without_recursion() {
    on_a_small_stack(|| {
        let mut terms = Terms::new();
        let facts: Vec<Term> = (0..10).map(|_| terms.fresh("p", Sort::Bool)).collect();
        let extend = |path: &Path, count: usize| {
            facts
                .iter()
                .cycle()
                .take(count)
                .fold(path.clone(), |path, &f| path.with(f, FactKind::Fact))
        };
        let path = extend(&Path::default(), 200_000);
        assert_eq!(path.depth(), 200_000);
        drop(path);
        // A shared prefix lives until its last owner is dropped.
        let shared = extend(&Path::default(), 100_000);
        let (left, right) = (extend(&shared, 100_000), extend(&shared, 100_000));
        drop(left);
        assert_eq!(right.nodes().count(), 200_000);
        assert_eq!(right.since(&shared).len(), 100_000);
        drop(right);
        assert_eq!(shared.nodes().count(), 100_000);
    });
}

#[test]
fn the_front_follows_long_paths_without_recursion() {
    on_a_small_stack(|| {
        let mut terms = Terms::new();
        let p = terms.fresh("p", Sort::Bool);
        let symbols: Vec<Term> = (0..10).map(|_| terms.fresh("q", Sort::Bool)).collect();
        let path = symbols
            .iter()
            .cycle()
            .take(200_000)
            .fold(Path::default().with(p, FactKind::Fact), |path, &q| {
                path.with(q, FactKind::Fact)
            });
        let mut solver = Solver::new(RLIMIT, Vec::new());
        assert!(solver.query(&mut terms, &path, p, Effort::Known).is_yes());
        assert!(
            !solver
                .query(&mut terms, &Path::default(), p, Effort::Known)
                .is_yes()
        );
    });
}

#[test]
fn paths_are_values() {
    let mut terms = Terms::new();
    let [p, q, r] = ["p", "q", "r"].map(|name| terms.fresh(name, Sort::Bool));
    let empty = Path::default();
    assert_eq!(empty.depth(), 0);
    assert!(empty.newest().is_none());
    let root = empty.with(p, FactKind::Shape);
    let (left, right) = (
        root.with(q, FactKind::Branch),
        root.with(q, FactKind::Branch),
    );
    let serial = |path: &Path| path.newest().unwrap().serial;
    assert_ne!(
        serial(&left),
        serial(&right),
        "two branches may say the same"
    );
    let longer = right.with(r, FactKind::Fact);
    let facts = |path: &Path| path.facts().map(|(fact, _)| fact).collect::<Vec<_>>();
    assert_eq!(facts(&longer), [r, q, p]);
    assert_eq!(facts(&left), [q, p]);
    assert_eq!(facts(longer.newest().unwrap().parent()), [q, p]);
    let since = longer.facts_since(&root);
    assert_eq!(since, [(q, FactKind::Branch), (r, FactKind::Fact)]);
    assert_eq!(longer.newest().unwrap().kind, FactKind::Fact);
    assert_eq!(longer.newest().unwrap().depth, 3);
}

// ---------------------------------------------------------------------------
// Examples: one rule each.

/// A store with symbols of each sort.
struct Example {
    terms: Terms,
    p: Term,
    q: Term,
    x: Term,
    y: Term,
    k: Term,
    s: Term,
}

fn example() -> Example {
    let mut terms = Terms::new();
    let [p, q] = ["p", "q"].map(|name| terms.fresh(name, Sort::Bool));
    let [x, y] = ["x", "y"].map(|name| terms.fresh(name, Sort::Int));
    let (k, s) = (terms.fresh("k", Sort::Perm), terms.fresh("s", Sort::Snap));
    Example {
        terms,
        p,
        q,
        x,
        y,
        k,
        s,
    }
}

#[test]
fn laws_of_negation() {
    let Example {
        mut terms,
        p,
        x,
        y,
        k,
        ..
    } = example();
    let (yes, no) = (terms.truth(), terms.bool(false));
    assert_eq!(terms.not(yes), no);
    assert_eq!(terms.not(no), yes);
    let not_p = terms.not(p);
    assert_eq!(terms.not(not_p), p);
    let half = terms.perm(fraction(1, 2));
    for (a, b) in [(x, y), (k, half)] {
        let (le, lt) = (terms.le(a, b), terms.lt(b, a));
        assert_eq!(terms.not(le), lt);
        assert_eq!(terms.not(lt), le);
    }
}

#[test]
fn laws_of_conjunction_and_disjunction() {
    let Example {
        mut terms,
        p,
        q,
        x,
        y,
        ..
    } = example();
    let (yes, no) = (terms.truth(), terms.bool(false));
    let (not_p, lt, ge) = (terms.not(p), terms.lt(x, y), terms.le(y, x));
    assert_eq!(terms.and([]), yes);
    assert_eq!(terms.or([]), no);
    assert_eq!(terms.and([p]), p);
    assert_eq!(terms.or([p]), p);
    assert_eq!(terms.and([p, yes, p]), p);
    assert_eq!(terms.or([no, p, p]), p);
    assert_eq!(terms.and([p, no, q]), no);
    assert_eq!(terms.or([p, yes, q]), yes);
    assert_eq!(terms.and([p, q, not_p]), no);
    assert_eq!(terms.or([p, q, not_p]), yes);
    assert_eq!(terms.and([lt, p, ge]), no);
    assert_eq!(terms.or([lt, p, ge]), yes);
    let (both, either) = (terms.and([p, q]), terms.or([p, q]));
    assert_eq!(terms.and([both, lt, p]), terms.and([p, q, lt]));
    assert_eq!(terms.or([lt, either]), terms.or([lt, p, q]));
    assert_eq!(terms.and([both, not_p]), no);
    assert_eq!(*terms.node(both), Node::And([p, q].into()));
    assert_eq!(*terms.node(either), Node::Or([p, q].into()));
    assert_eq!(terms.implies(no, p), yes);
    assert_eq!(terms.implies(yes, p), p);
    assert_eq!(terms.implies(p, no), not_p);
    assert_eq!(terms.implies(p, p), yes);
    assert_eq!(terms.implies(p, q), terms.or([not_p, q]));
}

#[test]
fn laws_of_conditionals() {
    let Example {
        mut terms,
        p,
        q,
        x,
        y,
        ..
    } = example();
    let (yes, no, not_p) = (terms.truth(), terms.bool(false), terms.not(p));
    let r = terms.fresh("r", Sort::Bool);
    assert_eq!(terms.ite(yes, x, y), x);
    assert_eq!(terms.ite(no, x, y), y);
    assert_eq!(terms.ite(p, x, x), x);
    assert_eq!(terms.ite(not_p, x, y), terms.ite(p, y, x));
    assert_eq!(terms.ite(p, yes, q), terms.or([p, q]));
    assert_eq!(terms.ite(p, no, q), terms.and([not_p, q]));
    assert_eq!(terms.ite(p, q, yes), terms.or([not_p, q]));
    assert_eq!(terms.ite(p, q, no), terms.and([p, q]));
    assert_eq!(terms.ite(p, yes, no), p);
    assert_eq!(terms.ite(p, no, yes), not_p);
    let choice = terms.ite(p, q, r);
    assert_eq!(*terms.node(choice), Node::Ite(p, q, r));
}

#[test]
fn laws_of_equality() {
    let Example {
        mut terms,
        p,
        q,
        x,
        y,
        k,
        s,
    } = example();
    let (yes, no, not_p) = (terms.truth(), terms.bool(false), terms.not(p));
    assert_eq!(terms.eq(x, x), yes);
    assert_eq!(terms.ne(x, x), no);
    assert_eq!(terms.eq(x, y), terms.eq(y, x));
    assert_eq!(terms.eq(p, yes), p);
    assert_eq!(terms.eq(yes, p), p);
    assert_eq!(terms.eq(p, no), not_p);
    assert_eq!(terms.eq(no, p), not_p);
    assert_eq!(terms.eq(yes, no), no);
    let (one, two) = (terms.int(1), terms.int(2));
    assert_eq!(terms.eq(one, two), no);
    let next = terms.add(x, one);
    assert_eq!(terms.eq(x, next), no);
    let (half, whole) = (terms.perm(fraction(1, 2)), terms.write());
    assert_eq!(terms.eq(half, whole), no);
    let more = terms.add(k, half);
    assert_eq!(terms.eq(k, more), no);
    let (wx, wy, wp, unit) = (terms.wrap(x), terms.wrap(y), terms.wrap(p), terms.unit());
    assert_eq!(terms.eq(wx, wy), terms.eq(x, y));
    assert_eq!(terms.eq(wx, wp), no);
    assert_eq!(terms.eq(wx, unit), no);
    let (left, right) = (terms.combine(wx, unit), terms.combine(wy, s));
    let parts = [terms.eq(x, y), terms.eq(unit, s)];
    assert_eq!(terms.eq(left, right), terms.and(parts));
    assert_eq!(terms.eq(left, unit), no);
    assert_eq!(terms.eq(left, wx), no);
    let open = terms.eq(p, q);
    assert!(matches!(terms.node(open), Node::Eq(..)));
}

#[test]
fn laws_of_references() {
    let mut world = World::new();
    let [a, o, b, n, p] = ["a", "o", "b", "n", "p"].map(|name| world.symbol(name));
    let [older, newer] = ["P", "Q"].map(|name| world.symbol(name));
    let refs = world.symbol("refs");
    let terms = &mut world.terms;
    let (null, owner, other, no) = (
        terms.null(),
        terms.unique(0),
        terms.unique(1),
        terms.bool(false),
    );
    for (left, right) in [
        (null, owner),
        (owner, other),
        (o, null),
        (o, owner),
        (o, a),
        (o, n),
        (n, b),
    ] {
        assert_eq!(terms.eq(left, right), no, "{left:?} and {right:?}");
        assert_eq!(terms.eq(right, left), no, "{right:?} and {left:?}");
    }
    let zero = terms.int(0);
    let (inside, element) = (terms.unwrap_as(Sort::Ref, older), terms.select(refs, zero));
    let (image, choice) = (terms.app(Func(1), vec![a]), terms.ite(p, a, inside));
    for old in [inside, element, image, choice] {
        assert_eq!(terms.eq(o, old), no, "{old:?} is older");
    }
    let (inside, image) = (
        terms.unwrap_as(Sort::Ref, newer),
        terms.app(Func(1), vec![b]),
    );
    let (stored, choice) = (terms.store(refs, zero, o), terms.ite(p, a, b));
    let x = terms.fresh("i", Sort::Int);
    let element = terms.select(stored, x);
    for new in [b, inside, image, choice, element] {
        assert_ne!(terms.eq(o, new), no, "{new:?} may be o");
    }
    assert_ne!(terms.eq(a, null), no);
    assert_eq!(terms.birth(a), None);
    assert_eq!(terms.birth(o), Some(terms.age(o)));
    assert!(terms.age(a) < terms.age(o));
    assert_eq!(terms.age(null), 0);
}

#[test]
fn laws_of_comparison() {
    let Example {
        mut terms, x, y, k, ..
    } = example();
    let (yes, no) = (terms.truth(), terms.bool(false));
    let (one, half) = (terms.int(1), terms.perm(fraction(1, 2)));
    let (next, more) = (terms.add(x, one), terms.add(k, half));
    for (less, greater) in [(x, next), (k, more)] {
        assert_eq!(terms.le(less, greater), yes);
        assert_eq!(terms.lt(less, greater), yes);
        assert_eq!(terms.le(greater, less), no);
        assert_eq!(terms.lt(greater, less), no);
        assert_eq!(terms.le(less, less), yes);
        assert_eq!(terms.lt(less, less), no);
    }
    let open = terms.le(x, y);
    assert_eq!(*terms.node(open), Node::Le(x, y));
}

#[test]
fn laws_of_sums() {
    let Example {
        mut terms, x, y, k, ..
    } = example();
    let [zero, one, two, three, minus] = [0, 1, 2, 3, -1].map(|n| terms.int(n));
    assert_eq!(terms.add(one, two), three);
    assert_eq!(terms.add(x, zero), x);
    assert_eq!(terms.add(x, y), terms.add(y, x));
    assert_eq!(terms.sub(x, x), zero);
    let sum = terms.add(x, y);
    assert_eq!(terms.sub(sum, y), x);
    let negative = terms.neg(x);
    assert_eq!(terms.neg(negative), x);
    assert_eq!(terms.neg(one), minus);
    assert_eq!(terms.mul(minus, x), negative);
    assert_eq!(terms.sub(zero, x), negative);
    assert_eq!(terms.mul(zero, x), zero);
    assert_eq!(terms.mul(x, zero), zero);
    assert_eq!(terms.mul(x, one), x);
    assert_eq!(terms.mul(one, x), x);
    let (double, twice) = (terms.mul(two, x), terms.add(x, x));
    assert_eq!(double, twice);
    assert_eq!(terms.sub(double, x), x);
    let (next, even) = (terms.add(x, one), terms.add(double, two));
    assert_eq!(terms.mul(next, two), even);
    assert_eq!(terms.mul(x, y), terms.mul(y, x));
    let product = terms.mul(x, y);
    assert!(matches!(terms.node(product), Node::Mul(..)));
    let (half, four) = (terms.perm(fraction(1, 2)), terms.perm(fraction(4, 1)));
    let (part, none) = (terms.mul(k, half), terms.perm(BigRational::zero()));
    assert_eq!(terms.add(part, part), k);
    assert_eq!(terms.sub(k, k), none);
    let two = terms.perm(fraction(2, 1));
    assert_eq!(terms.mul(half, four), two);
    for (t, sort) in [(sum, Sort::Int), (part, Sort::Perm)] {
        let linear = terms.linear(t);
        assert_eq!(terms.from_linear(sort, linear), t);
    }
    assert!(terms.difference(sum, sum).parts.is_empty());
}

#[test]
fn laws_of_quotients() {
    let Example {
        mut terms, x, y, k, ..
    } = example();
    for (a, b, q, r) in JAVA {
        let [a, b, q, r] = [a, b, q, r].map(|n| terms.int(n));
        assert_eq!((terms.div(a, b), terms.rem(a, b)), (q, r));
    }
    let (zero, one, minus) = (terms.int(0), terms.int(1), terms.int(-1));
    assert_eq!(terms.div(x, one), x);
    assert_eq!(terms.rem(x, one), zero);
    let open = [(x, y), (x, zero), (one, zero), (x, minus), (x, x)];
    for (a, b) in open {
        let (quotient, rest) = (terms.div(a, b), terms.rem(a, b));
        assert_eq!(*terms.node(quotient), Node::Div(a, b));
        assert_eq!(*terms.node(rest), Node::Rem(a, b));
    }
    let (third, three) = (terms.perm(fraction(1, 3)), terms.perm(fraction(3, 1)));
    assert_eq!(terms.div(k, three), terms.mul(k, third));
    assert_eq!(terms.div(k, third), terms.mul(k, three));
    let none = terms.perm(BigRational::zero());
    let open = terms.div(k, none);
    assert_eq!(*terms.node(open), Node::Div(k, none));
}

#[test]
fn laws_of_snapshots() {
    let Example {
        mut terms,
        p,
        x,
        y,
        s,
        ..
    } = example();
    let (yes, no, unit) = (terms.truth(), terms.bool(false), terms.unit());
    let (wx, wy) = (terms.wrap(x), terms.wrap(y));
    let pair = terms.combine(wx, wy);
    assert_eq!((terms.first(pair), terms.second(pair)), (wx, wy));
    assert_eq!(terms.unwrap_as(Sort::Int, wx), x);
    // A different term for another sort.
    let open = terms.unwrap_as(Sort::Bool, wx);
    assert_eq!(*terms.node(open), Node::Unwrap(Sort::Bool, wx));
    let (first, second) = (terms.first(s), terms.second(s));
    assert_eq!(terms.combine(first, second), s);
    let swapped = terms.combine(second, first);
    assert_eq!(*terms.node(swapped), Node::Combine(second, first));
    let value = terms.unwrap_as(Sort::Perm, s);
    assert_eq!(terms.wrap(value), s);
    assert_eq!(terms.is_combine(pair), yes);
    assert_eq!((terms.is_combine(unit), terms.is_combine(wx)), (no, no));
    assert_eq!(terms.is_wrap(Sort::Int, wx), yes);
    assert_eq!(terms.is_wrap(Sort::Bool, wx), no);
    assert_eq!(
        (
            terms.is_wrap(Sort::Int, unit),
            terms.is_wrap(Sort::Int, pair)
        ),
        (no, no)
    );
    let choice = terms.ite(p, pair, s);
    assert_eq!(terms.first(choice), terms.ite(p, wx, first));
    assert_eq!(terms.second(choice), terms.ite(p, wy, second));
    let (choice, value) = (terms.ite(p, wx, s), terms.unwrap_as(Sort::Int, s));
    assert_eq!(terms.unwrap_as(Sort::Int, choice), terms.ite(p, x, value));
    assert_eq!(terms.sort(choice), Sort::Snap);
}

#[test]
fn laws_of_arrays() {
    let Example {
        mut terms, x, y, ..
    } = example();
    let elems = terms.fresh("elems", Sort::Elems(Elem::INT));
    let (one, seven) = (terms.int(1), terms.int(7));
    let next = terms.add(x, one);
    let stored = terms.store(elems, x, seven);
    assert_eq!(terms.select(stored, x), seven);
    assert_eq!(terms.select(stored, next), terms.select(elems, next));
    let open = terms.select(stored, y);
    assert_eq!(*terms.node(open), Node::Select(stored, y));
    assert_eq!(terms.store(stored, x, one), terms.store(elems, x, one));
    let longer = terms.store(stored, y, one);
    assert_eq!(*terms.node(longer), Node::Store(stored, y, one));
    let filled = terms.fill(Elem::INT, seven);
    assert_eq!(terms.select(filled, x), seven);
    assert_eq!(
        (terms.sort(filled), terms.sort(open)),
        (Sort::Elems(Elem::INT), Sort::Int)
    );
}

#[test]
fn values_that_fields_start_with() {
    let mut terms = Terms::new();
    let constants = [
        (Sort::Bool, Node::Bool(false)),
        (Sort::Int, Node::Int(BigInt::ZERO)),
        (Sort::Ref, Node::Null),
        (Sort::Perm, Node::Perm(BigRational::zero())),
        (Sort::Snap, Node::Unit),
    ];
    for (sort, node) in constants {
        let default = terms.default_of(sort);
        assert_eq!(*terms.node(default), node);
    }
    for elem in ELEMS {
        let (value, default) = (
            terms.default_of(elem.sort()),
            terms.default_of(Sort::Elems(elem)),
        );
        assert_eq!(*terms.node(default), Node::Fill(elem, value));
    }
}

#[test]
fn names_are_told_apart() {
    let mut terms = Terms::new();
    let (x, again) = (terms.fresh("x", Sort::Int), terms.fresh("x", Sort::Int));
    assert_ne!(x, again);
    assert_eq!((terms.symbol_name(0), terms.symbol_name(1)), ("x", "x'2"));
    assert_eq!(terms.symbol_count(), 2);
    let s = terms.fresh("s", Sort::Snap);
    let part = terms.first(s);
    terms.name_part(part, "x");
    terms.name_part(part, "other");
    terms.name_part(s, "whole");
    assert_eq!(terms.alias(part), Some("x'3"));
    assert_eq!(terms.alias(s), None);
    let length = terms.function("length", Sort::Int);
    assert_eq!(
        (terms.function_name(length), terms.function_sort(length)),
        ("length", Sort::Int)
    );
}

#[test]
fn sizes_count_trees_and_saturate() {
    let Example {
        mut terms, x, y, ..
    } = example();
    let sum = terms.add(x, y);
    let product = terms.mul(sum, sum);
    assert_eq!(
        (terms.size(x), terms.size(sum), terms.size(product)),
        (1, 3, 7)
    );
    let mut s = terms.unit();
    for _ in 0..40 {
        s = terms.combine(s, s);
    }
    assert_eq!(terms.size(s), u32::MAX);
}

#[test]
fn ceilings() {
    for (n, d, least) in [
        (7, 2, 4),
        (-7, 2, -3),
        (6, 2, 3),
        (0, 5, 0),
        (1, 3, 1),
        (-1, 3, 0),
    ] {
        assert_eq!(ceiling(&fraction(n, d)), BigInt::from(least));
    }
}

#[test]
fn the_front_knows_equalities_and_takes_them_back() {
    let Example {
        mut terms, x, y, ..
    } = example();
    let f = terms.function("f", Sort::Int);
    let (fx, fy, one) = (terms.app(f, vec![x]), terms.app(f, vec![y]), terms.int(1));
    let (same, images, is_one) = (terms.eq(x, y), terms.eq(fx, fy), terms.eq(fx, one));
    let goal = terms.eq(fy, one);
    let mut prover = Prover::default();
    assert!(!prover.holds(&mut terms, images));
    let start = prover.mark();
    prover.assume(&mut terms, same);
    assert!(
        prover.holds(&mut terms, images),
        "functions of equals are equal"
    );
    let middle = prover.mark();
    prover.assume(&mut terms, is_one);
    assert!(prover.holds(&mut terms, goal));
    let differ = terms.ne(x, y);
    prover.assume(&mut terms, differ);
    assert!(prover.in_conflict());
    prover.undo_to(middle);
    assert!(!prover.in_conflict());
    assert!(prover.holds(&mut terms, images));
    assert!(!prover.holds(&mut terms, goal));
    prover.undo_to(start);
    assert!(!prover.holds(&mut terms, images));
}

#[test]
fn the_front_knows_bounds_and_takes_them_back() {
    let Example {
        mut terms, x, y, k, ..
    } = example();
    let [zero, one] = [0, 1].map(|n| terms.int(n));
    let (above, next) = (terms.lt(zero, x), terms.le(one, x));
    let mut prover = Prover::default();
    prover.assume(&mut terms, above);
    assert!(prover.holds(&mut terms, next), "among integers");
    let mark = prover.mark();
    let two = terms.int(2);
    let stronger = terms.le(two, x);
    assert!(!prover.holds(&mut terms, stronger));
    prover.assume(&mut terms, stronger);
    assert!(prover.holds(&mut terms, stronger));
    prover.undo_to(mark);
    assert!(!prover.holds(&mut terms, stronger));
    assert!(prover.holds(&mut terms, next));
    // x <= y and y <= x make them equal.
    let (le, ge, same) = (terms.le(x, y), terms.le(y, x), terms.eq(x, y));
    prover.assume(&mut terms, le);
    let strictly = terms.lt(x, y);
    assert!(!prover.holds(&mut terms, same) && !prover.holds(&mut terms, strictly));
    prover.assume(&mut terms, ge);
    assert!(prover.holds(&mut terms, same));
    let less = terms.lt(y, x);
    prover.assume(&mut terms, less);
    assert!(prover.in_conflict());
    // For rationals, a strict bound cannot be tightened to the next number.
    let (none, whole) = (terms.perm(BigRational::zero()), terms.write());
    let (some, all) = (terms.lt(none, k), terms.le(whole, k));
    let mut prover = Prover::default();
    prover.assume(&mut terms, some);
    assert!(!prover.holds(&mut terms, all));
    assert!(prover.holds(&mut terms, some));
}

#[test]
fn the_solver_counts_and_remembers() {
    let Example {
        mut terms,
        p,
        q,
        x,
        y,
        ..
    } = example();
    let either = terms.or([p, q]);
    let not_p = terms.not(p);
    let path = Path::default()
        .with(either, FactKind::Fact)
        .with(not_p, FactKind::Branch);
    let mut solver = Solver::new(RLIMIT, Vec::new());
    assert_eq!(solver.entails(&mut terms, &path, not_p), Answer::Yes);
    assert_eq!(
        (solver.counters().builtin, solver.spent()),
        (1, 0),
        "Z3 has not started"
    );
    let less = terms.lt(x, y);
    for _ in 0..2 {
        assert_eq!(solver.entails(&mut terms, &path, less), Answer::No);
        assert_eq!(solver.contradictory(&mut terms, &path), Answer::No);
    }
    assert_eq!(solver.entails(&mut terms, &path, q), Answer::Yes);
    assert!(solver.counters().z3_checks <= 3, "{:?}", solver.counters());
    let false_path = path.with(p, FactKind::Branch);
    assert_eq!(solver.contradictory(&mut terms, &false_path), Answer::Yes);
    assert_eq!(solver.entails(&mut terms, &false_path, less), Answer::Yes);
    assert_eq!(
        solver.entails(&mut terms, &Path::default(), not_p),
        Answer::No
    );
}
