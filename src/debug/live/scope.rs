//! What names in a command mean: the variables of the text, the symbols of the input, and the result
//! of a member that has returned.

use super::{Kind, Live};
use crate::debug::snippet::{CodeKind, Statement, ghost_type};
use crate::debug::source::{End, NodeId, Source};
use crate::ir::{MemberId, Type, ValueKind};
use crate::logic::Term;
use crate::notation::Notation;
use crate::source::Span;

/// The name of the variable that holds the result of a member.
const RESULT: &str = "debugged_result";

/// The place at which a text is read, and what its names mean besides.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    /// The member.
    pub member: MemberId,
    /// The statement before which the text is read.
    pub place: Span,
    /// The text, in which the result has a name of its own.
    pub text: String,
    /// The declarations of names that are no variables there.
    pub declared: Vec<Statement>,
    /// Their values.
    pub given: Vec<(String, Term)>,
}

impl Live<'_, '_> {
    /// The scope of a text in a state.
    pub(super) fn scope(&self, at: NodeId, text: &str, code: CodeKind) -> Result<Scope, String> {
        let none = "there is no frame here";
        let place = self.place(at).ok_or(none)?;
        let state = self.state(at)?;
        let frame = state.thread.frames.last().ok_or(none)?;
        let member = self.member_of(frame).ok_or(none)?;
        let MemberId::Method(method) = member else {
            return Err("only variables can be evaluated in a pure method".to_owned());
        };
        let mut scope = Scope {
            member,
            place,
            text: text.to_owned(),
            declared: Vec::new(),
            given: Vec::new(),
        };
        let vars = &self.program.method(method).vars;
        let has_returned = self
            .node(at)
            .is_some_and(|node| matches!(node.kind, Kind::End(End::Returned(_))));
        if let (true, Some(value), Some(result)) = (has_returned, state.thread.result, vars.result)
        {
            let written = match self.begun.domain.notation() {
                Notation::Idf => "result",
                Notation::Java => "\\result",
            };
            let renamed = with_word(text, written, RESULT);
            if renamed != text {
                scope.text = renamed;
                let value = state.domain.term_of(&value);
                self.declare(&mut scope, RESULT, value, &vars.get(result).ty, code);
            }
        }
        for (name, (value, ty)) in &self.begun.symbols {
            let is_variable = vars
                .all
                .iter()
                .any(|var| var.is_named() && var.name == *name);
            let is_class = self.program.classes.iter().any(|class| class.name == *name);
            if !is_variable && !is_class && with_word(text, name, "") != text {
                self.declare(&mut scope, name, *value, ty, code);
            }
        }
        Ok(scope)
    }

    /// Declares a name with a value.
    fn declare(&self, scope: &mut Scope, name: &str, value: Term, ty: &Type, code: CodeKind) {
        let initial = match ty.value_kind() {
            ValueKind::Boolean => "false",
            ValueKind::Reference => "null",
            ValueKind::Integer
            | ValueKind::Floating
            | ValueKind::Amount
            | ValueKind::Collection => "0",
        };
        let real = self.program.type_name(ty);
        let text = match (code, self.begun.domain.notation()) {
            (CodeKind::Ghost, _) => {
                let ty = ghost_type(self.program, ty);
                format!("ghost {ty} {name} := {initial};")
            }
            (CodeKind::Real, Notation::Idf) => format!("{real} {name} := {initial};"),
            (CodeKind::Real, Notation::Java) => format!("{real} {name} = {initial};"),
        };
        scope.declared.push(Statement {
            place: scope.place,
            text,
            code,
        });
        scope.given.push((name.to_owned(), value));
    }
}

/// A text with another word for one of its words, which are not members of something.
fn with_word(text: &str, word: &str, other: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(word) {
        let (before, from) = rest.split_at(at);
        let (found, after) = from.split_at(word.len());
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let begins = !before.ends_with(is_part) && !before.trim_end().ends_with('.');
        out.push_str(before);
        out.push_str(match begins && !after.starts_with(is_part) {
            true => other,
            false => found,
        });
        rest = after;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::with_word;

    #[test]
    fn only_whole_words_are_replaced() {
        assert_eq!(with_word("N + N1 - aN * N", "N", "x"), "x + N1 - aN * x");
        assert_eq!(with_word("c.N + C.N", "N", "x"), "c.N + C.N");
        assert_eq!(with_word("\\result > 0", "\\result", "x"), "x > 0");
        assert_eq!(with_word("", "N", "x"), "");
    }
}
