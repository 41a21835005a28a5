//! Whether errors of syntax leave doubts about more than the statements in which they are.
//!
//! A statement without braces, in the body of a method whose other statements were read, declares nothing that others
//! could see, whatever it was meant to be. So it is refused with its method alone. Where a comment or a text might
//! have begun or ended elsewhere, or a whole block was left out, that is not known.

use crate::diagnostics::{Code, Diagnostic};
use crate::notation::Notation;
use crate::source::Span;
use crate::syntax::tree::ast::{self, MemberKind};

/// Whether some of these errors, but for what is not supported, might concern more than the body of one method: always
/// in the notation of the literature.
pub(super) fn might_concern_others(tree: &ast::File, text: &str, errors: &[Diagnostic]) -> bool {
    let mut errors = errors.iter().filter(|d| d.code != Code::Unsupported);
    let Some(first) = errors.next() else {
        return false;
    };
    let places = std::iter::once(first.span).chain(errors.map(|d| d.span));
    let mut places = places.chain(tree.skipped.iter().copied());
    let bodies = bodies(&tree.classes);
    let is_of_one = |place: Span| {
        let mut around = bodies.iter().filter(|body| body.contains(place));
        around.any(|body| *body != place && has_clear_ends(within(text, *body)))
            && !within(text, place).contains(['{', '}'])
    };
    tree.notation == Notation::Idf || !places.all(is_of_one)
}

fn within(text: &str, place: Span) -> &str {
    text.get(place.start as usize..place.end as usize)
        .unwrap_or_default()
}

/// The bodies of methods and constructors of which others rely on the contracts only.
fn bodies(classes: &[ast::Class]) -> Vec<Span> {
    let mut found = Vec::new();
    for class in classes {
        for member in &class.members {
            let is_pure = member.modifiers.iter().any(|word| word.text == "pure");
            if let MemberKind::Constructor(callable) | MemberKind::Method { callable, .. } =
                &*member.kind
                && !is_pure
            {
                found.extend(callable.body.as_ref().map(|body| body.span));
            }
        }
        found.extend(bodies(&class.classes));
    }
    found
}

/// Whether no comment and no text over several lines in a body might have swallowed code.
fn has_clear_ends(body: &str) -> bool {
    let mut comments = body.split("/*").skip(1);
    !body.contains("\"\"\"") && comments.all(|comment| comment.contains("*/"))
}
