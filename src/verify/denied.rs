//! What a run can deny although it is no error and no warning: members without contracts, and
//! loops and recursions that nothing shows to end.

use super::outcome::Options;
use super::verdict::has_contract;
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{MemberId, Method, MethodId, MethodKind, Program, StmtKind, ids, walk};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use std::collections::{BTreeMap, BTreeSet};

/// The errors that a run adds to those of its checks.
#[derive(Debug, Default)]
pub(super) struct Denied {
    uncontracted: bool,
    /// The methods that can call themselves, if that is denied.
    recursive: Option<BTreeSet<MethodId>>,
}

impl Denied {
    /// What these options deny in a program.
    pub(super) fn new(program: &Program, options: &Options) -> Denied {
        let denies = |code| options.deny.contains(&code);
        Denied {
            uncontracted: denies(Code::Uncontracted),
            recursive: denies(Code::UnprovedTermination).then(|| recursive(program)),
        }
    }

    /// The errors of a member.
    pub(super) fn errors(&self, program: &Program, member: MemberId) -> Vec<Diagnostic> {
        let mut errors = Vec::new();
        let (name, span) = (program.member_name(member), program.member_span(member));
        if self.uncontracted && !has_contract(program, member) {
            let message = format!("`{name}` has no contract");
            let note = "it promises nothing to its callers; write `requires` and `ensures`, even \
                        if only `ensures true`";
            errors.push(Diagnostic::error(Code::Uncontracted, span, message).note(note));
        }
        if let (Some(recursive), MemberId::Method(id)) = (&self.recursive, member) {
            let error =
                |span, message: String| Diagnostic::error(Code::UnprovedTermination, span, message);
            if recursive.contains(&id) {
                let message = format!("`{name}` can call itself, and nothing shows that this ends");
                errors.push(error(span, message));
            }
            for stmt in walk::statements(&program.method(id).body) {
                if let StmtKind::Loop(body) = &stmt.kind
                    && body.decreases.is_empty()
                {
                    let message = "nothing shows that this loop ends".to_owned();
                    let note = "write `decreases` with an integer that goes down";
                    errors.push(error(body.header, message).note(note));
                }
            }
        }
        errors
    }
}

/// A node of the call graph of methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    /// The body of a method.
    Body(MethodId),
    /// A call of a method by dynamic type.
    Call(MethodId),
}

/// The call graph of methods under construction.
#[derive(Default)]
struct Calls {
    graph: DiGraph<Node, ()>,
    nodes: BTreeMap<Node, NodeIndex>,
}

impl Calls {
    fn node(&mut self, node: Node) -> NodeIndex {
        let graph = &mut self.graph;
        *self
            .nodes
            .entry(node)
            .or_insert_with(|| graph.add_node(node))
    }

    fn edge(&mut self, from: Node, to: Node) {
        let (from, to) = (self.node(from), self.node(to));
        self.graph.add_edge(from, to, ());
    }

    /// Adds what a method calls, and that calls of what it overrides can lead to it.
    fn add(&mut self, id: MethodId, method: &Method) {
        self.edge(Node::Call(id), Node::Body(id));
        for &above in method.refines.iter().chain(&method.inherited) {
            self.edge(Node::Call(above), Node::Call(id));
        }
        for stmt in walk::statements(&method.body) {
            let callee = match &stmt.kind {
                StmtKind::Call(_, call) if call.of.is_none() => Node::Call(call.callee),
                StmtKind::Call(_, call) | StmtKind::New(_, _, call) => Node::Body(call.callee),
                _ => continue,
            };
            self.edge(Node::Body(id), callee);
        }
    }
}

/// The methods that can call themselves, directly or through others. The termination of pure
/// methods and lemmas is always proved, so that only calls of methods count.
fn recursive(program: &Program) -> BTreeSet<MethodId> {
    let mut calls = Calls::default();
    for id in ids::<MethodId>(program.methods.len()) {
        let method = program.method(id);
        if method.kind != MethodKind::Lemma {
            calls.add(id, method);
        }
    }
    let mut found = BTreeSet::new();
    for component in kosaraju_scc(&calls.graph) {
        let is_cycle = match component.as_slice() {
            [only] => calls.graph.contains_edge(*only, *only),
            _ => true,
        };
        let members = component
            .iter()
            .filter_map(|node| match calls.graph.node_weight(*node) {
                Some(Node::Body(id)) if is_cycle => Some(*id),
                _ => None,
            });
        found.extend(members);
    }
    found
}
