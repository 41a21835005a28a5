//! Whether errors of syntax leave doubts about more than the statements in which they are.
//!
//! A statement without braces, in the body of a method whose other statements were read, declares nothing that others
//! could see, whatever it was meant to be. So it is refused with its method alone. Where a comment or a text might
//! have begun or ended elsewhere, or a whole block was left out, that is not known.

use super::unread::{CLASSES, MEMBERS, raw_words};
use crate::diagnostics::{Code, Diagnostic};
use crate::notation::Notation;
use crate::source::Span;
use crate::syntax::tree::ast::{self, MemberKind};

/// The words of fields that are none of local variables.
const OF_FIELDS: [&str; 2] = ["transient", "volatile"];

/// The words that can stand before the name of what is called or made.
const BEFORE_CALLS: [&str; 8] = [
    "assert", "case", "do", "else", "new", "return", "throw", "yield",
];

/// Whether some of these errors, but for what is not supported, might concern more than the body of one method: always
/// in the notation of the literature.
pub(super) fn might_concern_others(tree: &ast::File, text: &str, errors: &[Diagnostic]) -> bool {
    let mut errors = errors.iter().filter(|d| d.code != Code::Unsupported);
    let Some(first) = errors.next() else {
        return false;
    };
    let places = std::iter::once(first.span).chain(errors.map(|d| d.span));
    let mut places = places.chain(tree.skipped.iter().copied());
    let mut bodies = bodies(&tree.classes);
    bodies.retain(|body| has_clear_ends(within(text, *body)));
    bodies.sort_unstable();
    let is_of_one = |place: Span| {
        let behind = bodies.partition_point(|body| body.start <= place.start);
        let body = behind.checked_sub(1).and_then(|at| bodies.get(at));
        body.is_some_and(|body| body.contains(place) && *body != place)
            && !might_declare(within(text, place))
    };
    tree.notation == Notation::Idf || !places.all(is_of_one)
}

/// Whether a text might declare what others see: a class, or a member behind a body whose end is missing.
fn might_declare(text: &str) -> bool {
    let is_declaring =
        |word| CLASSES.contains(&word) || MEMBERS.contains(&word) || OF_FIELDS.contains(&word);
    text.contains(['{', '}', '@'])
        || raw_words(text).any(is_declaring)
        || text.split('(').any(ends_with_declared_name)
}

/// Whether a text ends with a type and a name, as the head of a method does in front of its parameters.
fn ends_with_declared_name(text: &str) -> bool {
    let text = text.trim_end();
    let before = text.trim_end_matches(|c: char| c.is_alphanumeric() || "_$".contains(c));
    let ty = before.trim_end();
    let is_name = before.len() < text.len() && ty.len() < before.len();
    let last = raw_words(ty).last().filter(|word| ty.ends_with(word));
    is_name && (ty.ends_with(['>', ']']) || last.is_some_and(|word| !BEFORE_CALLS.contains(&word)))
}

fn within(text: &str, place: Span) -> &str {
    text.get(place.start as usize..place.end as usize)
        .unwrap_or_default()
}

/// The bodies of methods and constructors of which others rely on the contracts only: of pure methods, predicates and
/// lemmas they rely on the bodies, and blocks belong to the making of objects or the first use of a class.
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

/// Whether no comment and no text over several lines might have swallowed code.
pub(super) fn has_clear_ends(text: &str) -> bool {
    let mut comments = text.split("/*").skip(1);
    !text.contains("\"\"\"") && comments.all(|comment| comment.contains("*/"))
}
