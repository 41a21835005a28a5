//! Tree equality up to spans.

use super::ast::*;
use crate::floating::Format;
use crate::notation::Notation;
use crate::source::Span;
use crate::syntax::tree::deep::on_deep_stack;
use ecow::EcoString;
use num_bigint::BigInt;

/// Whether two files have the same tree, regardless of spans.
#[must_use]
pub fn same_up_to_spans(a: &File, b: &File) -> bool {
    on_deep_stack(|| {
        let (mut a, mut b) = (a.clone(), b.clone());
        strip_spans(&mut a);
        strip_spans(&mut b);
        a == b
    })
}

/// Replaces all spans of a tree by the empty span at its file's start.
pub fn strip_spans(file: &mut File) {
    on_deep_stack(|| {
        // What could not be read is no part of the tree.
        (file.span, file.gaps, file.is_misread) = (None, Vec::new(), false);
        file.skipped.clear();
        file.walk_mut(&mut Strip);
    });
}

/// What a walk changes.
pub trait VisitorMut {
    /// A span.
    fn span(&mut self, span: &mut Span);
}

/// Shows the spans of a node. Derived: those of each part.
pub trait WalkMut {
    /// Shows the spans of this node and its parts to a visitor.
    fn walk_mut(&mut self, visitor: &mut dyn VisitorMut);
}

/// Makes spans empty. (`Span` has no default value, because it contains a file.)
struct Strip;

impl VisitorMut for Strip {
    fn span(&mut self, span: &mut Span) {
        (span.start, span.end) = (0, 0);
    }
}

impl WalkMut for Span {
    fn walk_mut(&mut self, visitor: &mut dyn VisitorMut) {
        visitor.span(self);
    }
}

macro_rules! leaves {
    ($($name:ty),*) => {$(
        impl WalkMut for $name {
            fn walk_mut(&mut self, _: &mut dyn VisitorMut) {}
        }
    )*};
}

leaves! {
    bool, i64, u16, Format, &'static str, AssignOp, BigInt, BinOp, ClassKind, ClauseKind, ConstructorOf,
    EcoString, IncOp, LiteralKind, Notation, String, UnOp, WildcardBound
}

impl<T: WalkMut> WalkMut for Box<T> {
    fn walk_mut(&mut self, visitor: &mut dyn VisitorMut) {
        (**self).walk_mut(visitor);
    }
}

impl<T: WalkMut> WalkMut for Option<T> {
    fn walk_mut(&mut self, visitor: &mut dyn VisitorMut) {
        self.iter_mut().for_each(|part| part.walk_mut(visitor));
    }
}

impl<T: WalkMut> WalkMut for Vec<T> {
    fn walk_mut(&mut self, visitor: &mut dyn VisitorMut) {
        self.iter_mut().for_each(|part| part.walk_mut(visitor));
    }
}

impl<A: WalkMut, B: WalkMut> WalkMut for (A, B) {
    fn walk_mut(&mut self, visitor: &mut dyn VisitorMut) {
        self.0.walk_mut(visitor);
        self.1.walk_mut(visitor);
    }
}

impl<A: WalkMut, B: WalkMut, C: WalkMut> WalkMut for (A, B, C) {
    fn walk_mut(&mut self, visitor: &mut dyn VisitorMut) {
        self.0.walk_mut(visitor);
        self.1.walk_mut(visitor);
        self.2.walk_mut(visitor);
    }
}
