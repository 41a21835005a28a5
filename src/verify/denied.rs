//! What a run can deny although it is no error and no warning: members without contracts, and
//! loops and recursions that nothing shows to end.

use super::callgraph::CallGraph;
use super::outcome::Options;
use super::verdict::has_contract;
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{MemberId, MethodId, Program, StmtKind, ids, walk};
use std::collections::BTreeSet;

/// The errors that a run adds to those of its checks.
#[derive(Debug, Default)]
pub(super) struct Denied {
    uncontracted: bool,
    /// The methods of which nothing shows that their calls of themselves end, and whose loops have to
    /// end, if that is denied.
    endless: Option<BTreeSet<MethodId>>,
}

impl Denied {
    /// What these options deny in a program.
    pub(super) fn new(program: &Program, graph: &CallGraph, options: &Options) -> Denied {
        let denies = |code| options.deny.contains(&code);
        Denied {
            uncontracted: denies(Code::Uncontracted),
            endless: denies(Code::UnprovedTermination).then(|| {
                let all = ids::<MethodId>(program.methods.len());
                all.filter(|id| graph.is_unproved(program, *id)).collect()
            }),
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
        if let (Some(endless), MemberId::Method(id)) = (&self.endless, member) {
            let error =
                |span, message: String| Diagnostic::error(Code::UnprovedTermination, span, message);
            if endless.contains(&id) {
                let message = format!("`{name}` can call itself, and nothing shows that this ends");
                let note = "write `decreases` with an integer that goes down with each call";
                errors.push(error(span, message).note(note));
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
