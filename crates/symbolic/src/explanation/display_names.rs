//! Expressions in messages, with each temporary replaced by the expression it stands for.

use crate::engine::Engine;
use crate::state::symbolic_state::State;
use std::collections::BTreeMap;
use std::rc::Rc;
use veriframe_ir::{MemberId, StmtKind, VarId, Vars, walk};

/// The maximum length of an expression used as a name.
const MAX_NAME: usize = 60;

impl<'p> Engine<'p> {
    /// The variables of the member that a state is in, as messages name them.
    pub(crate) fn display_vars(&self, s: &State) -> Rc<Vars> {
        self.member_display_vars(s.frame.member)
    }

    /// The variables of a member, for messages.
    pub(crate) fn member_display_vars(&self, member: MemberId) -> Rc<Vars> {
        let mut known = self.run.names.borrow_mut();
        let words = known.entry(member).or_insert_with(|| self.named(member));
        Rc::clone(words)
    }

    /// The variables of a member, with temporaries named after their values, or after the
    /// source text that they stand for if these are long or several.
    fn named(&self, member: MemberId) -> Rc<Vars> {
        let mut vars = self.vars(member).clone();
        let MemberId::Method(id) = member else {
            return Rc::new(vars);
        };
        let stmts = walk::statements(&self.ctx.program.method(id).body);
        // What follows may give some of them better names.
        for var in vars.all.iter_mut().filter(|var| var.is_told_by_text()) {
            let text = self.ctx.quoted(var.span);
            if !text.is_empty() {
                self.run.quotes.borrow_mut().insert(var.span);
                var.name = operand(text);
            }
        }
        let mut times: BTreeMap<VarId, usize> = BTreeMap::new();
        for variable in stmts.iter().filter_map(|stmt| stmt.assigned()) {
            *times.entry(variable).or_default() += 1;
        }
        for stmt in stmts {
            let Some(variable) = stmt.assigned() else {
                continue;
            };
            if !vars.get(variable).is_told_by_text() || times.get(&variable) != Some(&1) {
                continue;
            }
            let text = if let StmtKind::Assign(_, e) = &stmt.kind {
                self.printer(&vars).expr(e)
            } else if let StmtKind::Call(_, call) = &stmt.kind {
                self.printer(&vars).call(call)
            } else {
                continue;
            };
            if let Some(var) = vars.all.get_mut(variable.index())
                && text.len() <= MAX_NAME
            {
                var.name = operand(text);
            }
        }
        Rc::new(vars)
    }
}

/// A text that can be an operand: in brackets, unless it is a simple one.
fn operand(text: String) -> String {
    let is_simple = |c: char| c.is_alphanumeric() || "._$()[]\"".contains(c);
    if text.chars().all(is_simple) {
        text
    } else {
        format!("({text})")
    }
}
