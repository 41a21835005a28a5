//! The countermodels of earlier queries, which are tried first on later ones, and what makes
//! a candidate a countermodel.

use super::path::{Path, PathNode};
use super::prover::Candidate;
use super::terms::term::{Term, Terms};
use crate::Facts;
use std::rc::Rc;

/// The key of a path: its newest node.
pub(super) fn newest(path: &Path) -> Option<u64> {
    path.newest().map(|node| node.serial)
}

/// The facts of these nodes that a query is about.
pub(super) fn facts_among(
    terms: &Terms,
    nodes: &[Rc<PathNode>],
    facts: Facts,
) -> impl Iterator<Item = Term> {
    let all = nodes.iter().flat_map(|node| node.facts());
    all.filter(move |&fact| facts.include(terms, fact))
}

/// Whether all facts are true in a candidate model, and the goal is false.
pub(super) fn is_countermodel(
    terms: &Terms,
    model: &mut Candidate,
    facts: impl Iterator<Item = Term>,
    goal: Term,
) -> bool {
    model.satisfies(terms, facts) && model.refutes(terms, goal)
}

/// The latest models.
#[derive(Debug, Default)]
pub(super) struct Models {
    plain: Option<CachedModel>,
    all: Option<CachedModel>,
}

impl Models {
    /// The model of these facts.
    pub fn satisfying(&mut self, facts: Facts) -> &mut Option<CachedModel> {
        match facts {
            Facts::Plain => &mut self.plain,
            Facts::All => &mut self.all,
        }
    }
}

/// A cached model of the facts of a path.
#[derive(Debug)]
pub(super) struct CachedModel {
    pub model: Candidate,
    path: Path,
    /// The newest node of a path that the model is known not to satisfy.
    last_miss: Option<u64>,
    /// The number of such paths since its last use.
    pub misses: u32,
}

impl CachedModel {
    /// The number of consecutive paths a cached model may fail before it is dropped.
    pub const MAX_MISSES: u32 = 50;

    /// A model of the facts of this path.
    pub fn new(model: Candidate, path: Path) -> CachedModel {
        CachedModel {
            model,
            path,
            last_miss: None,
            misses: 0,
        }
    }

    /// Whether it satisfies this path's facts. If so, it is moved to this path.
    pub fn satisfies(&mut self, terms: &Terms, path: &Path, facts: Facts) -> bool {
        let here = newest(path);
        if newest(&self.path) == here {
            return true;
        }
        if self.last_miss == here {
            return false;
        }
        let new = path.since(&path.common(&self.path));
        let satisfied = self.model.satisfies(terms, facts_among(terms, &new, facts));
        if satisfied {
            self.path = path.clone();
            self.misses = 0;
        } else {
            self.last_miss = here;
            self.misses += 1;
        }
        satisfied
    }
}
