//! Cycles of pure methods and lemmas with measures: in them, `verify` demands that each call
//! descend, so that a run checks it.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashMap;
use veriframe_ir::walk::{in_expr, statements};
use veriframe_ir::{
    Expr, ExprKind, MemberId, MethodId, MethodKind, Program, PureId, StmtKind, ids,
};

/// The members with measures that can call themselves, each with the number of its cycle.
pub(super) type Cycles = FxHashMap<MemberId, u32>;

/// The measures of a pure method or a lemma.
pub(super) fn measures(program: &Program, member: MemberId) -> &[Expr] {
    match member {
        MemberId::Pure(id) => &program.pure_method(id).decreases,
        MemberId::Method(id) if program.method(id).kind == MethodKind::Lemma => {
            &program.method(id).decreases
        }
        MemberId::Method(_) | MemberId::Pred(_) => &[],
    }
}

/// The cycles of a program. Calls in bodies count, as they are written: they are some of those
/// that `verify` counts.
pub(super) fn cycles(program: &Program) -> Cycles {
    let methods = ids::<MethodId>(program.methods.len()).map(MemberId::Method);
    let pures = ids::<PureId>(program.pures.len()).map(MemberId::Pure);
    let all = methods.chain(pures);
    let measured: Vec<MemberId> = all
        .filter(|member| !measures(program, *member).is_empty())
        .collect();
    let mut graph: DiGraph<MemberId, ()> = DiGraph::new();
    let nodes: FxHashMap<MemberId, NodeIndex> = measured
        .iter()
        .map(|member| (*member, graph.add_node(*member)))
        .collect();
    for member in &measured {
        let mut edge = |callee: MemberId| {
            if let (Some(from), Some(to)) = (nodes.get(member), nodes.get(&callee)) {
                graph.update_edge(*from, *to, ());
            }
        };
        in_body(program, *member, &mut edge);
    }
    let mut cycles = Cycles::default();
    for (number, component) in (0..).zip(kosaraju_scc(&graph)) {
        let is_cycle = match component.as_slice() {
            [only] => graph.contains_edge(*only, *only),
            _ => true,
        };
        let members = component.iter().filter_map(|node| graph.node_weight(*node));
        cycles.extend(members.filter(|_| is_cycle).map(|member| (*member, number)));
    }
    cycles
}

/// Visits what the body of a member calls.
fn in_body(program: &Program, member: MemberId, visit: &mut dyn FnMut(MemberId)) {
    match member {
        MemberId::Pure(id) => {
            if let Some(body) = &program.pure_method(id).body {
                called(body, visit);
            }
        }
        MemberId::Method(id) => {
            for stmt in statements(&program.method(id).body) {
                if let StmtKind::Call(_, call) | StmtKind::New(_, _, call) = &stmt.kind {
                    visit(MemberId::Method(call.callee));
                }
                stmt.exprs().iter().for_each(|e| called(e, visit));
            }
        }
        MemberId::Pred(_) => {}
    }
}

fn called(e: &Expr, visit: &mut dyn FnMut(MemberId)) {
    in_expr(e, &mut |e| {
        if let ExprKind::Pure(call) = &e.kind {
            visit(MemberId::Pure(call.callee));
        }
    });
}
