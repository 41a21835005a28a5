//! Which definition of a predicate or pure method a message means: without a word, the
//! one of the receiver's class; another one of `this` is written with `super`, if it is
//! the superclass's.

use crate::engine::Engine;
use crate::state::chunk::Chunk;
use crate::state::symbolic_state::Frame;
use num_traits::ToPrimitive;
use veriframe_ir::{ClassId, ClassKind, MemberId};
use veriframe_logic::Term;
use veriframe_logic::terms::term::Node;

/// A definition, as far as the text of a program can name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Definition {
    /// The one that a name without `super` means.
    Own,
    /// The superclass's.
    Super,
    /// Another one, which has no name here.
    Other,
}

impl Engine<'_> {
    /// Which definition an instance or a call is of, by the argument that says so.
    pub(crate) fn definition_named(
        &self,
        frame: &Frame,
        receiver: Term,
        member: MemberId,
        which: Term,
    ) -> Definition {
        let this = self.vars(frame.member).this;
        let is_own = this.is_some_and(|this| frame.get(this) == Some(receiver));
        let (true, Node::Int(number), Some(class)) =
            (is_own, self.session.terms.node(which), self.class_in(frame))
        else {
            return Definition::Own;
        };
        let program = self.ctx.program;
        let is_of = |class: ClassId| {
            let defined = program.defined(member, class);
            defined.map(|defined| defined.number()) == number.to_u32()
        };
        if is_of(class) {
            return Definition::Own;
        }
        let mut supers = program.class(class).supers.iter();
        let above = supers.find(|above| program.class(**above).kind != ClassKind::Interface);
        if above.is_some_and(|above| is_of(*above)) {
            Definition::Super
        } else {
            Definition::Other
        }
    }

    /// The class whose definitions names of a member mean.
    fn class_in(&self, frame: &Frame) -> Option<ClassId> {
        let program = self.ctx.program;
        match frame.member {
            MemberId::Method(id) => program.method(id).view.or(program.method(id).class),
            MemberId::Pure(id) => {
                let method = program.pure_method(id);
                method.view.or(method.class)
            }
            MemberId::Pred(id) => program.pred(id).class,
        }
    }

    /// The class whose definition a chunk is known to be of, if there are several.
    pub(crate) fn defining_class(&self, chunk: &Chunk) -> Option<&str> {
        let (program, terms) = (self.ctx.program, &self.session.terms);
        let class = chunk.place.instance()?.defining_class(program, terms)?;
        Some(&program.class(class).name)
    }
}
