//! Words of annotations that are misspelled, or named as other tools name them.

use super::words::annotation_word;
use crate::diagnostics::{Code, Diagnostic};
use crate::source::{FileId, Span};
use crate::syntax::shared::token::{Spanned, Token};

/// The keywords of clauses and members that stand only in annotations.
pub const CLAUSES: [&str; 7] = [
    "requires",
    "ensures",
    "invariant",
    "loop_invariant",
    "decreases",
    "predicate",
    "lemma",
];

/// The keywords that a misspelled word can be meant to be.
fn keywords() -> impl Iterator<Item = &'static str> {
    CLAUSES.into_iter().chain(["assert", "assume", "ghost"])
}

/// The words besides [`CLAUSES`] that begin parts of contracts, here or in JML, and that code that is commented out
/// hardly has.
const OTHERS: [&str; 12] = [
    "assert",
    "assignable",
    "assume",
    "exsures",
    "ghost",
    "maintaining",
    "modifies",
    "post",
    "pre",
    "pure",
    "signals",
    "signals_only",
];

/// Whether a word, in small letters, says that a comment is a contract: `ensures_redundantly` does, too.
pub fn is_of_contract(word: &str) -> bool {
    let begins = word.split('_').next().unwrap_or_default();
    let is_clause = |word: &str| CLAUSES.contains(&word) || OTHERS.contains(&word);
    is_clause(word) || is_clause(begins)
}

/// Names of clauses that are no misspelling, and the keyword to write.
const ALIASES: &[(&str, &str)] = &[
    ("precondition", "requires"),
    ("preconditions", "requires"),
    ("demands", "requires"),
    ("expects", "requires"),
    ("postcondition", "ensures"),
    ("postconditions", "ensures"),
    ("guarantees", "ensures"),
    ("inv", "invariant"),
    ("maintains", "loop_invariant"),
    ("variant", "decreases"),
    ("pred", "predicate"),
];

/// The keyword that a word other than a keyword is meant to be, if any. Letter case is
/// ignored.
pub fn meant(word: &str) -> Option<&'static str> {
    if keywords().any(|keyword| keyword == word) {
        return None;
    }
    let lower = word.to_lowercase();
    if let Some((_, keyword)) = ALIASES.iter().find(|(alias, _)| *alias == lower) {
        return Some(keyword);
    }
    let limit = match lower.chars().count() {
        0..=4 => return None,
        5..=6 => 1,
        _ => 2,
    };
    let away = |keyword: &&str| strsim::osa_distance(&lower, keyword);
    let nearest = keywords().min_by_key(away)?;
    (away(&nearest) <= limit).then_some(nearest)
}

/// Puts the keyword in the place of each misspelled one at the beginning of a piece of
/// an annotation, and reports it.
pub fn correct(file: FileId, tokens: &mut [Spanned<'_>]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for at in 0..tokens.len() {
        let Some((word, keyword)) = misspelled(tokens, at) else {
            continue;
        };
        if let Some(spanned) = tokens.get_mut(at) {
            let span = Span::new(file, spanned.start, spanned.end);
            let message = format!("`{word}` is not a keyword of annotations");
            let error = Diagnostic::error(Code::Syntax, span, message);
            found.push(error.note(format!("did you mean `{keyword}`?")));
            spanned.token = annotation_word(keyword);
        }
    }
    found
}

/// The word at this place and the keyword that it is meant to be, if it cannot be a name
/// there.
fn misspelled<'t>(tokens: &[Spanned<'t>], at: usize) -> Option<(&'t str, &'static str)> {
    use Token::*;
    let Some(Spanned {
        token: Name(word),
        in_annotation: true,
        ..
    }) = tokens.get(at)
    else {
        return None;
    };
    let inside = |place: Option<usize>| {
        let spanned = tokens.get(place?)?;
        spanned.in_annotation.then_some(spanned.token)
    };
    let begins = matches!(
        inside(at.checked_sub(1)),
        None | Some(Semi | LBrace | RBrace | Modifier(_) | Annotation(_))
    );
    // A name may be assigned to, called, or be the type of a declaration.
    let is_name = match (inside(Some(at + 1)), inside(Some(at + 2))) {
        (
            Some(
                Name(_) | This | True | False | Acc | Old | Result | Int(_) | Not
                | JmlQuantifier(_) | Quantifier(_) | Opening | Using | Minus | Super | Null | New,
            ),
            after,
        ) => {
            let declares = matches!(after, Some(Assign | Semi | Comma | LParen) | None);
            word.starts_with(char::is_uppercase) && declares
        }
        (Some(LParen), _) => {
            // A call ends directly behind its arguments.
            let rest = tokens.get(at + 1..).unwrap_or_default();
            is_call(rest)
        }
        _ => true,
    };
    (begins && !is_name).then(|| Some((*word, meant(word)?)))?
}

/// Whether `;`, `.` or a body follows the brackets that begin here.
fn is_call(tokens: &[Spanned<'_>]) -> bool {
    let mut depth = 0usize;
    for (at, spanned) in tokens.iter().enumerate() {
        match spanned.token {
            Token::LParen => depth += 1,
            Token::RParen => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            let next = tokens.get(at + 1).map(|s| s.token);
            return matches!(next, None | Some(Token::Semi | Token::Dot | Token::LBrace));
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::meant;

    #[test]
    fn misspelled_keywords_are_recognized() {
        for (word, keyword) in [
            ("require", "requires"),
            ("requieres", "requires"),
            ("Requires", "requires"),
            ("REQUIRES", "requires"),
            ("ensure", "ensures"),
            ("esnures", "ensures"),
            ("invariants", "invariant"),
            ("loop_invarient", "loop_invariant"),
            ("loopinvariant", "loop_invariant"),
            ("decrease", "decreases"),
            ("predicat", "predicate"),
            ("asserts", "assert"),
            ("postcondition", "ensures"),
        ] {
            assert_eq!(meant(word), Some(keyword), "{word}");
        }
        for word in [
            "requires",
            "ensures",
            "x",
            "node",
            "size",
            "acquire",
            "insert",
            "return",
            "param",
            "description",
            "host",
            "use",
        ] {
            assert_eq!(meant(word), None, "{word}");
        }
    }
}
