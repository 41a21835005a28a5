//! Predicate instances. The value of an instance is the snapshot of its body.

use super::kind::{Content, Kind, Pair, Syntax, Writer, location_permission, same};
use super::{Place, Resource};
use num_traits::ToPrimitive;
use std::rc::Rc;
use veriframe_ir::{ClassId, PredId, Program, Type};
use veriframe_logic::terms::term::Node;
use veriframe_logic::{Position, Sort, Term, Terms};

/// An instance of a predicate. If the predicate is overridden, the last argument is its
/// definition.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Instance {
    /// The predicate: the first of its family of overriding predicates.
    pub pred: PredId,
    /// The receiver, if the predicate belongs to a class.
    pub receiver: Option<Term>,
    /// The arguments.
    pub args: Rc<[Term]>,
}

impl Instance {
    /// The place of an instance.
    #[must_use]
    #[allow(clippy::new_ret_no_self, reason = "places are used as one type")]
    pub fn new(pred: PredId, receiver: Option<Term>, args: Rc<[Term]>) -> Place {
        Place::Predicate(Instance {
            pred,
            receiver,
            args,
        })
    }

    /// The place of the instance.
    #[must_use]
    pub fn place(&self) -> Place {
        Place::Predicate(self.clone())
    }

    /// The argument that says which definition is meant, where there are several.
    #[must_use]
    pub fn definition(&self, program: &Program) -> Option<Term> {
        self.written_args(program).1
    }

    /// The class whose definition it is known to be of, where there are several.
    #[must_use]
    pub fn defining_class(&self, program: &Program, terms: &Terms) -> Option<ClassId> {
        let Node::Int(number) = terms.node(self.definition(program)?) else {
            return None;
        };
        let number = number.to_u32()?;
        let members = program.hierarchy.preds().members(self.pred);
        let definition = members.into_iter().find(|member| member.0 == number)?;
        program.pred(definition).class
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

    /// Writes the instance without its receiver, with the snapshot if there is one. `@C`
    /// names the class of the definition if there are several and it is known.
    fn write_with(&self, writer: Writer<'_>, snapshot: Option<&str>, out: &mut String) {
        let program = writer.program;
        out.push('.');
        out.push_str(&program.pred(self.pred).name);
        if let Some(class) = self.defining_class(program, writer.terms) {
            out.push('@');
            out.push_str(&program.class(class).name);
        }
        if let Some(snapshot) = snapshot {
            out.push_str(&format!("[{snapshot}]"));
        }
        out.push('(');
        let (written, _) = self.written_args(program);
        for (number, arg) in written.iter().enumerate() {
            if number > 0 {
                out.push_str(", ");
            }
            (writer.term)(*arg, 0, out);
        }
        out.push(')');
    }
}

impl Kind for Instance {
    fn resource(&self) -> Resource {
        Resource::Pred(self.pred)
    }

    fn receiver(&self) -> Option<Term> {
        self.receiver
    }

    fn further_operands(&self) -> &[Term] {
        &self.args
    }

    fn start(&self) -> Option<&Position> {
        None
    }

    fn with_operands(&self, _: &mut Terms, operands: &[Term]) -> Option<Place> {
        let (receiver, args) = operands.split_at_checked(self.receiver.iter().len())?;
        let instance = Instance::new(self.pred, receiver.first().copied(), args.into());
        (args.len() == self.args.len()).then_some(instance)
    }

    fn includes(&self, terms: &mut Terms, other: &Instance) -> Term {
        same(self, other, terms)
    }

    fn empty(&self, terms: &mut Terms) -> Term {
        terms.bool(false)
    }

    fn facts_beside(&self, terms: &mut Terms, _: &Instance, chunks: Pair<'_>) -> Vec<Term> {
        chunks.indivisible_facts(terms)
    }

    fn may_merge(&self, other: &Instance) -> bool {
        self.args.len() == other.args.len()
    }

    fn value_sort(&self, _: &Program) -> Sort {
        Sort::Snap
    }

    fn value_type<'p>(&self, _: &'p Program) -> Option<&'p Type> {
        None
    }

    fn denotes_value(&self) -> bool {
        false
    }

    fn write(&self, writer: Writer<'_>, receiver: &str, out: &mut String) {
        out.push_str(receiver);
        self.write_with(writer, None, out);
    }

    /// The snapshot stands with the instance: `[1/2] this.valid[s]()`.
    fn write_chunk(&self, writer: Writer<'_>, content: Content<'_>) -> String {
        let Content { amount, value } = content;
        let mut text = match amount {
            "" => String::new(),
            amount => format!("{amount} "),
        };
        if let Some(receiver) = self.receiver {
            (writer.term)(receiver, 9, &mut text);
        }
        self.write_with(writer, Some(value), &mut text);
        text
    }

    fn text(
        &self,
        syntax: Syntax<'_>,
        receiver: &str,
        value: &mut dyn FnMut(Term) -> Option<String>,
    ) -> Option<String> {
        let (written, _) = self.written_args(syntax.program);
        let args: Option<Vec<String>> = written.iter().map(|&arg| value(arg)).collect();
        let name = &syntax.program.pred(self.pred).name;
        Some(format!("{receiver}.{name}({})", args?.join(", ")))
    }

    /// The instance alone is the full permission to it.
    fn permission(&self, place: &str, amount: &str) -> String {
        match amount {
            "" => place.to_owned(),
            amount => location_permission(place, amount),
        }
    }
}
