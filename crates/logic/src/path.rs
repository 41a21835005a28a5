//! Path conditions: persistent lists of formulas, newest first.
//!
//! A path condition is a value: states share it, and branches share its prefix.

use super::definitions::Definitions;
use super::terms::term::{Term, Terms};
use rpds::RedBlackTreeMap;
use smallvec::{SmallVec, smallvec};
use std::cell::Cell;
use std::rc::Rc;

/// The values of applications that facts determine (see [`crate::solved_forms`]).
type Values = RedBlackTreeMap<Term, Term>;

/// The origin of a formula in a path condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactKind {
    /// The condition of a branch.
    Branch,
    /// A fact from an assertion, a rule or a definition.
    Fact,
    /// The definition of a symbol. It holds on every branch: no other fact mentions the
    /// symbol.
    Definition,
    /// A range of a merged value. It follows from the value's definitions and the facts of the
    /// branches, but is found faster.
    Range,
    /// The shape of a snapshot, or what other facts determine: true by construction, not shown to
    /// users.
    Shape,
}

/// What a node of a path condition adds.
#[derive(Clone, Debug)]
enum Added {
    Fact(Term),
    Definitions(Definitions),
}

/// One formula of a path condition, or the definitions of branches that met.
#[derive(Debug)]
pub struct PathNode {
    added: Added,
    /// Its origin.
    pub kind: FactKind,
    /// The number of nodes up to and with this one.
    pub depth: usize,
    /// Identifies the node within its thread.
    pub serial: u64,
    /// The values of applications that this fact and earlier ones determine; `None` if there are none.
    values: Option<Rc<Values>>,
    parent: Path,
}

impl PathNode {
    /// The path condition without this node.
    #[must_use]
    pub fn parent(&self) -> &Path {
        &self.parent
    }

    /// The formulas, oldest first: one, unless they are definitions.
    #[must_use]
    pub fn facts(&self) -> SmallVec<[Term; 1]> {
        match &self.added {
            Added::Fact(fact) => smallvec![*fact],
            Added::Definitions(all) => all.facts().into(),
        }
    }

    /// The formula, unless the node adds definitions.
    #[must_use]
    pub fn fact(&self) -> Option<Term> {
        match self.added {
            Added::Fact(fact) => (self.kind != FactKind::Definition).then_some(fact),
            Added::Definitions(_) => None,
        }
    }

    /// The definitions, if this is what the node adds.
    #[must_use]
    pub fn definitions(&self) -> Option<Definitions> {
        match &self.added {
            Added::Fact(fact) => {
                (self.kind == FactKind::Definition).then_some(Definitions::One(*fact))
            }
            Added::Definitions(all) => Some(all.clone()),
        }
    }

    /// Whether it adds just this formula.
    #[must_use]
    pub fn is(&self, formula: Term) -> bool {
        matches!(self.added, Added::Fact(fact) if fact == formula)
    }

    /// Whether there are quantifiers or collections in a formula.
    pub(crate) fn is_rich(&self, terms: &Terms) -> bool {
        match &self.added {
            Added::Fact(fact) => terms.is_rich(*fact),
            Added::Definitions(all) => all.is_rich(terms),
        }
    }
}

thread_local! {
    /// The next serial. Serials are only compared for identity.
    static SERIAL: Cell<u64> = const { Cell::new(0) };
}

/// A path condition; empty at the start.
#[derive(Clone, Debug, Default)]
pub struct Path(Option<Rc<PathNode>>);

impl Path {
    /// The path condition with one more formula.
    #[must_use]
    pub fn with(&self, fact: Term, kind: FactKind) -> Path {
        self.with_values(fact, kind, Vec::new())
    }

    /// The path condition with definitions of branches that met.
    #[must_use]
    pub fn with_definitions(&self, all: Definitions) -> Path {
        let values = self.0.as_ref().and_then(|node| node.values.clone());
        self.with_node(Added::Definitions(all), FactKind::Definition, values)
    }

    /// The path condition with one more formula, which determines the values of these applications.
    pub(crate) fn with_values(
        &self,
        fact: Term,
        kind: FactKind,
        determined: Vec<(Term, Term)>,
    ) -> Path {
        let mut values = self.0.as_ref().and_then(|node| node.values.clone());
        if !determined.is_empty() {
            let all = Rc::make_mut(values.get_or_insert_default());
            for (application, value) in determined {
                all.insert_mut(application, value);
            }
        }
        self.with_node(Added::Fact(fact), kind, values)
    }

    fn with_node(&self, added: Added, kind: FactKind, values: Option<Rc<Values>>) -> Path {
        let serial = SERIAL.with(|next| {
            let serial = next.get();
            next.set(serial + 1);
            serial
        });
        Path(Some(Rc::new(PathNode {
            added,
            kind,
            depth: self.depth() + 1,
            serial,
            values,
            parent: self.clone(),
        })))
    }

    fn values(&self) -> Option<&Values> {
        self.0.as_ref()?.values.as_deref()
    }

    /// Whether there are applications whose values the facts determine.
    pub(crate) fn has_values(&self) -> bool {
        self.values().is_some()
    }

    /// The value of an application, if a fact determines it.
    pub(crate) fn value_of(&self, application: Term) -> Option<Term> {
        self.values()?.get(&application).copied()
    }

    /// The number of nodes.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.0.as_ref().map_or(0, |node| node.depth)
    }

    /// The newest node.
    #[must_use]
    pub fn newest(&self) -> Option<&Rc<PathNode>> {
        self.0.as_ref()
    }

    /// The nodes, newest first.
    pub fn nodes(&self) -> impl Iterator<Item = &Rc<PathNode>> {
        std::iter::successors(self.0.as_ref(), |node| node.parent.0.as_ref())
    }

    /// The formulas with their origins, newest first.
    pub fn facts(&self) -> impl Iterator<Item = (Term, FactKind)> {
        newest_first(self.nodes())
    }

    /// The formulas after `earlier` (a prefix of this path) with their origins, oldest first.
    #[must_use]
    pub fn facts_since(&self, earlier: &Path) -> Vec<(Term, FactKind)> {
        let after = self.depth().saturating_sub(earlier.depth());
        let mut facts: Vec<_> = newest_first(self.nodes().take(after)).collect();
        facts.reverse();
        facts
    }

    /// The longest common prefix of two path conditions.
    #[must_use]
    pub fn common(&self, other: &Path) -> Path {
        let (mut a, mut b) = (self, other);
        while let (Some(x), Some(y)) = (&a.0, &b.0) {
            if x.serial == y.serial {
                return a.clone();
            }
            let (deep_a, deep_b) = (x.depth >= y.depth, y.depth >= x.depth);
            if deep_a {
                a = &x.parent;
            }
            if deep_b {
                b = &y.parent;
            }
        }
        Path::default()
    }

    /// The nodes after `earlier` (a prefix of this path), oldest first.
    #[must_use]
    pub fn since(&self, earlier: &Path) -> Vec<Rc<PathNode>> {
        self.after_last(|node| node.depth <= earlier.depth())
    }

    /// The nodes after the newest one for which `is_known` holds, oldest first.
    pub fn after_last(&self, is_known: impl Fn(&PathNode) -> bool) -> Vec<Rc<PathNode>> {
        let new = self.nodes().take_while(|node| !is_known(node));
        let mut new: Vec<_> = new.cloned().collect();
        new.reverse();
        new
    }
}

fn newest_first<'n>(
    nodes: impl Iterator<Item = &'n Rc<PathNode>>,
) -> impl Iterator<Item = (Term, FactKind)> {
    nodes.flat_map(|node| {
        let kind = node.kind;
        node.facts().into_iter().rev().map(move |fact| (fact, kind))
    })
}

impl Drop for PathNode {
    /// Drops long lists iteratively: recursion would need stack for each formula.
    fn drop(&mut self) {
        let mut next = self.parent.0.take();
        while let Some(node) = next {
            next = Rc::into_inner(node).and_then(|mut node| node.parent.0.take());
        }
    }
}
