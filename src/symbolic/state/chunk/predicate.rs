//! Predicate instances. The value of an instance is the snapshot of its body.

use super::{Place, WriteTerm};
use crate::ir::{PredId, Program};
use crate::logic::terms::term::Node;
use crate::logic::{Term, Terms};
use num_traits::ToPrimitive;
use std::rc::Rc;

/// An instance of a predicate. If the predicate is overridden, the last argument is its
/// definition.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Instance {
    /// The predicate: the first of its family of overriding predicates.
    pub pred: PredId,
    /// The receiver.
    pub receiver: Term,
    /// The arguments.
    pub args: Rc<[Term]>,
}

impl Instance {
    /// The place of an instance.
    #[must_use]
    #[allow(clippy::new_ret_no_self, reason = "places are used as one type")]
    pub fn new(pred: PredId, receiver: Term, args: Rc<[Term]>) -> Place {
        Place::Predicate(Instance {
            pred,
            receiver,
            args,
        })
    }

    /// The equalities of the arguments with those of another instance.
    pub(super) fn same_args(&self, terms: &mut Terms, other: &Instance) -> Vec<Term> {
        let pairs = self.args.iter().zip(other.args.iter());
        pairs.map(|(a, b)| terms.eq(*a, *b)).collect()
    }

    /// Writes the instance without its receiver, for messages, with the snapshot if there
    /// is one. `@C` names the class of the definition if there are several and it is
    /// known.
    pub(super) fn write(
        &self,
        program: &Program,
        terms: &Terms,
        term: WriteTerm<'_>,
        snapshot: Option<&str>,
        out: &mut String,
    ) {
        out.push('.');
        out.push_str(&program.pred(self.pred).name);
        let (written, definition) = self.written_args(program);
        let preds = program.hierarchy.preds();
        if let Some(definition) = definition
            && let Node::Int(n) = terms.node(definition)
            && let Some(definition) = n.to_u32().and_then(|n| {
                let mut members = preds.members(self.pred).into_iter();
                members.find(|member| member.0 == n)
            })
        {
            out.push('@');
            out.push_str(&program.class(program.pred(definition).class).name);
        }
        if let Some(snapshot) = snapshot {
            out.push_str(&format!("[{snapshot}]"));
        }
        out.push('(');
        for (number, arg) in written.iter().enumerate() {
            if number > 0 {
                out.push_str(", ");
            }
            term(*arg, 0, out);
        }
        out.push(')');
    }

    /// The argument that says which definition is meant, where there are several.
    #[must_use]
    pub fn definition(&self, program: &Program) -> Option<Term> {
        self.written_args(program).1
    }

    /// The arguments in the source, and the definition.
    fn written_args(&self, program: &Program) -> (&[Term], Option<Term>) {
        match self.args.split_last() {
            Some((definition, written)) if program.hierarchy.preds().is_dispatched(self.pred) => {
                (written, Some(*definition))
            }
            _ => (&self.args, None),
        }
    }

    /// The instance in program syntax.
    pub(super) fn text(
        &self,
        program: &Program,
        receiver: &str,
        value: &mut dyn FnMut(Term) -> Option<String>,
    ) -> Option<String> {
        let (written, _) = self.written_args(program);
        let args: Option<Vec<String>> = written.iter().map(|&arg| value(arg)).collect();
        let name = &program.pred(self.pred).name;
        Some(format!("{receiver}.{name}({})", args?.join(", ")))
    }
}
