//! Syntax trees of programs, for tests that inspect them.

use veriframe::SourceMap;
use veriframe::internals::syntax;
use veriframe::internals::syntax::ast::{Callable, Class, File, Member, MemberKind};

/// Parses a program; the error is the first message.
pub fn parse(text: &str) -> Result<File, String> {
    let file = SourceMap::default().add("program.idf", text);
    let (tree, diagnostics) = syntax::parse(file, text, syntax::Notation::Idf);
    match diagnostics.into_iter().next() {
        None => Ok(tree),
        Some(diagnostic) => Err(diagnostic.message()),
    }
}

/// The contract and body of a member, if it can have them.
pub fn callable(member: &Member) -> Option<&Callable> {
    match &*member.kind {
        MemberKind::Field { .. } | MemberKind::Initialiser(_) => None,
        MemberKind::Constructor(callable)
        | MemberKind::Method { callable, .. }
        | MemberKind::Predicate(callable)
        | MemberKind::Lemma(callable) => Some(callable),
    }
}

/// A member's full name, as in reports.
pub fn full_name(class: &Class, member: &Member) -> String {
    format!("{}.{}", class.name.text, member.name.text)
}

/// Every member with its class, in source order.
pub fn members(file: &File) -> impl Iterator<Item = (&Class, &Member)> {
    let classes = file.classes.iter();
    classes.flat_map(|class| class.members.iter().map(move |member| (class, member)))
}
