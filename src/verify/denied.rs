//! What a run can deny although it is no error and no warning: members without contracts, and
//! loops and recursions that nothing shows to end.

use super::callgraph::CallGraph;
use super::outcome::{LibraryMember, Options};
use super::verdict::has_contract;
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{MemberId, Program, StmtKind, walk};

/// The errors that a run adds to those of its checks.
#[derive(Debug, Default)]
pub(super) struct Denied {
    uncontracted: bool,
    /// Calls of library members without contracts.
    of_library: bool,
    /// Calls of methods by themselves, and loops, that nothing shows to end.
    endless: bool,
}

impl Denied {
    /// What these options deny.
    pub(super) fn new(options: &Options) -> Denied {
        let denies = |code| options.deny.contains(&code);
        Denied {
            uncontracted: denies(Code::Uncontracted),
            of_library: denies(Code::UncontractedLibrary),
            endless: denies(Code::UnprovedTermination),
        }
    }

    /// The errors for what a member uses of libraries.
    pub(super) fn of_library(
        &self,
        program: &Program,
        member: MemberId,
        used: &[LibraryMember],
    ) -> Vec<Diagnostic> {
        let (name, span) = (program.member_name(member), program.member_span(member));
        let bare = used
            .iter()
            .filter(|used| self.of_library && !used.has_contract);
        bare.map(|used| {
            let message = format!(
                "`{name}` uses `{}`, of which there is no contract",
                used.name
            );
            let note = "add its contract to a folder that `--spec` names";
            Diagnostic::error(Code::UncontractedLibrary, span, message).note(note)
        })
        .collect()
    }

    /// The errors of a member.
    pub(super) fn errors(
        &self,
        program: &Program,
        graph: &CallGraph,
        member: MemberId,
    ) -> Vec<Diagnostic> {
        let mut errors = Vec::new();
        let (name, span) = (program.member_name(member), program.member_span(member));
        if self.uncontracted && !has_contract(program, member) {
            let message = format!("`{name}` has no contract");
            let note = "it promises nothing to its callers; write `requires` and `ensures`, even \
                        if only `ensures true`";
            errors.push(Diagnostic::error(Code::Uncontracted, span, message).note(note));
        }
        if let MemberId::Method(id) = member
            && self.endless
        {
            let error =
                |span, message: String| Diagnostic::error(Code::UnprovedTermination, span, message);
            if graph.is_unproved(program, id) {
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
