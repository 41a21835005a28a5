//! Properties of the logic layer: the smart constructors against a reference
//! evaluator, the built-in front and the translation against Z3, and solvers
//! that follow a path against fresh ones. Examples of each law come last.
//!
//! The cases are the same in every run; `PROPTEST_CASES` and
//! `PROPTEST_RNG_SEED` ask for more or for others.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test may stop at the first surprise"
)]

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::strategy::Union;
use proptest::test_runner::{Config, RngSeed};
use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use veriframe::logic::builtin::Builtin;
use veriframe::logic::simplify::ceiling;
use veriframe::logic::term::Node;
use veriframe::logic::z3_backend::{Backend, Check};
use veriframe::logic::{Answer, Elem, FactKind, Func, Path, Solver, Sort, Term, Terms};

/// Far above what any question here needs, so that a slip cannot hang the suite.
const RLIMIT: u32 = 20_000_000;

const ELEMS: [Elem; 4] = [Elem::Int, Elem::Bool, Elem::Ref, Elem::Perm];

/// The sorts that snapshots wrap.
const WRAPPED: [Sort; 8] = [
    Sort::Int,
    Sort::Bool,
    Sort::Ref,
    Sort::Perm,
    Sort::Elems(Elem::Int),
    Sort::Elems(Elem::Bool),
    Sort::Elems(Elem::Ref),
    Sort::Elems(Elem::Perm),
];

/// The same cases each time, unless proptest's own variables ask for others.
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
// Expression trees: what the constructors are asked to build.

/// What a symbol of the tests is, besides its sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// Nothing more is known.
    Plain,
    /// The symbol of an allocated object.
    Allocated,
    /// A snapshot that the path says is of two parts.
    Pair,
    /// A snapshot that the path says is of one value of this sort.
    Single(Sort),
}

/// The symbols, oldest first: references, snapshots and arrays of references
/// are both older and newer than the allocated objects.
const SYMBOLS: [(&str, Sort, Role); 20] = [
    ("p", Sort::Bool, Role::Plain),
    ("q", Sort::Bool, Role::Plain),
    ("x", Sort::Int, Role::Plain),
    ("y", Sort::Int, Role::Plain),
    ("z", Sort::Int, Role::Plain),
    ("k", Sort::Perm, Role::Plain),
    ("m", Sort::Perm, Role::Plain),
    ("a", Sort::Ref, Role::Plain),
    ("P", Sort::Snap, Role::Pair),
    ("refs", Sort::Elems(Elem::Ref), Role::Plain),
    ("o", Sort::Ref, Role::Allocated),
    ("b", Sort::Ref, Role::Plain),
    ("R", Sort::Snap, Role::Single(Sort::Ref)),
    ("n", Sort::Ref, Role::Allocated),
    ("c", Sort::Ref, Role::Plain),
    ("Q", Sort::Snap, Role::Pair),
    ("N", Sort::Snap, Role::Single(Sort::Int)),
    ("ints", Sort::Elems(Elem::Int), Role::Plain),
    ("bools", Sort::Elems(Elem::Bool), Role::Plain),
    ("perms", Sort::Elems(Elem::Perm), Role::Plain),
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
    Owner(u32),
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
}

/// An expression before anything is simplified.
#[derive(Clone, Debug)]
struct Tree {
    op: Op,
    args: Vec<Tree>,
}

/// What a rule of a grammar stands for: a sort, or a part of one.
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

/// One way to make an expression of a kind.
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

/// Rules in the making.
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

    /// What every grammar has: few leaves, so that operands often coincide.
    fn common() -> Grammar {
        let mut g = Grammar(Vec::new());
        for (index, (_, sort, role)) in SYMBOLS.into_iter().enumerate() {
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
        g.rule(1, REF, Op::Owner(0), &[]);
        g.rule(1, REF, Op::Owner(1), &[]);
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
            g.rule(1, BOOL, op, &[PERM, PERM]);
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

    /// Products and quotients of any two numbers.
    fn nonlinear(mut self) -> Grammar {
        for number in [INT, PERM] {
            self.rule(1, number, Op::Mul, &[number, number]);
            self.rule(1, number, Op::Div, &[number, number]);
        }
        self.rule(1, INT, Op::Rem, &[INT, INT]);
        self
    }

    /// Snapshots are taken apart whatever their shape.
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

    /// Snapshots are taken apart only where their shape is known, as the engine does.
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
            if let (Some(choices), Some(whole)) = (choices.get_mut(&SNAP), levels.get(&SNAP)) {
                if self
                    .0
                    .iter()
                    .any(|rule| rule.op == Op::First && rule.args == [SNAP])
                {
                    choices.push((2, together_again(whole.clone())));
                }
            }
            levels = choices
                .into_iter()
                .map(|(k, c)| (k, Union::new_weighted(c).boxed()))
                .collect();
        }
        levels
    }
}

/// Snapshots taken apart and put together again: too rare by chance.
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

/// A store with the symbols and functions of the tests.
struct World {
    terms: Terms,
    symbols: Vec<Term>,
    functions: Vec<Func>,
    /// Snapshots that must be of a shape for what was built to mean what it says:
    /// the two laws that hold only there were, or may have been, used.
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
            (Op::Owner(class), []) => terms.owner(*class),
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
            (op, args) => panic!("{op:?} of {} operands", args.len()),
        }
    }

    /// The shapes that the roles of the symbols promise.
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
            Value::Owner(class) => self.terms.owner(*class),
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
        }
    }
}

// ---------------------------------------------------------------------------
// The reference: what expressions mean.

/// A value of some sort.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Value {
    Bool(bool),
    Int(BigInt),
    Perm(BigRational),
    Null,
    Owner(u32),
    /// An object, by its age: of an allocated symbol, one more than its number.
    Object(u32),
    Unit,
    Combine(Box<Value>, Box<Value>),
    Wrap(Box<Value>),
    /// The value at all indices but some; those hold other values, so that
    /// equal contents are equal here.
    Array(Elem, Box<Value>, BTreeMap<BigInt, Value>),
}

impl Value {
    fn sort(&self) -> Sort {
        match self {
            Value::Bool(_) => Sort::Bool,
            Value::Int(_) => Sort::Int,
            Value::Perm(_) => Sort::Perm,
            Value::Null | Value::Owner(_) | Value::Object(_) => Sort::Ref,
            Value::Unit | Value::Combine(..) | Value::Wrap(_) => Sort::Snap,
            Value::Array(elem, ..) => Sort::Elems(*elem),
        }
    }

    fn truth(&self) -> bool {
        *self == Value::Bool(true)
    }

    /// The references in it.
    fn references(&self) -> Vec<Value> {
        match self {
            Value::Null | Value::Owner(_) | Value::Object(_) => vec![self.clone()],
            Value::Combine(a, b) => [a.references(), b.references()].concat(),
            Value::Wrap(v) => v.references(),
            Value::Array(_, rest, at) => at
                .values()
                .flat_map(Value::references)
                .chain(rest.references())
                .collect(),
            Value::Bool(_) | Value::Int(_) | Value::Perm(_) | Value::Unit => Vec::new(),
        }
    }

    /// The age of the youngest object in it.
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

/// Numbers that are as good as random (SplitMix64).
struct Random(u64);

impl Random {
    /// A number that only the argument decides.
    fn of(what: &impl Hash) -> Random {
        let mut hasher = DefaultHasher::new();
        what.hash(&mut hasher);
        Random(hasher.finish())
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound as u64).unwrap()
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }

    /// A value of a sort; its references are among the given ones.
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
        }
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

    /// Values for the symbols. Allocated objects are themselves; what is older
    /// holds only references that are older still. `roles` are respected if
    /// asked; then also every object is one of the symbols.
    fn assignment(&mut self, roles: bool) -> Vec<Value> {
        let mut references = vec![Value::Null, Value::Owner(0), Value::Owner(1)];
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

/// Evaluates trees and terms under one assignment.
struct Model<'a> {
    values: &'a [Value],
    known: HashMap<Term, Value>,
    /// Whether some value was one that the laws leave open.
    open: bool,
}

impl Model<'_> {
    fn new(values: &[Value]) -> Model<'_> {
        Model {
            values,
            known: HashMap::new(),
            open: false,
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
            Node::Owner(class) => Op::Owner(*class),
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

    /// What a partial operator yields outside its domain: something that the
    /// operands alone decide, with no reference that is not in them.
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
            (Op::Owner(class), []) => Value::Owner(*class),
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
            (Op::Div, [a, b]) if rational(b).is_zero() => self.open("div", a.sort(), &[a.clone()]),
            (Op::Div, [a, b]) => match a.sort() {
                // Java rounds toward zero.
                Sort::Int => Value::Int((rational(a) / rational(b)).trunc().to_integer()),
                sort => number(sort, rational(a) / rational(b)),
            },
            (Op::Rem, [a, b]) if rational(b).is_zero() => self.open("rem", Sort::Int, &[a.clone()]),
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
            (op, args) => panic!("{op:?} of {args:?}"),
        }
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

/// The documented forms of nodes, for a term and all that it is made of.
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

    /// Under any assignment a term has the value of the tree that it was built from.
    #[test]
    fn constructors_agree_with_the_reference(
        tree in any_tree(&Grammar::common().functions().nonlinear().any_shape(), 4),
        seed in any::<u64>(),
    ) {
        let mut world = World::new();
        let t = world.build(&tree);
        well_formed(&world.terms, t)?;
        let mut random = Random(seed);
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
                prop_assert_eq!(&value, &expected, "{:?} under {:?}", world.terms.node(t), values);
                prop_assert!(value.age() <= world.terms.age(t), "{:?} is older than {:?}", value, t);
            }
        }
    }

    /// Terms that differ by their form have different values; equality is symmetric.
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
        let mut random = Random(seed);
        for _ in 0..8 {
            let values = random.assignment(false);
            let mut model = Model::new(&values);
            prop_assert_ne!(model.term(&world.terms, a), model.term(&world.terms, b));
        }
    }

    /// Rebuilding without a change gives the same term; replacing symbols
    /// gives the value under the assignment so changed.
    #[test]
    fn rebuilding_substitutes(
        tree in any_tree(&Grammar::common().functions().nonlinear(), 3),
        seed in any::<u64>(),
    ) {
        // Without wrapping: the law that needs a shape could apply only after the change.
        let mut world = World::new();
        let t = world.build(&tree);
        prop_assert_eq!(world.terms.rebuild(t, &mut |_, part| part), t);
        let (x, y) = (world.symbol("x"), world.symbol("y"));
        let (p, q) = (world.symbol("p"), world.symbol("q"));
        let changed = substitute(&mut world.terms, t, &[(x, y), (p, q)]);
        well_formed(&world.terms, changed)?;
        let mut random = Random(seed);
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
// (2) The built-in front.

/// What is asked about.
#[derive(Clone, Debug)]
enum Goal {
    New(Tree),
    /// One of the facts, or a consequence of it.
    Fact(Index),
    NotFact(Index),
    FactOr(Index, Tree),
}

/// One step of a script for the front.
#[derive(Clone, Debug)]
enum Step {
    Assume(Tree),
    Mark,
    Undo(Index),
    Ask(Goal),
}

/// Facts and goals that the front has much to say about.
fn talkative() -> Grammar {
    Grammar::common().functions().known_shape()
}

fn goal() -> BoxedStrategy<Goal> {
    prop_oneof![
        4 => formula(&talkative(), 1).prop_map(Goal::New),
        4 => formula(&talkative(), 2).prop_map(Goal::New),
        1 => any::<Index>().prop_map(Goal::Fact),
        1 => any::<Index>().prop_map(Goal::NotFact),
        1 => (any::<Index>(), formula(&talkative(), 1)).prop_map(|(fact, tree)| Goal::FactOr(fact, tree)),
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
        }
    }

    /// Harmless facts that name references which the front may come to by
    /// rewriting. Z3 is told the ages of those terms only that a formula names.
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
        named.push(self.terms.owner(0));
        named.push(self.terms.owner(1));
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
    /// How often the front was sure in this thread's property.
    static SURE: Cell<u32> = const { Cell::new(0) };
}

/// Follows a script with one front; at each question it must agree with a
/// fresh one, and Z3 with both wherever they are sure.
fn follow(script: &[Step]) -> Result<(), TestCaseError> {
    let mut world = World::new();
    let mut front = Builtin::default();
    let mut backend = Backend::new(RLIMIT);
    let mut path = Path::default();
    for fact in world.mentions() {
        path = path.with(fact, FactKind::Fact);
    }
    let mut facts = world.shape_facts();
    for &fact in &facts {
        front.assume(&mut world.terms, fact);
        path = path.with(fact, FactKind::Shape);
    }
    let mut marks: Vec<(usize, usize, Path)> = Vec::new();
    for step in script {
        match step {
            Step::Assume(tree) => {
                let fact = world.build(tree);
                front.assume(&mut world.terms, fact);
                path = path.with(fact, FactKind::Fact);
                facts.push(fact);
            }
            Step::Mark => marks.push((front.mark(), facts.len(), path.clone())),
            Step::Undo(index) => {
                if !marks.is_empty() {
                    marks.truncate(index.index(marks.len()) + 1);
                    let (mark, count, earlier) = marks.pop().unwrap();
                    front.undo_to(mark);
                    facts.truncate(count);
                    path = earlier;
                }
            }
            Step::Ask(goal) => {
                let goal = world.goal(goal, &facts);
                let sure = front.holds(&mut world.terms, goal);
                let mut fresh = Builtin::default();
                for &fact in &facts {
                    fresh.assume(&mut world.terms, fact);
                }
                prop_assert_eq!(
                    sure,
                    fresh.holds(&mut world.terms, goal),
                    "a fresh front disagrees"
                );
                prop_assert_eq!(front.contradictory(), fresh.contradictory());
                if front.contradictory() {
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
    let config = config(700);
    let cases = config.cases;
    let mut runner = proptest::test_runner::TestRunner::new(config);
    let result = runner.run(&proptest::collection::vec(steps, 1..24), |script| {
        follow(&script)
    });
    assert!(result.is_ok(), "{}", result.unwrap_err());
    // The property says nothing if the front never answers.
    let sure = SURE.with(Cell::get);
    assert!(
        sure > cases / 2,
        "the front was sure {sure} times in {cases} scripts"
    );
}

// ---------------------------------------------------------------------------
// (3) Solvers that follow paths.

proptest! {
    #![proptest_config(config(60))]

    /// Whatever was asked before, a question about a path has one answer.
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
        let mut solver = Solver::new(RLIMIT);
        let mut asked = 0;
        for (at, goal) in &questions {
            let (path, facts) = at.get(&paths);
            let goal = world.goal(goal, facts);
            let mut fresh = Solver::new(RLIMIT);
            prop_assert_eq!(
                solver.holds(&mut world.terms, path, goal),
                fresh.holds(&mut world.terms, path, goal),
                "the fronts disagree"
            );
            let expected = fresh.entails(&mut world.terms, path, goal);
            prop_assert_eq!(solver.entails(&mut world.terms, path, goal), expected);
            // The second time the answer comes from memory.
            prop_assert_eq!(solver.entails(&mut world.terms, path, goal), expected);
            let empty = Solver::new(RLIMIT).contradictory(&mut world.terms, path);
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

    /// With all symbols pinned to values, Z3 finds the value of an expression
    /// to be that of the reference, and no other.
    #[test]
    fn z3_computes_what_the_reference_computes(
        tree in any_tree(&Grammar::common().nonlinear().known_shape(), 3),
        seed in any::<u64>(),
    ) {
        let mut world = World::new();
        let values = Random(seed).assignment(true);
        let mut model = Model::new(&values);
        let expected = model.tree(&tree);
        let t = world.build(&tree);
        // What the laws leave open, such as division by zero, may be anything.
        if model.open {
            return Ok(());
        }
        let mut path = Path::default();
        for (index, value) in values.iter().enumerate() {
            let (symbol, constant) = (world.symbols[index], world.constant(value));
            let fact = world.terms.eq(symbol, constant);
            path = path.with(fact, FactKind::Fact);
        }
        let constant = world.constant(&expected);
        let claim = world.terms.eq(t, constant);
        let denial = world.terms.not(claim);
        let mut backend = Backend::new(RLIMIT);
        prop_assert_eq!(backend.check(&world.terms, &path, Some(denial)), Check::Unsat, "not {:?}", expected);
        prop_assert_eq!(backend.check(&world.terms, &path, Some(claim)), Check::Sat, "not {:?}", expected);
    }
}
