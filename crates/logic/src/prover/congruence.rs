//! Congruence closure: nodes for terms, their classes and the table of signatures, with a
//! trail to undo changes.
//!
//! This is the data structure. Propagation beyond congruence is in [`super::propagation`].

use crate::terms::term::{Coll, Elem, Func, Node, Sort, Term, Terms};
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;
use std::collections::hash_map::Entry;

/// A node's operands.
pub(crate) type Args = SmallVec<[Id; 4]>;

/// The initial capacity for nodes; most checks need more.
pub(crate) const NODES: usize = 112;

/// A node, by its number: older nodes have lower ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(u32);

impl std::fmt::Debug for Id {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "n{}", self.0)
    }
}

impl Id {
    /// The node `true`.
    pub(crate) const TRUE: Id = Id(0);
    /// The node `false`.
    pub(crate) const FALSE: Id = Id(1);
    /// No node.
    const NONE: Id = Id(u32::MAX);

    /// The node of a truth value.
    pub(crate) fn of_bool(b: bool) -> Id {
        if b { Id::TRUE } else { Id::FALSE }
    }

    /// The node's index in tables.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of nodes: one bit a node.
#[derive(Debug, Default)]
pub(crate) struct IdSet {
    words: Vec<u64>,
}

impl IdSet {
    /// Adds a node. Returns whether it is new.
    pub fn insert(&mut self, id: Id) -> bool {
        let (at, bit) = (id.index() / 64, 1u64 << (id.index() % 64));
        if self.words.len() <= at {
            self.words.resize(at + 1, 0);
        }
        let Some(word) = self.words.get_mut(at) else {
            return false;
        };
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Whether a node is in the set.
    pub fn contains(&self, id: Id) -> bool {
        let word = self.words.get(id.index() / 64);
        word.is_some_and(|word| word & (1u64 << (id.index() % 64)) != 0)
    }

    /// The empty set, with room for this many nodes.
    pub fn with_room(nodes: usize) -> IdSet {
        IdSet {
            words: vec![0; nodes.div_ceil(64)],
        }
    }
}

impl FromIterator<Id> for IdSet {
    fn from_iter<I: IntoIterator<Item = Id>>(ids: I) -> IdSet {
        let mut set = IdSet::default();
        for id in ids {
            set.insert(id);
        }
        set
    }
}

/// The operator of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Op {
    /// A constant that differs from all others of its sort.
    Value,
    /// An atom: no operands that are nodes.
    Leaf,
    Not,
    And,
    Or,
    Ite,
    Eq,
    Le,
    Lt,
    Sum,
    Mul,
    Div,
    Rem,
    Unit,
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
    App(Func),
    Coll(Coll),
}

impl Op {
    /// The operator of a term. Quantifiers and open terms are leaves.
    pub fn of(terms: &Terms, t: Term) -> Op {
        if terms.has_bound(t) {
            Op::Leaf
        } else {
            Op::made_by(terms, t)
        }
    }

    /// The operator of a term, open or not.
    pub fn made_by(terms: &Terms, t: Term) -> Op {
        match terms.node(t) {
            Node::Bool(_) | Node::Int(_) | Node::Perm(_) | Node::Null | Node::Unique(_) => {
                Op::Value
            }
            Node::Symbol(_) | Node::Bound(..) | Node::Forall(_) => Op::Leaf,
            Node::Not(_) => Op::Not,
            Node::And(_) => Op::And,
            Node::Or(_) => Op::Or,
            Node::Ite(..) => Op::Ite,
            Node::Eq(..) => Op::Eq,
            Node::Le(..) => Op::Le,
            Node::Lt(..) => Op::Lt,
            Node::Sum(..) => Op::Sum,
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
            Node::App(f, _) => Op::App(*f),
            Node::Coll(op, _) => Op::Coll(*op),
        }
    }

    /// Whether it is a constructor of snapshots.
    pub fn is_constructor(self) -> bool {
        matches!(self, Op::Unit | Op::Combine | Op::Wrap)
    }

    /// Whether it is a selector or tester of snapshots.
    pub fn inspects(self) -> bool {
        matches!(
            self,
            Op::First | Op::Second | Op::Unwrap(_) | Op::IsCombine | Op::IsWrap(_)
        )
    }

    /// Whether it depends on the truth values of operands.
    pub fn is_boolean(self) -> bool {
        matches!(self, Op::Not | Op::And | Op::Or | Op::Ite | Op::Eq)
    }

    /// Whether it constructs contents or collections.
    fn makes(self, sort: Sort) -> bool {
        match self {
            Op::Store | Op::Fill(_) => true,
            Op::Coll(_) => sort.is_collection() || matches!(sort, Sort::Elems(_)),
            _ => false,
        }
    }

    fn commutes(self) -> bool {
        matches!(self, Op::Eq | Op::Mul)
    }

    /// Whether the signature table tracks congruence for it.
    fn is_congruent(self) -> bool {
        !matches!(
            self,
            Op::Value | Op::Leaf | Op::And | Op::Or | Op::Sum | Op::Unit
        )
    }

    /// Whether it reads or updates contents.
    fn is_access(self) -> bool {
        matches!(self, Op::Select | Op::Store)
    }
}

/// An operator applied to classes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Signature {
    Few(Op, [Id; 3]),
    Many(Op, Box<[Id]>),
}

/// The data of a class, stored at its root.
#[derive(Clone, Debug, Default)]
pub(crate) struct Class {
    /// The number of members.
    pub members: u32,
    /// Nodes that have a member as operand.
    pub uses: SmallVec<[Id; 4]>,
    /// The number of those that read or update contents.
    pub accesses: u32,
    /// Members of other classes that are known to differ.
    pub differs: Vec<Id>,
    /// Members that construct contents or collections.
    pub made: Vec<Id>,
    /// A member that is a value.
    pub value: Option<Id>,
    /// A member that is a constructor of snapshots.
    pub constructor: Option<Id>,
    /// For references: the age of the allocated object in the class; 0 if none is
    /// known.
    pub birth: u32,
    /// For references: the least of the members' ages.
    pub age: u32,
}

#[derive(Debug)]
struct NodeEntry {
    /// The term; `None` for nodes that exist in the closure only.
    term: Option<Term>,
    op: Op,
    args: Args,
    sort: Sort,
    root: Id,
    /// The next member in the circular list of the class.
    next: Id,
    class: Class,
}

/// A trail entry. Nearly all are nodes, so the data of merges has a trail of its own.
#[derive(Debug)]
enum Undo {
    Node,
    /// A signature was inserted.
    Signature(Id),
    Differ(Id, Id),
    Union,
}

/// A merge of two classes, with the root's data before it.
#[derive(Debug)]
struct Union {
    child: Id,
    root: Id,
    uses: usize,
    differs: usize,
    made: usize,
    value: Option<Id>,
    constructor: Option<Id>,
    birth: u32,
    age: u32,
}

/// Nodes, their classes and signatures.
#[derive(Debug)]
pub(crate) struct Closure {
    entries: Vec<NodeEntry>,
    ids: Ids,
    signatures: FxHashMap<Signature, Id>,
    by_operator: ByOperator,
    /// The nodes of quantifiers, oldest first.
    quantifiers: Vec<Id>,
    trail: Vec<Undo>,
    /// The merges on the trail.
    unions: Vec<Union>,
}

/// The nodes of terms, by the terms' ids.
struct Ids(Vec<Id>);

impl Ids {
    fn get(&self, t: Term) -> Option<Id> {
        let id = self.0.get(t.index()).copied();
        id.filter(|&id| id != Id::NONE)
    }

    fn set(&mut self, t: Term, id: Id) {
        if self.0.len() <= t.index() {
            self.0.resize(t.index() + 1, Id::NONE);
        }
        if let Some(place) = self.0.get_mut(t.index()) {
            *place = id;
        }
    }
}

impl std::fmt::Debug for Ids {
    /// Only the terms that have nodes.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let with_nodes = self.0.iter().enumerate();
        let with_nodes = with_nodes.filter(|(_, id)| **id != Id::NONE);
        f.debug_map().entries(with_nodes).finish()
    }
}

/// The nodes by operator, oldest first. Nodes are entered before E-matching only, because most
/// checks need none.
#[derive(Default)]
struct ByOperator {
    nodes: FxHashMap<Op, Vec<Id>>,
    /// The number of nodes entered.
    entered: usize,
}

impl std::fmt::Debug for ByOperator {
    /// The nodes say it all.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ByOperator").finish_non_exhaustive()
    }
}

impl Default for Closure {
    fn default() -> Closure {
        let mut closure = Closure {
            entries: Vec::with_capacity(NODES),
            ids: Ids(Vec::with_capacity(NODES)),
            signatures: FxHashMap::with_capacity_and_hasher(NODES, FxBuildHasher),
            by_operator: ByOperator::default(),
            quantifiers: Vec::new(),
            trail: Vec::with_capacity(2 * NODES),
            unions: Vec::new(),
        };
        // The truth values exist before all terms and are never undone.
        for _ in [Id::TRUE, Id::FALSE] {
            closure.push(None, Op::Value, Args::new(), Sort::Bool);
        }
        closure.trail.clear();
        closure
    }
}

#[allow(clippy::indexing_slicing)] // only `push` creates ids, and they do not outlive their nodes
impl Closure {
    fn entry(&self, id: Id) -> &NodeEntry {
        &self.entries[id.index()]
    }

    fn entry_mut(&mut self, id: Id) -> &mut NodeEntry {
        &mut self.entries[id.index()]
    }

    /// The number of changes so far.
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// All nodes, oldest first.
    pub fn nodes(&self) -> impl Iterator<Item = Id> {
        (0..u32::try_from(self.entries.len()).unwrap_or(u32::MAX)).map(Id)
    }

    /// An empty set with room for all nodes.
    pub fn no_nodes(&self) -> IdSet {
        IdSet::with_room(self.entries.len())
    }

    /// Enters the new nodes for [`Closure::with_operator`].
    pub fn enter_operators(&mut self) {
        let ByOperator { nodes, entered } = &mut self.by_operator;
        let new = self.entries.iter().enumerate().skip(*entered);
        for (index, entry) in new {
            let id = Id(u32::try_from(index).unwrap_or(u32::MAX));
            nodes.entry(entry.op).or_default().push(id);
        }
        *entered = self.entries.len();
    }

    /// The entered nodes with an operator, oldest first.
    pub fn with_operator(&self, op: Op) -> &[Id] {
        self.by_operator.nodes.get(&op).map_or(&[], Vec::as_slice)
    }

    /// The node of a term, if it has one.
    pub fn lookup(&self, terms: &Terms, t: Term) -> Option<Id> {
        self.ids.get(t).or_else(|| match terms.node(t) {
            Node::Bool(b) => Some(Id::of_bool(*b)),
            _ => None,
        })
    }

    /// The term of a node; `None` for nodes that exist in the closure only.
    pub fn term(&self, id: Id) -> Option<Term> {
        self.entry(id).term
    }

    /// The operator of a node.
    pub fn op(&self, id: Id) -> Op {
        self.entry(id).op
    }

    /// A node's operands.
    pub fn args(&self, id: Id) -> &[Id] {
        &self.entry(id).args
    }

    /// A node's operand; the node itself if there is none.
    pub fn arg(&self, id: Id, at: usize) -> Id {
        self.entry(id).args.get(at).copied().unwrap_or(id)
    }

    /// A node's sort.
    pub fn sort(&self, id: Id) -> Sort {
        self.entry(id).sort
    }

    /// The root of a node's class.
    pub fn find(&self, id: Id) -> Id {
        self.entry(id).root
    }

    /// Whether two nodes are known to be equal.
    pub fn same(&self, a: Id, b: Id) -> bool {
        self.find(a) == self.find(b)
    }

    /// The data of a node's class.
    pub fn class(&self, id: Id) -> &Class {
        &self.entry(self.find(id)).class
    }

    /// A formula's truth value, if it is known.
    pub fn truth(&self, id: Id) -> Option<bool> {
        match self.class(id).value {
            Some(Id::TRUE) => Some(true),
            Some(Id::FALSE) => Some(false),
            _ => None,
        }
    }

    /// The members of a node's class, in an arbitrary but deterministic order.
    pub fn members(&self, id: Id) -> impl Iterator<Item = Id> {
        let after = move |&at: &Id| Some(self.entry(at).next).filter(|&next| next != id);
        std::iter::successors(Some(id), after)
    }

    /// Sets the root of all members of a node's class.
    fn reroot(&mut self, id: Id, root: Id) {
        let mut at = id;
        loop {
            let entry = self.entry_mut(at);
            entry.root = root;
            at = entry.next;
            if at == id {
                return;
            }
        }
    }

    /// A new node in a class of its own. The caller propagates.
    pub fn push(&mut self, term: Option<Term>, op: Op, args: Args, sort: Sort) -> Id {
        let id = Id(u32::try_from(self.entries.len()).unwrap_or(u32::MAX));
        for &arg in &args {
            let root = self.find(arg);
            let uses = &mut self.entry_mut(root).class.uses;
            // Each class has its newest use at the end.
            if uses.last() != Some(&id) {
                uses.push(id);
                self.entry_mut(root).class.accesses += u32::from(op.is_access());
            }
        }
        self.entries.push(NodeEntry {
            term,
            op,
            args,
            sort,
            root: id,
            next: id,
            class: Class {
                members: 1,
                uses: SmallVec::new(),
                accesses: 0,
                differs: Vec::new(),
                made: if op.makes(sort) { vec![id] } else { Vec::new() },
                value: (op == Op::Value).then_some(id),
                constructor: op.is_constructor().then_some(id),
                birth: 0,
                age: u32::MAX,
            },
        });
        if let Some(t) = term {
            self.ids.set(t, id);
        }
        self.trail.push(Undo::Node);
        id
    }

    /// Records that the newest node is a quantifier.
    pub fn add_quantifier(&mut self, id: Id) {
        self.quantifiers.push(id);
    }

    /// The quantifiers with a truth value, oldest first.
    pub fn quantifiers(&self, value: bool) -> Vec<Term> {
        let known = self.quantifiers.iter().copied();
        let known = known.filter(|&id| self.truth(id) == Some(value));
        let mut found: Vec<Term> = known.filter_map(|id| self.term(id)).collect();
        found.sort();
        found
    }

    /// Sets the allocation ages of a new reference node: the exact age (0 if it is not
    /// known to be an allocated object) and the upper bound.
    pub fn set_ages(&mut self, id: Id, birth: u32, age: u32) {
        let class = &mut self.entry_mut(id).class;
        (class.birth, class.age) = (birth, age);
    }

    fn signature(&self, id: Id) -> Option<Signature> {
        let entry = self.entry(id);
        if !entry.op.is_congruent() {
            return None;
        }
        if entry.args.len() > 3 {
            let roots = entry.args.iter().map(|&arg| self.find(arg)).collect();
            return Some(Signature::Many(entry.op, roots));
        }
        let mut roots = [Id::NONE; 3];
        for (root, &arg) in roots.iter_mut().zip(&entry.args) {
            *root = self.find(arg);
        }
        if entry.op.commutes() && roots[0] > roots[1] {
            roots.swap(0, 1);
        }
        Some(Signature::Few(entry.op, roots))
    }

    /// A congruent node with another id; if there is none, this node is entered in the
    /// signature table.
    pub fn congruent(&mut self, id: Id) -> Option<Id> {
        let signature = self.signature(id)?;
        match self.signatures.entry(signature) {
            Entry::Occupied(known) => {
                let congruent = *known.get();
                (congruent != id).then_some(congruent)
            }
            // Signatures of merged classes stay: they are unreachable until the merge is
            // undone.
            Entry::Vacant(place) => {
                place.insert(id);
                self.trail.push(Undo::Signature(id));
                None
            }
        }
    }

    /// Records that two nodes differ.
    pub fn add_disequality(&mut self, a: Id, b: Id) {
        let (x, y) = (self.find(a), self.find(b));
        self.entry_mut(x).class.differs.push(b);
        self.entry_mut(y).class.differs.push(a);
        self.trail.push(Undo::Differ(x, y));
    }

    /// Whether a disequality between two classes was recorded.
    pub fn has_disequality(&self, a: Id, b: Id) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        let (few, many) = (&self.entry(a).class.differs, &self.entry(b).class.differs);
        let (list, other) = if few.len() <= many.len() {
            (few, b)
        } else {
            (many, a)
        };
        list.iter().any(|&d| self.find(d) == other)
    }

    /// Whether the first of two roots stays the root when they are merged: the one with
    /// more members and uses.
    pub fn is_larger(&self, a: Id, b: Id) -> bool {
        let weight = |id: Id| {
            let class = &self.entry(id).class;
            class.members as usize + class.uses.len() + class.differs.len()
        };
        (weight(a), b) >= (weight(b), a)
    }

    /// Merges two classes, given by their roots.
    pub fn merge_classes(&mut self, root: Id, child: Id) {
        self.reroot(child, root);
        let (next, other) = (self.entry(root).next, self.entry(child).next);
        self.entry_mut(root).next = other;
        self.entry_mut(child).next = next;
        let Ok([ours, theirs]) = self.entries.get_disjoint_mut([root.index(), child.index()])
        else {
            return;
        };
        let (ours, theirs) = (&mut ours.class, &theirs.class);
        let undo = Union {
            child,
            root,
            uses: ours.uses.len(),
            differs: ours.differs.len(),
            made: ours.made.len(),
            value: ours.value,
            constructor: ours.constructor,
            birth: ours.birth,
            age: ours.age,
        };
        ours.members += theirs.members;
        ours.accesses += theirs.accesses;
        ours.uses.extend_from_slice(&theirs.uses);
        ours.differs.extend_from_slice(&theirs.differs);
        ours.made.extend_from_slice(&theirs.made);
        ours.value = ours.value.or(theirs.value);
        ours.constructor = ours.constructor.or(theirs.constructor);
        ours.birth = ours.birth.max(theirs.birth);
        ours.age = ours.age.min(theirs.age);
        self.unions.push(undo);
        self.trail.push(Undo::Union);
    }

    /// Undoes everything after the mark.
    pub fn undo_to(&mut self, mark: usize) {
        while self.trail.len() > mark {
            match self.trail.pop() {
                Some(Undo::Node) => self.pop_node(),
                // The classes are as they were when the node was created.
                Some(Undo::Signature(id)) => {
                    if let Some(signature) = self.signature(id) {
                        self.signatures.remove(&signature);
                    }
                }
                Some(Undo::Differ(a, b)) => {
                    self.entry_mut(a).class.differs.pop();
                    self.entry_mut(b).class.differs.pop();
                }
                Some(Undo::Union) => {
                    if let Some(union) = self.unions.pop() {
                        self.separate(union);
                    }
                }
                None => return,
            }
        }
    }

    fn pop_node(&mut self) {
        let Some(entry) = self.entries.pop() else {
            return;
        };
        if let Some(t) = entry.term {
            self.ids.set(t, Id::NONE);
        }
        let ByOperator { nodes, entered } = &mut self.by_operator;
        if *entered > self.entries.len() {
            *entered = self.entries.len();
            // The newest node of its operator.
            nodes.get_mut(&entry.op).and_then(Vec::pop);
        }
        let id = Id(u32::try_from(self.entries.len()).unwrap_or(u32::MAX));
        self.quantifiers.pop_if(|newest| *newest == id);
        for &arg in &entry.args {
            let root = self.find(arg);
            let uses = &mut self.entry_mut(root).class.uses;
            if uses.last() == Some(&id) {
                uses.pop();
                self.entry_mut(root).class.accesses -= u32::from(entry.op.is_access());
            }
        }
    }

    fn separate(&mut self, union: Union) {
        let Union { child, root, .. } = union;
        let (next, other) = (self.entry(root).next, self.entry(child).next);
        self.entry_mut(root).next = other;
        self.entry_mut(child).next = next;
        self.reroot(child, child);
        let Class {
            members, accesses, ..
        } = self.entry(child).class;
        let class = &mut self.entry_mut(root).class;
        class.members -= members;
        class.accesses -= accesses;
        class.uses.truncate(union.uses);
        class.differs.truncate(union.differs);
        class.made.truncate(union.made);
        class.value = union.value;
        class.constructor = union.constructor;
        class.birth = union.birth;
        class.age = union.age;
    }
}
