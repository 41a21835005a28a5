//! What weakens a member without its contract saying so: what stood behind the contract is gone.

use crate::ir::encode::Encoder;
use crate::ir::print::Text;
use crate::ir::{
    AssertKind, ExprKind, MemberId, Method, MethodKind, Program, StmtKind, Vars, walk,
};

/// What is no longer behind a member of the newer revision, each in one sentence.
pub(super) fn evasions(old: &Program, new: &Program, from: MemberId, to: MemberId) -> Vec<String> {
    let mut found = Vec::new();
    if old.has_body(from) && !new.has_body(to) {
        found.push("its body is gone: nothing shows that the contract holds".to_owned());
    }
    let (before, after) = (measures(old, from), measures(new, to));
    if before > 0 && after == 0 {
        found.push("its `decreases` is gone".to_owned());
    }
    if let (MemberId::Method(from), MemberId::Method(to)) = (from, to) {
        let (from, to) = (old.method(from), new.method(to));
        if promises(from) && !to.has_contract {
            found.push("its contract is gone".to_owned());
        }
        let (with, without) = loops(from);
        let now_without = loops(to).1;
        let is_changed = || Encoder::new(old).code(from) != Encoder::new(new).code(to);
        // Which loop is which is not known: in a changed body, one without a measure may be another one.
        if with > 0 && now_without > 0 && (now_without > without || is_changed()) {
            found.push("a loop has no `decreases`: that it ends is no longer proved".to_owned());
        }
        let mut before = assumptions(old, from);
        let mut known = Vec::new();
        for assumed in assumptions(new, to) {
            match before.iter().position(|known| *known == assumed) {
                Some(at) => known.push(before.swap_remove(at)),
                None => found.push(format!("`assume {assumed}` is new")),
            }
        }
        // What is assumed is assumed of the states that the code around it leads to.
        if found.is_empty()
            && let Some(assumed) = known.first()
            && is_changed()
        {
            found.push(format!(
                "`assume {assumed}` stands in a body that was changed, and may now be assumed of other states"
            ));
        }
    }
    found
}

/// What an added member assumes without proof.
pub(super) fn assumed(new: &Program, member: MemberId) -> Vec<String> {
    match member {
        MemberId::Method(m) => assumptions(new, new.method(m)),
        MemberId::Pure(_) | MemberId::Pred(_) => Vec::new(),
    }
}

/// Whether a method has a contract that promises something.
fn promises(method: &Method) -> bool {
    let is_true = match &method.ensures.kind {
        AssertKind::Pure(e) => matches!(e.kind, ExprKind::Bool(true)),
        _ => false,
    };
    method.has_contract && method.kind != MethodKind::Main && !is_true
}

fn measures(program: &Program, member: MemberId) -> usize {
    match member {
        MemberId::Method(m) => program.method(m).decreases.len(),
        MemberId::Pure(p) => program.pure_method(p).decreases.len(),
        MemberId::Pred(_) => 0,
    }
}

/// The numbers of loops with and without a measure.
fn loops(method: &Method) -> (usize, usize) {
    let (mut with, mut without) = (0, 0);
    for stmt in walk::statements(&method.body) {
        if let StmtKind::Loop(inner) = &stmt.kind {
            if inner.decreases.is_empty() {
                without += 1
            } else {
                with += 1
            }
        }
    }
    (with, without)
}

/// The conditions that a body assumes, as text.
fn assumptions(program: &Program, method: &Method) -> Vec<String> {
    let vars: &Vars = &method.vars;
    let stmts = walk::statements(&method.body).into_iter();
    let assumed = stmts.filter_map(|stmt| {
        let StmtKind::Assume(a) = &stmt.kind else {
            return None;
        };
        Some(Text::new(program, vars).assertion(a))
    });
    assumed.collect()
}
