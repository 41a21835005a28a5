//! Names that are near to one that does not exist.

/// How many names are offered at most.
const OFFERED: usize = 3;

/// The candidates nearest to `wanted`, best first: those a few letters away,
/// and those whose last part it is (`setX` of `Cell.setX`).
pub(super) fn nearest<'a>(wanted: &str, candidates: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let limit = (wanted.chars().count() / 3).max(2);
    let mut near: Vec<(usize, &str)> = candidates
        .filter_map(|name| {
            let last = name.rsplit(['.', ':']).next().unwrap_or(name);
            let away = distance(wanted, name).min(distance(wanted, last) + 1);
            (away <= limit).then_some((away, name))
        })
        .collect();
    near.sort();
    near.dedup();
    near.into_iter()
        .take(OFFERED)
        .map(|(_, name)| name)
        .collect()
}

/// `; did you mean …?`, or nothing where nothing is near.
pub(super) fn offer(near: &[&str]) -> String {
    match near {
        [] => String::new(),
        names => format!("; did you mean `{}`?", names.join("` or `")),
    }
}

/// The number of letters to insert, to delete, to change or to swap (capital or not is
/// the same letter).
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
            nearest("setX", names.into_iter()),
            ["Cell.setX", "Cell.getX"]
        );
        assert_eq!(nearest("Cel.valid", names.into_iter()), ["Cell.valid"]);
        assert_eq!(nearest("somethingElse", names.into_iter()), [""; 0]);
        assert_eq!(offer(&["a", "b"]), "; did you mean `a` or `b`?");
    }
}
