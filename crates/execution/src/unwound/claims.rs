//! Assertions: contracts, invariants, `assert` and `assume`, with the values of what they read.

use super::writer::{Line, State, Writer};
use crate::code::{Instruction, Purpose};
use crate::steps::{Node, NodeId};
use std::collections::{BTreeMap, BTreeSet};
use veriframe_ir::{AssertKind, Assertion, ExprKind, MemberId, Program, Stmt, StmtKind, walk};

/// The precondition and the postcondition of a member.
pub(super) fn clauses(
    program: &Program,
    member: MemberId,
) -> (Option<&Assertion>, Option<&Assertion>) {
    match member {
        MemberId::Method(id) => {
            let method = program.method(id);
            (Some(&method.requires), Some(&method.ensures))
        }
        MemberId::Pure(id) => {
            let pure = program.pure_method(id);
            (Some(&pure.requires), Some(&pure.ensures))
        }
        MemberId::Pred(_) => (None, None),
    }
}

pub(super) fn is_trivial(assertion: Option<&Assertion>) -> bool {
    assertion.is_none_or(|assertion| {
        matches!(&assertion.kind, AssertKind::Pure(e) if matches!(e.kind, ExprKind::Bool(true)))
    })
}

impl<'a> Writer<'a> {
    /// The place where an assertion ends, if some path comes to it.
    pub(super) fn end_of_assertion(&self, begin: NodeId, purpose: Purpose) -> Option<NodeId> {
        let first = self.nodes.get(begin)?;
        let routine = self.routine(*first.frames.last()?)?;
        let behind = routine.code.iter().enumerate().skip(first.at as usize);
        let mut ends =
            behind.filter(|(_, code)| matches!(code, Instruction::End(of) if *of == purpose));
        let (end, _) = ends.next()?;
        let (mut seen, mut todo) = (BTreeSet::new(), vec![begin]);
        while let Some(id) = todo.pop() {
            let node = self.nodes.get(id)?;
            if node.at as usize == end && node.frames.len() == first.frames.len() {
                return Some(id);
            }
            if seen.insert(id) {
                todo.extend(&node.next);
            }
        }
        None
    }

    /// Writes an assertion.
    pub(super) fn claim(
        &mut self,
        state: &mut State,
        node: &Node,
        purpose: Purpose,
        lines: &mut Vec<Line>,
    ) {
        let Some(routine) = node.frames.last().and_then(|id| self.routine(*id)) else {
            return;
        };
        let Some(span) = routine.spans.get(node.at as usize) else {
            return;
        };
        let program = self.subject.program;
        let member = routine.member;
        let is_own = node.frames.len() <= self.depth;
        let name = program.member_name(member);
        let (assertion, word, note) = match purpose {
            Purpose::Requires | Purpose::Borrow if is_own => (
                clauses(program, member).0,
                "assume",
                "precondition".to_owned(),
            ),
            Purpose::Requires | Purpose::Borrow => (
                clauses(program, member).0,
                "assert",
                format!("precondition of {name}"),
            ),
            Purpose::Ensures if is_own => (
                clauses(program, member).1,
                "assert",
                "postcondition".to_owned(),
            ),
            Purpose::Ensures => (
                clauses(program, member).1,
                "assert",
                format!("postcondition of {name}"),
            ),
            Purpose::Given => (
                clauses(program, member).1,
                "assume",
                format!("postcondition of {name}"),
            ),
            Purpose::Entry => (
                self.stated(member, *span).0,
                "assert",
                "invariant".to_owned(),
            ),
            Purpose::Preserved => (
                self.stated(member, *span).0,
                "assert",
                "invariant".to_owned(),
            ),
            Purpose::Join => (self.stated(member, *span).0, "assert", "join".to_owned()),
            Purpose::Assert => {
                let (assertion, word) = self.stated(member, *span);
                (assertion, word, String::new())
            }
        };
        let Some(assertion) = assertion.filter(|assertion| !is_trivial(Some(assertion))) else {
            return;
        };
        let mut values = BTreeMap::new();
        let mut read = BTreeSet::new();
        walk::in_assertion(assertion, &mut |e| {
            if let ExprKind::Var(id) = e.kind {
                read.insert(id);
            }
        });
        for id in read {
            let Some(value) = state.get(id.0).cloned() else {
                continue;
            };
            let value = if self.versions.is_atom(&value) {
                value
            } else {
                let name = self.name(state, id.0);
                let name = name.unwrap_or_else(|| "value".to_owned());
                self.named(&name, value, true, lines)
            };
            state.set(id.0, value.clone());
            values.insert(id, value);
        }
        self.push(
            Line::Claim {
                word,
                assertion: assertion.clone(),
                member,
                values,
                note,
            },
            lines,
        );
    }

    /// The assertion of a statement at a place, with its word.
    fn stated(
        &self,
        member: MemberId,
        span: veriframe_base::source::Span,
    ) -> (Option<&'a Assertion>, &'static str) {
        let MemberId::Method(id) = member else {
            return (None, "assert");
        };
        let program = self.subject.program;
        for stmt in walk::statements(&program.method(id).body) {
            if let Some(found) = stated_by(stmt).filter(|(assertion, _)| assertion.span == span) {
                return (Some(found.0), found.1);
            }
        }
        (None, "assert")
    }
}

/// The assertion that a statement makes, with its word.
fn stated_by(stmt: &Stmt) -> Option<(&Assertion, &'static str)> {
    if let StmtKind::Assert(a)
    | StmtKind::Prove(a, _)
    | StmtKind::Choose(_, a)
    | StmtKind::Join(a) = &stmt.kind
    {
        return Some((a, "assert"));
    }
    if let StmtKind::Assume(a) = &stmt.kind {
        return Some((a, "assume"));
    }
    if let StmtKind::Loop(inner) = &stmt.kind {
        return Some((&inner.invariant, "assert"));
    }
    None
}
