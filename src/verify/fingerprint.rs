//! What a member's verification depends on, as hashes: of each part of the
//! program alone, and with all parts that it reaches by mentioning them.
//!
//! Two checks with the same key find the same. So the key covers all that a
//! check reads: the options, the versions of tool and solver, the sorts of the
//! program's locations, the member's text, and the texts of all that it mentions,
//! and so on: contracts of methods, pure methods and predicates with their bodies,
//! fields, classes; and what all these can read of the class hierarchy. Where things
//! stand counts by order alone.

use super::callgraph::CallGraph;
use crate::cache::Key;
use crate::ir::encode::{self, Encoding, Part, Places};
use crate::ir::reach::{Obligation, Reaches};
use crate::ir::{ClassId, FieldId, MemberId, MethodId, PredId, Program, PureId};
use crate::source::SourceMap;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

/// The hashes of a program's parts.
#[derive(Debug)]
pub(super) struct Fingerprints<'p> {
    program: &'p Program,
    graph: Arc<CallGraph>,
    reaches: Arc<Reaches>,
    /// Of all that decides results besides the program's parts.
    basis: Key,
    /// All parts, and which each mentions.
    parts: DiGraph<Part, ()>,
    /// Of each part with all that it reaches.
    deep: Vec<Key>,
    /// Of each part, where it stands; found when a place is asked for.
    places: Vec<OnceLock<Places>>,
}

impl<'p> Fingerprints<'p> {
    /// The hashes of a program; `basis` is everything else that decides results.
    pub(super) fn new(
        program: &'p Program,
        graph: Arc<CallGraph>,
        reaches: Arc<Reaches>,
        basis: &str,
    ) -> Self {
        let mut parts = DiGraph::new();
        let mut own = Vec::new();
        let mut edges = Vec::new();
        for part in all_parts(program) {
            let Encoding {
                bytes, mentions, ..
            } = encode::part(program, part);
            let from = parts.add_node(part);
            own.push(hash(&[&[kind(part)], &bytes]));
            edges.extend(mentions.into_iter().map(|to| (from, to)));
        }
        for (from, to) in edges {
            parts.add_edge(from, node(program, to), ());
        }
        Fingerprints {
            program,
            graph,
            reaches,
            basis: hash(&[basis.as_bytes()]),
            deep: deep_hashes(&parts, &own),
            places: own.iter().map(|_| OnceLock::new()).collect(),
            parts,
        }
    }

    /// The key of a check, where these members' contracts are known not to be
    /// well-formed.
    pub(super) fn key(
        &self,
        member: MemberId,
        obligation: Obligation,
        ill_formed: &BTreeSet<MemberId>,
    ) -> Key {
        let part = part_of(member, obligation);
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.basis);
        hasher.update(&[match obligation {
            Obligation::Contract => 0,
            Obligation::Body => 1,
        }]);
        hasher.update(&self.deep_hash(part));
        self.termination(member, &mut hasher);
        let reach = self.reaches.of(self.program, member, obligation);
        for number in reach.fingerprint(self.program, member) {
            hasher.update(&number.to_le_bytes());
        }
        if !ill_formed.is_empty() {
            for part in self.reached(part) {
                if contract_of(part).is_some_and(|m| ill_formed.contains(&m)) {
                    hasher.update(&self.deep_hash(part));
                }
            }
        }
        *hasher.finalize().as_bytes()
    }

    /// What the termination check reads of the members that can come back to
    /// this one: the bodies of lemmas, which decide that, are not in their contracts.
    fn termination(&self, member: MemberId, hasher: &mut blake3::Hasher) {
        let Some(cycle) = self.graph.cycle(member) else {
            return;
        };
        let mut cycle: Vec<MemberId> = cycle.into_iter().collect();
        cycle.sort_by_key(|m| self.program.member_span(*m));
        hasher.update(&(cycle.len() as u64).to_le_bytes());
        for other in cycle {
            hasher.update(&[u8::from(other == member)]);
            hasher.update(&self.deep_hash(part_of(other, Obligation::Contract)));
        }
    }

    fn deep_hash(&self, part: Part) -> Key {
        let index = node(self.program, part).index();
        // Every part has a hash; what had none would have nothing in common with anything.
        self.deep.get(index).copied().unwrap_or_default()
    }

    /// A part and all that it reaches, in an order that the parts' texts decide.
    pub(super) fn reached(&self, start: Part) -> Vec<Part> {
        let mut found = Vec::new();
        let mut seen = BTreeSet::new();
        let mut todo = vec![node(self.program, start)];
        while let Some(next) = todo.pop() {
            if !seen.insert(next) {
                continue;
            }
            found.extend(self.parts.node_weight(next));
            let mut inner: Vec<NodeIndex> = self.parts.neighbors(next).collect();
            inner.sort_unstable_by(|a, b| b.cmp(a));
            todo.extend(inner);
        }
        found
    }

    /// Where the parts stand that a check depends on.
    pub(super) fn places(&self, member: MemberId, obligation: Obligation) -> Vec<&Places> {
        let parts = self.reached(part_of(member, obligation)).into_iter();
        let place = |part| {
            let found = self.places.get(node(self.program, part).index())?;
            Some(found.get_or_init(|| encode::part(self.program, part).places))
        };
        parts.filter_map(place).collect()
    }
}

/// The hash of how parts are laid out in the text: the lines on which anything
/// starts, and the text itself, with its whitespace and comments.
pub(super) fn layout(sources: &SourceMap, places: &[&Places]) -> Key {
    let mut hasher = blake3::Hasher::new();
    for part in places {
        for start in part.starts() {
            hasher.update(&(sources.start(start).line as u64).to_le_bytes());
        }
        let text = part.extent().map_or("", |extent| sources.text(extent));
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    }
    *hasher.finalize().as_bytes()
}

/// The hash of byte strings, which are told apart.
fn hash(parts: &[&[u8]]) -> Key {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    *hasher.finalize().as_bytes()
}

/// Each part's hash with all that it reaches. Parts that reach one another are
/// hashed together, each group after those that it mentions.
fn deep_hashes(parts: &DiGraph<Part, ()>, own: &[Key]) -> Vec<Key> {
    let own = |n: &NodeIndex| own.get(n.index()).copied().unwrap_or_default();
    let mut deep = vec![Key::default(); parts.node_count()];
    for mut group in kosaraju_scc(parts) {
        group.sort_unstable();
        let mut outside: Vec<Key> = Vec::new();
        for n in group.iter().flat_map(|n| parts.neighbors(*n)) {
            if group.binary_search(&n).is_err() {
                outside.extend(deep.get(n.index()));
            }
        }
        outside.sort_unstable();
        outside.dedup();
        let inside: Vec<Key> = group.iter().map(own).collect();
        let together = hash(&[inside.as_flattened(), outside.as_flattened()]);
        for n in &group {
            if let Some(slot) = deep.get_mut(n.index()) {
                *slot = hash(&[&own(n), &together]);
            }
        }
    }
    deep
}

/// All parts of a program, in the order of [`node`].
fn all_parts(program: &Program) -> impl Iterator<Item = Part> {
    fn ids<T: From<u32>>(count: usize) -> impl Iterator<Item = T> {
        (0..u32::try_from(count).unwrap_or(u32::MAX)).map(T::from)
    }
    let methods = program.methods.len();
    let classes = ids::<ClassId>(program.classes.len()).map(Part::Class);
    let fields = ids::<FieldId>(program.fields.len()).map(Part::Field);
    let contracts = ids::<MethodId>(methods).map(Part::Contract);
    let bodies = ids::<MethodId>(methods).map(Part::Body);
    let pures = ids::<PureId>(program.pures.len()).map(Part::Pure);
    let preds = ids::<PredId>(program.preds.len()).map(Part::Pred);
    let declared = classes.chain(fields).chain(contracts);
    declared.chain(bodies).chain(pures).chain(preds)
}

/// The node of a part.
fn node(program: &Program, part: Part) -> NodeIndex {
    let methods = program.methods.len();
    let fields = program.classes.len();
    let contracts = fields + program.fields.len();
    let pures = contracts + 2 * methods;
    NodeIndex::new(match part {
        Part::Class(c) => c.index(),
        Part::Field(f) => fields + f.index(),
        Part::Contract(m) => contracts + m.index(),
        Part::Body(m) => contracts + methods + m.index(),
        Part::Pure(p) => pures + p.index(),
        Part::Pred(q) => pures + program.pures.len() + q.index(),
    })
}

/// Tells kinds of parts apart.
fn kind(part: Part) -> u8 {
    match part {
        Part::Class(_) => 0,
        Part::Field(_) => 1,
        Part::Contract(_) => 2,
        Part::Body(_) => 3,
        Part::Pure(_) => 4,
        Part::Pred(_) => 5,
    }
}

/// The part that a check is of.
fn part_of(member: MemberId, obligation: Obligation) -> Part {
    match (member, obligation) {
        (MemberId::Method(m), Obligation::Contract) => Part::Contract(m),
        (MemberId::Method(m), Obligation::Body) => Part::Body(m),
        (MemberId::Pure(p), _) => Part::Pure(p),
        (MemberId::Pred(q), _) => Part::Pred(q),
    }
}

/// The member whose contract a part is.
fn contract_of(part: Part) -> Option<MemberId> {
    match part {
        Part::Contract(m) => Some(MemberId::Method(m)),
        Part::Pure(p) => Some(MemberId::Pure(p)),
        Part::Pred(q) => Some(MemberId::Pred(q)),
        Part::Class(_) | Part::Field(_) | Part::Body(_) => None,
    }
}
