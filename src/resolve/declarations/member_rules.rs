//! Rules for members of a class: unique signatures, and the presence of bodies.

use super::collect::Collector;
use super::headers::Modifiers;
use super::library;
use super::overloads::known_types;
use super::table::{Callee, Header, ParamInfo, Source};
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{ClassId, ClassKind};
use crate::source::Span;
use crate::syntax::tree::ast;

impl<'a> Collector<'a, '_> {
    /// Checks that a body is present if required and absent if forbidden; reports an error
    /// otherwise.
    pub(in crate::resolve) fn check_body_presence(
        &self,
        class: ClassId,
        name: &ast::Name,
        modifiers: Modifiers,
        callable: &ast::Callable,
    ) -> bool {
        let kind = self.table.class(class).kind;
        let text = &name.text;
        // Java requires no modifier for members that only annotations use.
        let code = self.table.rules.is_compiled && !modifiers.is_ghost;
        let has_word = modifiers.is_default || modifiers.is_static || modifiers.is_private;
        let wrong = |message: String, note: &str| {
            let error = Diagnostic::error(Code::NotAllowedHere, name.span, message);
            self.sink.report(error.note(note));
            false
        };
        match &callable.body {
            Some(_) if self.table.class(class).is_library => wrong(
                format!("`{text}` has a body, but contracts of libraries are not verified"),
                library::NO_BODY,
            ),
            Some(_) if modifiers.is_abstract => wrong(
                format!("the abstract member `{text}` has a body"),
                "remove `abstract`, or write `;` instead of the body",
            ),
            Some(_) if kind != ClassKind::Interface && modifiers.is_default => wrong(
                format!(
                    "`{text}` is `default`, but `{}` is no interface",
                    self.table.class(class).title
                ),
                "remove `default`: what a class declares is inherited anyway",
            ),
            Some(_) if kind == ClassKind::Interface && code && !has_word => wrong(
                format!("the member `{text}` of an interface has a body"),
                "write `default` before it, or `;` instead of the body",
            ),
            Some(_) => true,
            None if modifiers.is_default => wrong(
                format!("the `default` method `{text}` has no body"),
                "write its body, or remove `default`",
            ),
            None if self.table.class(class).is_library => true,
            None if kind.has_objects() => {
                let class = &self.table.class(class).title;
                wrong(
                    format!("the member `{text}` has no body, but `{class}` is not abstract"),
                    "write its body, or declare the class `abstract`",
                )
            }
            None if modifiers.is_static || modifiers.is_final => wrong(
                format!("the member `{text}` has no body, and no class can give it one"),
                "write its body, or remove `static` and `final`",
            ),
            None => true,
        }
    }

    /// Enters a member into its class. If the signature is already taken, calls do not find the
    /// new member, which is refused. `None` if a library declares it twice.
    pub(in crate::resolve) fn enter(
        &mut self,
        class: ClassId,
        name: &'a ast::Name,
        header: Header<'a>,
        source: &'a ast::Callable,
        callee: Callee,
    ) -> Option<Header<'a>> {
        let params = header.params.as_slice();
        let key = (name.text.as_str(), params.len());
        let info = self.table.class(class);
        // Ill-formed types differ from all others here: their error is reported.
        let signature = known_types(params).map(|types| (class, key.0, types));
        let earlier = signature.as_ref().and_then(|of| self.entered.get(of));
        if let Some(earlier) = earlier.copied() {
            // Without machine integers, overloads of a library may have the same signature.
            if !info.is_library {
                self.refuse_same_signature(name, source, earlier);
                return Some(Header {
                    is_refused: true,
                    ..header
                });
            }
            let pairs = self.table.header(earlier).params.iter().zip(params);
            let is_char = |p: &ParamInfo<'_>| matches!(p.written.kind, ast::TypeKind::Char);
            let mut differ = pairs.map(|(a, b)| is_char(a) != is_char(b));
            if let (true, Callee::Pure(id)) = (differ.any(|differ| differ), earlier) {
                self.table.blurred.insert(id);
            }
            return None;
        }
        if let Some(signature) = signature {
            self.entered.insert(signature, callee);
        }
        if let Some(info) = self.table.classes.get_mut(class.index()) {
            info.callees.entry(key).or_default().push(callee);
        }
        Some(header)
    }

    /// Reports a member whose signature is already taken.
    pub(in crate::resolve) fn refuse_same_signature(
        &self,
        name: &ast::Name,
        new: &ast::Callable,
        earlier: Callee,
    ) {
        let source = match earlier {
            Callee::Method(id) => match self.table.method(id).source {
                Source::Text(callable) => Some(callable),
                Source::Block(_) | Source::Default => None,
            },
            Callee::Pure(id) => Some(self.table.pure_method(id).source),
            Callee::Pred(id) => Some(self.table.pred(id).source),
        };
        let kind = |p: &ast::Param| std::mem::discriminant(&p.ty.kind);
        let written_alike = source.is_none_or(|source| {
            let mut pairs = source.params.iter().zip(&new.params);
            pairs.all(|(a, b)| kind(a) == kind(b))
        });
        if self.table.integers.overflow().is_none()
            && self.table.rules.has_machine_types
            && !written_alike
        {
            let what = "two members that differ in the kinds of integers, where all integers are mathematical,";
            let _: Option<()> = self.sink.unsupported(name.span, &format!("{what} are"));
            return;
        }
        let span = self.table.header(earlier).name_span;
        let _: Option<()> = self.duplicate_callable(name, new.params.len(), span);
    }

    pub(in crate::resolve) fn duplicate<T>(
        &self,
        name: &ast::Name,
        what: &str,
        earlier: impl Into<Option<Span>>,
    ) -> Option<T> {
        let message = format!("there is already a {what} `{}`", name.text);
        self.refuse_duplicate(name, message, earlier.into())
    }

    pub(in crate::resolve) fn duplicate_callable<T>(
        &self,
        name: &ast::Name,
        arity: usize,
        earlier: impl Into<Option<Span>>,
    ) -> Option<T> {
        let count = crate::resolve::declarations::names::count(arity, "parameter");
        let types = match arity {
            0 => "",
            1 => " of this type",
            _ => " of these types",
        };
        let message = format!(
            "there is already a member `{}` with {count}{types}",
            name.text
        );
        self.refuse_duplicate(name, message, earlier.into())
    }

    fn refuse_duplicate<T>(
        &self,
        name: &ast::Name,
        message: String,
        earlier: Option<Span>,
    ) -> Option<T> {
        let mut error = Diagnostic::error(Code::DuplicateName, name.span, message);
        if let Some(span) = earlier {
            error = error.related(span, "it is declared here");
        }
        self.sink.refuse(error.note("choose another name"))
    }
}
