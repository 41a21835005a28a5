//! The texts of members: what a member depends on is found by the words in its text.

use crate::source::Span;
use crate::syntax::tree::ast;
use crate::syntax::tree::ast::MemberKind;
use std::collections::BTreeMap;

/// The text of a member.
pub(super) struct Text {
    /// The whole member.
    pub span: Span,
    /// The body, if other members depend on the contract only.
    pub body: Option<Span>,
}

/// The texts of members, by the places of their names.
pub(super) fn texts(files: &[ast::File]) -> BTreeMap<Span, Text> {
    let mut texts = BTreeMap::new();
    for class in files.iter().flat_map(all_classes) {
        for member in &class.members {
            let text = Text {
                span: member.span,
                body: statements(member),
            };
            texts.insert(member.name.span, text);
        }
    }
    for file in files {
        if let (Some(first), Some(last)) = (file.main.first(), file.main.last()) {
            let span = first.span.to(last.span);
            // These statements may belong to a class that was closed too early.
            texts.insert(first.span, Text { span, body: None });
        }
    }
    texts
}

/// The classes of a file, including nested ones.
pub(super) fn all_classes(file: &ast::File) -> Vec<&ast::Class> {
    let mut found: Vec<&ast::Class> = file.classes.iter().collect();
    let mut at = 0;
    while let Some(class) = found.get(at) {
        let inner = class.classes.iter();
        found.extend(inner);
        at += 1;
    }
    found
}

/// The body of a member whose users depend on its contract only.
pub(super) fn statements(member: &ast::Member) -> Option<Span> {
    let is_pure = member.modifiers.iter().any(|m| m.text == "pure");
    match &*member.kind {
        MemberKind::Field { .. } | MemberKind::Predicate(_) => None,
        MemberKind::Method { .. } if is_pure => None,
        MemberKind::Constructor(callable)
        | MemberKind::Lemma(callable)
        | MemberKind::Method { callable, .. } => callable.body.as_ref().map(|body| body.span),
        MemberKind::Initialiser(block) => Some(block.span),
    }
}
