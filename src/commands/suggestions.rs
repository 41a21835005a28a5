//! Suggestions ("did you mean") for names that do not exist.

/// The most names to suggest.
const MAX_SUGGESTIONS: usize = 3;

/// The candidates closest to `name`, best first: by edit distance to the candidate or
/// to its last component (`setX` of `Cell.setX`).
pub(super) fn suggestions<'a>(
    name: &str,
    candidates: impl Iterator<Item = &'a str>,
) -> Vec<&'a str> {
    let limit = (name.chars().count() / 3).max(2);
    let mut close: Vec<(usize, &str)> = candidates
        .filter_map(|candidate| {
            let last = candidate.rsplit(['.', ':']).next().unwrap_or(candidate);
            let away = distance(name, candidate).min(distance(name, last) + 1);
            (away <= limit).then_some((away, candidate))
        })
        .collect();
    close.sort();
    close.dedup();
    close
        .into_iter()
        .take(MAX_SUGGESTIONS)
        .map(|(_, candidate)| candidate)
        .collect()
}

/// `; did you mean …?`; empty without suggestions.
pub(super) fn did_you_mean(suggestions: &[&str]) -> String {
    match suggestions {
        [] => String::new(),
        names => format!("; did you mean `{}`?", names.join("` or `")),
    }
}

/// The case-insensitive edit distance: insertions, deletions, substitutions and
/// transpositions.
fn distance(a: &str, b: &str) -> usize {
    strsim::osa_distance(&a.to_lowercase(), &b.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_counts_inserted_deleted_and_changed_letters() {
        for (a, b, expected) in [
            ("", "", 0),
            ("abc", "abc", 0),
            ("abc", "ABD", 1),
            ("", "ab", 2),
            ("close", "cose", 1),
        ] {
            assert_eq!(distance(a, b), expected, "{a} {b}");
            assert_eq!(distance(b, a), expected, "{b} {a}");
        }
    }

    #[test]
    fn a_member_is_found_by_its_last_part_and_by_a_slip_of_the_pen() {
        let names = ["Cell.setX", "Cell.getX", "Cell.valid", "main"];
        assert_eq!(
            suggestions("setX", names.into_iter()),
            ["Cell.setX", "Cell.getX"]
        );
        assert_eq!(suggestions("Cel.valid", names.into_iter()), ["Cell.valid"]);
        assert_eq!(suggestions("somethingElse", names.into_iter()), [""; 0]);
        assert_eq!(did_you_mean(&["a", "b"]), "; did you mean `a` or `b`?");
    }
}
