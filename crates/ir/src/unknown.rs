//! Values that nobody knows: `x := *;`, and what methods of libraries return that have neither a
//! body nor a contract.

use super::{
    AssertKind, Assertion, Call, ExprKind, MemberId, MethodId, Program, PureId, StmtKind, Type,
    ValueKind, walk,
};
use std::collections::BTreeMap;
use veriframe_base::source::Span;

/// The value of which a call gives one that nobody knows, by the type of its result: the method is
/// one of a library that no class overrides, and says nothing of it. References to other objects than
/// texts could lead to anything, so that such a method is called by its contract.
#[must_use]
pub fn of_call<'p>(program: &'p Program, call: &Call) -> Option<&'p Type> {
    let method = program.method(call.callee);
    let has_subtypes = |class| program.hierarchy.has_subtypes(class);
    let is_one = call.receiver.is_none() || !method.class.is_some_and(has_subtypes);
    let is_free = is_one && is_silent(program, call.callee);
    let ty = &method.vars.get(method.vars.result?).ty;
    let is_plain = match ty.value_kind() {
        ValueKind::Integer | ValueKind::Floating | ValueKind::Boolean => true,
        ValueKind::Reference => program.is_text(ty),
        ValueKind::Amount | ValueKind::Collection => false,
    };
    (is_free && is_plain).then_some(ty)
}

/// Whether a method is one of a library without a body, and its contract neither demands nor promises
/// anything.
#[must_use]
pub fn is_silent(program: &Program, method: MethodId) -> bool {
    let method = program.method(method);
    method.name_span.file.is_library()
        && says_nothing(&method.requires)
        && says_nothing(&method.ensures)
}

/// Whether an assertion is `true`.
#[must_use]
pub fn says_nothing(a: &Assertion) -> bool {
    matches!(&a.kind, AssertKind::Pure(e) if matches!(e.kind, ExprKind::Bool(true)))
}

impl Program {
    /// Whether a contract of the user's stands for a member of a library, so that its code is not what is
    /// shipped for a member of that name.
    #[must_use]
    pub fn is_specified(&self, member: MemberId) -> bool {
        self.specified.contains(&self.member_span(member).file)
    }

    /// The name of a pure method, if it is one of a class of this name that is shipped: one of those that operators stand
    /// for.
    pub(crate) fn shipped_function(&self, function: PureId, class: &str) -> Option<&str> {
        let method = self.pure_method(function);
        let of = self.class(method.class?);
        let is_shipped = of.span.file.is_library() && !self.is_specified(MemberId::Pure(function));
        (of.simple_name() == class && is_shipped).then_some(method.name.as_str())
    }

    /// Notes the lines of the statements that give a value that nobody knows: inputs name them.
    pub fn note_lines(&mut self, line: &dyn Fn(Span) -> usize) {
        let mut found = BTreeMap::new();
        for method in &self.methods {
            for stmt in walk::statements(&method.body) {
                if stmt.is_unknown() {
                    found.insert(stmt.span, line(stmt.span));
                } else if let StmtKind::Call(_, call) = &stmt.kind
                    && of_call(self, call).is_some()
                {
                    found.insert(call.span, line(call.span));
                }
            }
        }
        self.lines = found;
    }
}
