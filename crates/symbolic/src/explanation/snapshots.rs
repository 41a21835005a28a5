//! Calls of pure methods in messages: a term says what a call reads by a snapshot. It
//! is that of a heap if the heap holds what the precondition demands, with the values of
//! the snapshot.

use crate::engine::Engine;
use crate::explanation::definitions::Definition;
use crate::explanation::names::Names;
use crate::explanation::show::Written;
use crate::state::chunk::field::FieldPlace;
use crate::state::chunk::{Chunk, Resource};
use crate::state::heap::Heap;
use crate::state::symbolic_state::Frame;
use std::ops::Range;
use std::rc::Rc;
use veriframe_ir::sorts::contents_sort;
use veriframe_ir::{AssertKind, Assertion, Expr, ExprKind, Location, MemberId, PureId};
use veriframe_logic::terms::printer::Printer;
use veriframe_logic::terms::printer::binding::UNARY;
use veriframe_logic::terms::term::Node;
use veriframe_logic::{Func, Sort, Term};

/// A part of a snapshot.
#[derive(Clone)]
struct SnapshotPart {
    /// The snapshot.
    whole: Term,
    /// The position of the part: whether it is the second of two, outermost first.
    path: Vec<bool>,
}

/// The heap that a precondition is compared with, and the values of its variables.
#[derive(Clone, Copy)]
struct Inputs<'h> {
    heap: &'h Heap,
    frame: &'h Frame,
}

impl Written<'_, '_> {
    /// Writes an application as the call that it stands for, if the heap that names are
    /// about gives its snapshot.
    pub(crate) fn write_pure_call(&mut self, f: Func, operands: &[Term]) {
        let engine = self.engine;
        let Some((id, names)) = engine.pure_of(f).zip(self.names) else {
            self.is_complete = false;
            return;
        };
        let method = engine.ctx.program.pure_method(id);
        let count = method.vars.inputs().count();
        let (read, inputs) = operands.split_at(operands.len().saturating_sub(count));
        let is_read = !method.requires.has_access() || engine.is_read(names, id, read, inputs);
        let definition = engine.definition_called(names, id, read, inputs);
        if !is_read || definition == Definition::Other {
            self.is_complete = false;
            return;
        }
        let args = match (method.vars.this, inputs) {
            (Some(_), [_, args @ ..]) if definition == Definition::Super => {
                self.push("super");
                args
            }
            (Some(_), [receiver, args @ ..]) => {
                self.write(*receiver, UNARY);
                args
            }
            _ => {
                let name = engine.ctx.program.name_in(method.class, &method.name);
                self.application(&name, inputs);
                return;
            }
        };
        self.push(".");
        self.application(&method.name, args);
    }
}

impl Engine<'_> {
    /// Which definition of a pure method is called. That of a predicate in its
    /// precondition is not named: it must be the receiver's own.
    fn definition_called(
        &self,
        names: &Names<'_>,
        id: PureId,
        read: &[Term],
        inputs: &[Term],
    ) -> Definition {
        let (program, member) = (self.ctx.program, MemberId::Pure(id));
        let Some(&receiver) = inputs.first() else {
            return Definition::Own;
        };
        let mut dispatching = read.get(self.selectors(id)).unwrap_or_default();
        let mut called = Definition::Own;
        if program.dispatched(member).is_some()
            && let Some((which, preds)) = dispatching.split_last()
        {
            called = self.definition_named(names.frame, receiver, member, *which);
            dispatching = preds;
        }
        let preds = self.ctx.footprints.of_receiver(id);
        let is_own = preds.iter().zip(dispatching).all(|(pred, which)| {
            let pred = MemberId::Pred(*pred);
            self.definition_named(names.frame, receiver, pred, *which) == Definition::Own
        });
        if is_own || called == Definition::Super {
            called
        } else {
            Definition::Other
        }
    }

    /// The positions of the operands that select definitions: of the predicates in the
    /// precondition of a family of pure methods, and of the method itself if it is dispatched.
    pub(super) fn selectors(&self, family: PureId) -> Range<usize> {
        let program = self.ctx.program;
        let first = usize::from(program.pure_method(family).requires.has_access());
        let preds = self.ctx.footprints.of_receiver(family).len();
        let is_dispatched = program.hierarchy.pures().is_dispatched(family);
        first..first + preds + usize::from(is_dispatched)
    }

    /// The family of pure methods that a function stands for.
    pub(super) fn pure_of(&self, f: Func) -> Option<PureId> {
        let functions = &self.session.functions;
        let mut all = functions.methods.iter().chain(&functions.limited);
        all.find(|(_, function)| **function == f).map(|(id, _)| *id)
    }

    /// Whether the heap gives what a call with these inputs reads.
    fn is_read(&self, names: &Names<'_>, id: PureId, read: &[Term], inputs: &[Term]) -> bool {
        let method = self.ctx.program.pure_method(id);
        let mut frame = Frame::new(MemberId::Pure(id), method.vars.all.len(), 1);
        for (variable, value) in method.vars.inputs().zip(inputs) {
            frame.set(variable, *value);
        }
        let inputs = Inputs {
            heap: names.heap,
            frame: &frame,
        };
        read.first().is_some_and(|&whole| {
            let path = Vec::new();
            self.is_snapshot(inputs, &method.requires, SnapshotPart { whole, path })
        })
    }

    /// Whether a part of a snapshot is that of an assertion.
    fn is_snapshot(&self, inputs: Inputs<'_>, a: &Assertion, part: SnapshotPart) -> bool {
        let chunk = match &a.kind {
            AssertKind::Star(parts) => return self.are_snapshots(inputs, parts, part),
            AssertKind::Acc(location, _) => self.chunk_at(inputs, location),
            AssertKind::Pred(instance) => {
                let of = self.ctx.program.hierarchy.preds().family(instance.pred);
                let args: Option<Vec<Term>> = instance
                    .args
                    .iter()
                    .map(|e| self.input_value(inputs, e))
                    .collect();
                let receiver = match &instance.receiver {
                    Some(e) => self.input_value(inputs, e).map(Some),
                    None => Some(None),
                };
                receiver.zip(args).and_then(|(receiver, args)| {
                    let mut all = self.chunks_of(inputs, Resource::Pred(of), receiver);
                    all.retain(|chunk| chunk.place.further_operands().starts_with(&args));
                    all.into_iter().next()
                })
            }
            // Which part of a conditional is read depends on its condition.
            AssertKind::Pure(_)
            | AssertKind::Cond(..)
            | AssertKind::Untouched(_)
            | AssertKind::Let(..) => None,
        };
        chunk.is_some_and(|chunk| self.is_value(&chunk, &part))
    }

    fn are_snapshots(&self, inputs: Inputs<'_>, parts: &[Assertion], part: SnapshotPart) -> bool {
        let Some((first, others)) = parts.split_first() else {
            return false;
        };
        match (first.has_access(), others.iter().any(Assertion::has_access)) {
            (true, true) => {
                self.is_snapshot(inputs, first, self.component(&part, false))
                    && self.are_snapshots(inputs, others, self.component(&part, true))
            }
            (true, false) => self.is_snapshot(inputs, first, part),
            (false, _) => self.are_snapshots(inputs, others, part),
        }
    }

    fn component(&self, of: &SnapshotPart, second: bool) -> SnapshotPart {
        match self.session.terms.node(of.whole) {
            Node::Combine(a, b) if of.path.is_empty() => SnapshotPart {
                whole: if second { *b } else { *a },
                path: Vec::new(),
            },
            _ => {
                let mut part = of.clone();
                part.path.push(second);
                part
            }
        }
    }

    /// Whether what is known of a chunk's place is a part of a snapshot.
    fn is_value(&self, chunk: &Chunk, part: &SnapshotPart) -> bool {
        if self.session.terms.sort(chunk.value) == Sort::Snap {
            return self.is_part(chunk.value, part.whole, &part.path);
        }
        let wrapped = match self.session.terms.node(part.whole) {
            Node::Wrap(value) if part.path.is_empty() => *value == chunk.value,
            _ => false,
        };
        wrapped
            || match self.session.terms.node(chunk.value) {
                Node::Unwrap(_, inner) => self.is_part(*inner, part.whole, &part.path),
                _ => false,
            }
    }

    fn is_part(&self, t: Term, whole: Term, path: &[bool]) -> bool {
        let Some((last, path)) = path.split_last() else {
            return t == whole;
        };
        match (self.session.terms.node(t), last) {
            (Node::First(of), false) | (Node::Second(of), true) => self.is_part(*of, whole, path),
            _ => false,
        }
    }

    /// The chunk of a location of a precondition.
    fn chunk_at(&self, inputs: Inputs<'_>, location: &Location) -> Option<Rc<Chunk>> {
        let terms = &self.session.terms;
        match location {
            Location::Field(e, field) => {
                let place = FieldPlace::new(*field, self.input_value(inputs, e)?);
                inputs.heap.at(terms, &place).cloned()
            }
            Location::Elems(e) => {
                let array = self.input_value(inputs, e)?;
                let slices = Resource::Elems(contents_sort(&e.ty)?);
                let mut all = self.chunks_of(inputs, slices, Some(array));
                all.retain(|chunk| chunk.place.slice().is_some_and(|s| s.is_whole(terms)));
                all.into_iter().min_by_key(|chunk| chunk.serial)
            }
            Location::Static(_) | Location::Slice(..) => None,
        }
    }

    fn chunks_of(
        &self,
        inputs: Inputs<'_>,
        of: Resource,
        receiver: Option<Term>,
    ) -> Vec<Rc<Chunk>> {
        let terms = &self.session.terms;
        let all = inputs.heap.of_receiver(terms, of, receiver);
        all.cloned().collect()
    }

    /// The value of a variable or a field of one.
    fn input_value(&self, inputs: Inputs<'_>, e: &Expr) -> Option<Term> {
        if let ExprKind::Var(variable) = &e.kind {
            return inputs.frame.get(*variable);
        }
        let ExprKind::Field(receiver, field) = &e.kind else {
            return None;
        };
        let place = FieldPlace::new(*field, self.input_value(inputs, receiver)?);
        let chunk = inputs.heap.at(&self.session.terms, &place)?;
        Some(chunk.value)
    }
}
