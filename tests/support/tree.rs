//! The syntax tree of a program, for tests that look at its parts.

use veriframe::source::SourceMap;
use veriframe::syntax;
use veriframe::syntax::tree::ast::{Callable, Class, File, Member, MemberKind};

/// The tree of a program; the first message, if anything is wrong with its syntax.
pub fn parse(text: &str) -> Result<File, String> {
    let file = SourceMap::default().add("program.idf", text);
    let (tree, diagnostics) = syntax::parse(file, text, syntax::Notation::Idf);
    match diagnostics.into_iter().next() {
        None => Ok(tree),
        Some(diagnostic) => Err(diagnostic.message),
    }
}

/// What has a contract or a body in a member.
pub fn callable(member: &Member) -> Option<&Callable> {
    match &member.kind {
        MemberKind::Field { .. } => None,
        MemberKind::Constructor(callable)
        | MemberKind::Method { callable, .. }
        | MemberKind::Predicate(callable)
        | MemberKind::Lemma(callable) => Some(callable),
    }
}

/// A member's full name, as reports have it.
pub fn full_name(class: &Class, member: &Member) -> String {
    format!("{}.{}", class.name.text, member.name.text)
}

/// Every member with its class, in source order.
pub fn members(file: &File) -> impl Iterator<Item = (&Class, &Member)> {
    let classes = file.classes.iter();
    classes.flat_map(|class| class.members.iter().map(move |member| (class, member)))
}
