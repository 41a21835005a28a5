//! Fingerprints: hashes of everything that a member's verification depends on. Each part
//! of the program has a hash of its own, and one that includes all parts that it
//! mentions, transitively.
//!
//! Two checks with the same key have the same result. So the key covers everything that a
//! check reads:
//! * the options, and the versions of the tool and the solver;
//! * the sorts of the program's locations;
//! * the member's text and, transitively, the texts that it mentions: contracts of
//!   methods, pure methods and predicates with their bodies, fields, and classes;
//! * what all of these can read of the class hierarchy.
//!
//! Of positions, only the order counts.

use super::callgraph::{CallGraph, Cycle};
use super::hierarchy_hashes::HierarchyHashes;
use crate::cache::Key;
use crate::ir::encode::{Encoder, Places, ProgramPart};
use crate::ir::reach::{Obligation, Reaches};
use crate::ir::{ClassId, FieldId, MemberId, MethodId, PredId, Program, PureId, ids};
use crate::source::SourceMap;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

/// The hashes of a program's parts.
#[derive(Debug)]
pub(super) struct Fingerprints<'p> {
    program: &'p Program,
    reaches: Arc<Reaches>,
    hierarchy: HierarchyHashes,
    /// By recursive member: the hash of what the termination check reads.
    cycles: BTreeMap<MemberId, Key>,
    /// The hash of everything that determines results besides the program's parts.
    basis: Key,
    /// The parts, with edges to the parts that they mention.
    parts: DiGraph<ProgramPart, ()>,
    /// By part: the hash that includes all parts reachable from it.
    deep: Vec<Key>,
    /// By part: its positions, computed on demand.
    places: Vec<OnceLock<Places>>,
}

impl<'p> Fingerprints<'p> {
    /// The hashes of a program; `basis` is everything else that determines results.
    pub(super) fn new(
        program: &'p Program,
        graph: &CallGraph,
        reaches: Arc<Reaches>,
        basis: &str,
    ) -> Self {
        let all: Vec<ProgramPart> = all_parts(program).collect();
        // Most parts mention fewer than eight others.
        let mut parts = DiGraph::with_capacity(all.len(), 8 * all.len());
        for &part in &all {
            parts.add_node(part);
        }
        let mut own = Vec::with_capacity(all.len());
        let mut encoder = Encoder::new(program);
        for part in all {
            let encoding = encoder.part(part);
            own.push(hash(&[&[kind(part)], encoding.bytes]));
            let from = node(program, part);
            for &to in encoding.mentions {
                parts.add_edge(from, node(program, to), ());
            }
        }
        let deep = deep_hashes(&parts, &own);
        Fingerprints {
            program,
            hierarchy: HierarchyHashes::new(program, &reaches),
            cycles: hashes_of_cycles(program, graph, &deep),
            reaches,
            basis: hash(&[basis.as_bytes()]),
            deep,
            places: own.iter().map(|_| OnceLock::new()).collect(),
            parts,
        }
    }

    /// The cache key of a check, given the members whose contracts are known to be
    /// ill-formed.
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
        let (program, reaches) = (self.program, &self.reaches);
        let hierarchy = self.hierarchy.of(program, reaches, member, obligation);
        for part in [self.cycles.get(&member), hierarchy.as_ref()] {
            hasher.update(&[u8::from(part.is_some())]);
            hasher.update(part.map_or(&[], |hash| &hash[..]));
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

    /// The hash of the bodies that runs of a member execute: of what it calls, and so on. Bodies
    /// of overriding methods that nothing in these mentions are not among them.
    pub(super) fn bodies(&self, member: MemberId, obligation: Obligation) -> Key {
        let mut seen = BTreeSet::new();
        let mut hashes = BTreeSet::new();
        let mut todo = vec![part_of(member, obligation)];
        while let Some(start) = todo.pop() {
            for part in self.reached(start) {
                if let ProgramPart::Contract(method) = part
                    && seen.insert(method)
                {
                    hashes.insert(self.deep_hash(ProgramPart::Body(method)));
                    todo.push(ProgramPart::Body(method));
                }
            }
        }
        let hashes: Vec<&[u8]> = hashes.iter().map(|key| &key[..]).collect();
        hash(&hashes)
    }

    fn deep_hash(&self, part: ProgramPart) -> Key {
        let index = node(self.program, part).index();
        // Every part has a hash, so the default is never used.
        self.deep.get(index).copied().unwrap_or_default()
    }

    /// A part and all parts reachable from it, in an order determined by their texts.
    pub(super) fn reached(&self, start: ProgramPart) -> Vec<ProgramPart> {
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

    /// The positions of the parts that a check depends on.
    pub(super) fn places(&self, member: MemberId, obligation: Obligation) -> Vec<&Places> {
        let parts = self.reached(part_of(member, obligation)).into_iter();
        let place = |part| {
            let found = self.places.get(node(self.program, part).index())?;
            Some(found.get_or_init(|| Encoder::new(self.program).part(part).places()))
        };
        parts.filter_map(place).collect()
    }
}

/// The hash of the layout of parts: the lines on which their spans start, and the text
/// with whitespace and comments.
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

/// The hash of a sequence of byte strings, each prefixed by its length.
fn hash(parts: &[&[u8]]) -> Key {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    *hasher.finalize().as_bytes()
}

/// The hash of each part that includes all parts reachable from it. A strongly connected
/// component is hashed as a whole, after the components that it mentions.
fn deep_hashes(parts: &DiGraph<ProgramPart, ()>, own: &[Key]) -> Vec<Key> {
    let own = |n: &NodeIndex| own.get(n.index()).copied().unwrap_or_default();
    let mut deep = vec![Key::default(); parts.node_count()];
    let (mut inside, mut outside): (Vec<Key>, Vec<Key>) = (Vec::new(), Vec::new());
    for mut group in kosaraju_scc(parts) {
        group.sort_unstable();
        inside.clear();
        outside.clear();
        for n in group.iter().flat_map(|n| parts.neighbors(*n)) {
            if group.binary_search(&n).is_err() {
                outside.extend(deep.get(n.index()));
            }
        }
        outside.sort_unstable();
        outside.dedup();
        inside.extend(group.iter().map(own));
        let together = hash(&[inside.as_flattened(), outside.as_flattened()]);
        for n in &group {
            if let Some(slot) = deep.get_mut(n.index()) {
                // Most components have one part, which the hash identifies.
                *slot = match group.len() {
                    1 => together,
                    _ => hash(&[&own(n), &together]),
                };
            }
        }
    }
    deep
}

/// By recursive member: the hash of what the termination check reads about the members of the
/// same cycle. The bodies of lemmas, which determine the cycle, are not part of their contracts.
fn hashes_of_cycles(program: &Program, graph: &CallGraph, deep: &[Key]) -> BTreeMap<MemberId, Key> {
    let mut hashes = BTreeMap::new();
    let is_checked = |cycle: &&Cycle| cycle.iter().any(|&m| graph.is_checked(program, m));
    for cycle in graph.cycles().filter(is_checked) {
        let mut members: Vec<MemberId> = cycle.iter().copied().collect();
        members.sort_by_key(|m| program.member_span(*m));
        let contracts = members.iter().map(|&member| {
            let part = node(program, part_of(member, Obligation::Contract));
            deep.get(part.index()).copied().unwrap_or_default()
        });
        let contracts: Vec<Key> = contracts.collect();
        let together = hash(&[contracts.as_flattened()]);
        let at = |(position, member): (usize, MemberId)| {
            (member, hash(&[&(position as u64).to_le_bytes(), &together]))
        };
        hashes.extend(members.into_iter().enumerate().map(at));
    }
    hashes
}

/// All parts of a program, in the order of [`node`].
fn all_parts(program: &Program) -> impl Iterator<Item = ProgramPart> {
    let methods = program.methods.len();
    let classes = ids::<ClassId>(program.classes.len()).map(ProgramPart::Class);
    let fields = ids::<FieldId>(program.fields.len()).map(ProgramPart::Field);
    let contracts = ids::<MethodId>(methods).map(ProgramPart::Contract);
    let bodies = ids::<MethodId>(methods).map(ProgramPart::Body);
    let pures = ids::<PureId>(program.pures.len()).map(ProgramPart::Pure);
    let preds = ids::<PredId>(program.preds.len()).map(ProgramPart::Pred);
    let declared = classes.chain(fields).chain(contracts);
    declared.chain(bodies).chain(pures).chain(preds)
}

/// The graph node of a part.
fn node(program: &Program, part: ProgramPart) -> NodeIndex {
    let methods = program.methods.len();
    let fields = program.classes.len();
    let contracts = fields + program.fields.len();
    let pures = contracts + 2 * methods;
    NodeIndex::new(match part {
        ProgramPart::Class(c) => c.index(),
        ProgramPart::Field(f) => fields + f.index(),
        ProgramPart::Contract(m) => contracts + m.index(),
        ProgramPart::Body(m) => contracts + methods + m.index(),
        ProgramPart::Pure(p) => pures + p.index(),
        ProgramPart::Pred(q) => pures + program.pures.len() + q.index(),
    })
}

/// A number for each kind of part.
fn kind(part: ProgramPart) -> u8 {
    match part {
        ProgramPart::Class(_) => 0,
        ProgramPart::Field(_) => 1,
        ProgramPart::Contract(_) => 2,
        ProgramPart::Body(_) => 3,
        ProgramPart::Pure(_) => 4,
        ProgramPart::Pred(_) => 5,
    }
}

/// The part that is checked.
fn part_of(member: MemberId, obligation: Obligation) -> ProgramPart {
    match (member, obligation) {
        (MemberId::Method(m), Obligation::Contract) => ProgramPart::Contract(m),
        (MemberId::Method(m), Obligation::Body) => ProgramPart::Body(m),
        (MemberId::Pure(p), _) => ProgramPart::Pure(p),
        (MemberId::Pred(q), _) => ProgramPart::Pred(q),
    }
}

/// The member whose contract belongs to a part.
fn contract_of(part: ProgramPart) -> Option<MemberId> {
    match part {
        ProgramPart::Contract(m) => Some(MemberId::Method(m)),
        ProgramPart::Pure(p) => Some(MemberId::Pure(p)),
        ProgramPart::Pred(q) => Some(MemberId::Pred(q)),
        ProgramPart::Class(_) | ProgramPart::Field(_) | ProgramPart::Body(_) => None,
    }
}
