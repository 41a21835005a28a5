//! Changes of a state by hand: assignments and calls, which are executed in the scope of the current
//! place like statements of the text.

use super::{Kind, Live};
use crate::debug::evaluation::{After, Evaluation};
use crate::debug::snippet::{CodeKind, VALUE};
use crate::debug::source::{Called, End, NodeId};
use crate::notation::Notation;
use crate::stop::Stop;

impl<'p> Live<'_, 'p> {
    /// The state after an assignment.
    pub(super) fn assigned(
        &mut self,
        at: NodeId,
        assignment: &str,
        stop: &Stop,
    ) -> Result<NodeId, String> {
        self.refuse_end(at)?;
        let notation = self.begun.domain.notation();
        let (target, value) = sides(assignment, notation).ok_or("write `set x := e`")?;
        let text = match notation {
            Notation::Idf => format!("{target} := {value};"),
            Notation::Java => format!("{target} = {value};"),
        };
        let scope = self.scope(at, &text, CodeKind::Real)?;
        if scope.given.iter().any(|(name, _)| name == target) {
            return Err(format!(
                "`{target}` is a symbol of the input, and keeps its value"
            ));
        }
        let extended = self.extended(&scope, &scope.text, CodeKind::Real)?;
        let evaluation = Evaluation {
            outer: self.program,
            extended: &extended,
            member: scope.member,
            given: &scope.given,
        };
        let state = self.state(at)?.clone();
        let mut after = evaluation.run(state, self.solver, stop)?;
        let (Some(only), true) = (after.pop(), after.is_empty()) else {
            return Err(
                "what it changes depends on a condition: `assume` one side of it first".to_owned(),
            );
        };
        self.moved_to(at, &evaluation, only, format!("set {target} := {value}"))
    }

    /// The state after a call, and its result.
    pub(super) fn called(&mut self, at: NodeId, call: &str, stop: &Stop) -> Result<Called, String> {
        self.refuse_end(at)?;
        let scope = self.scope(at, call, CodeKind::Real)?;
        let text = format!("{};", scope.text);
        let extended = self.extended(&scope, &text, CodeKind::Real)?;
        let callee = extended
            .called(scope.member)
            .ok_or("write one call of a method")?;
        let vars = &extended.program.method(callee).vars;
        let result = vars
            .result
            .map(|result| extended.program.type_name(&vars.get(result).ty));
        let text = match (&result, self.begun.domain.notation()) {
            (None, _) => text,
            (Some(ty), Notation::Idf) => format!("{ty} {VALUE} := {text}"),
            (Some(ty), Notation::Java) => format!("{ty} {VALUE} = {text}"),
        };
        let extended = self.extended(&scope, &text, CodeKind::Real)?;
        let evaluation = Evaluation {
            outer: self.program,
            extended: &extended,
            member: scope.member,
            given: &scope.given,
        };
        let state = self.state(at)?.clone();
        let after = evaluation.run(state, self.solver, stop)?;
        let results = after.iter().filter_map(|After { condition, state }| {
            let value = evaluation.value(state)?;
            let value = state.domain.shown_value(&value);
            Some(match condition {
                Some(condition) => format!("{value} if {}", state.domain.text(*condition)),
                None => value,
            })
        });
        let results = match result {
            Some(_) => results.collect(),
            None => Vec::new(),
        };
        let mut after = after.into_iter();
        let after = match (after.next(), after.next()) {
            (Some(only), None) => self.moved_to(at, &evaluation, only, format!("call {call}"))?,
            _ => at,
        };
        Ok(Called { after, results })
    }

    fn refuse_end(&self, at: NodeId) -> Result<(), String> {
        match self.node(at).map(|node| &node.kind) {
            Some(Kind::End(End::Returned(_))) => Err("the member has returned".to_owned()),
            Some(Kind::End(_)) => Err("the path ends here: go `back`".to_owned()),
            _ => Ok(()),
        }
    }

    /// Adds the state after a change.
    fn moved_to(
        &mut self,
        at: NodeId,
        evaluation: &Evaluation<'_>,
        after: After<'p>,
        label: String,
    ) -> Result<NodeId, String> {
        let before = self.state(at)?.clone();
        let state = evaluation.carried_over(before, after)?;
        Ok(self.add(at, state, Kind::Step, Some(label)))
    }
}

/// The sides of an assignment.
fn sides(text: &str, notation: Notation) -> Option<(&str, &str)> {
    let sides = text.split_once(":=").or_else(|| match notation {
        Notation::Idf => None,
        Notation::Java => {
            let (target, value) = text.split_once('=')?;
            let is_other = value.starts_with('=') || target.ends_with(['!', '<', '>']);
            (!is_other).then_some((target, value))
        }
    });
    let (target, value) = sides?;
    let (target, value) = (target.trim(), value.trim());
    (!target.is_empty() && !value.is_empty()).then_some((target, value))
}
