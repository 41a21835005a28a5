//! Words of annotations that are misspelled, or named as other tools name them.

/// The words that begin a clause, a statement or a member of an annotation, and the
/// token names of clauses.
pub const KEYWORDS: &[&str] = &[
    "requires",
    "ensures",
    "invariant",
    "loop_invariant",
    "decreases",
    "predicate",
    "lemma",
    "assert",
    "assume",
    "ghost",
];

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
];

/// The keyword that a word other than a keyword is meant to be, if any. Letter case is
/// ignored.
pub fn meant(word: &str) -> Option<&'static str> {
    if KEYWORDS.contains(&word) {
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
    let away = |keyword: &&&str| strsim::osa_distance(&lower, keyword);
    let nearest = KEYWORDS.iter().min_by_key(away)?;
    (away(&nearest) <= limit).then_some(*nearest)
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
