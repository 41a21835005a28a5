//! Suggestions for misspelt names ("did you mean"), and number agreement in messages.

/// The most candidates that are looked at for a name. Without bounds, the time for a file full of
/// misspelt names grows with its square.
const MAX_CANDIDATES: usize = 4096;

/// The most candidates of which the edit distance is computed.
const MAX_COMPARED: usize = 512;

/// The candidate closest to `name` among the first ones, if it is close enough to be suggested.
/// Ties go to the first candidate; case is ignored.
pub(in crate::resolve) fn nearest<'n>(
    name: &str,
    candidates: impl Iterator<Item = &'n str>,
) -> Option<&'n str> {
    let limit = (name.chars().count() / 3).clamp(1, 3);
    let (wanted, letters) = (name.to_lowercase(), Letters::of(name));
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates
        .take(MAX_CANDIDATES)
        .filter(|c| !c.starts_with('$') && *c != name)
        .filter(|c| letters.may_be_close(Letters::of(c), limit))
        .take(MAX_COMPARED)
    {
        let away = strsim::osa_distance(&wanted, &candidate.to_lowercase());
        if away <= limit && best.is_none_or(|(least, _)| away < least) {
            best = Some((away, candidate));
        }
    }
    // Very short names are close to every other short name.
    let letters = |found: &str| found.chars().count().max(name.chars().count());
    best.filter(|(away, found)| 2 * away < letters(found))
        .map(|(_, found)| found)
}

/// What edits of a name change little: a test that costs less than the edit distance.
#[derive(Clone, Copy, Debug)]
struct Letters {
    length: usize,
    /// A bit for each letter that occurs; some letters share one.
    occurring: u64,
    is_ascii: bool,
}

impl Letters {
    fn of(name: &str) -> Letters {
        let bit = |byte: u8| 1u64 << (byte.to_ascii_lowercase() % 64);
        Letters {
            length: name.len(),
            occurring: name.bytes().fold(0, |all, byte| all | bit(byte)),
            is_ascii: name.is_ascii(),
        }
    }

    /// Whether the edit distance may be within a limit. An edit adds, removes or replaces a
    /// letter, or changes the order of two.
    fn may_be_close(self, other: Letters, limit: usize) -> bool {
        let differing = (self.occurring ^ other.occurring).count_ones() as usize;
        // The lower case of other letters can have any length.
        !(self.is_ascii && other.is_ascii)
            || self.length.abs_diff(other.length) <= limit && differing <= 2 * limit
    }
}

/// `1 parameter`, `2 parameters`.
pub(in crate::resolve) fn count(n: usize, what: &str) -> String {
    if n == 1 {
        format!("1 {what}")
    } else {
        format!("{n} {what}s")
    }
}

/// `1 is`, `2 are`.
pub(in crate::resolve) fn are(n: usize) -> String {
    if n == 1 {
        "1 is".to_owned()
    } else {
        format!("{n} are")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_close_passes_the_cheap_test() {
        let names = [
            "count", "Count", "cuont", "xount", "coun", "counter", "größe", "GRÖSSE", "c0unt",
        ];
        for name in names {
            for other in names {
                let away = strsim::osa_distance(&name.to_lowercase(), &other.to_lowercase());
                let (a, b) = (Letters::of(name), Letters::of(other));
                assert!(a.may_be_close(b, away), "{name} {other}");
            }
        }
        assert!(!Letters::of("count").may_be_close(Letters::of("total"), 1));
    }

    #[test]
    fn only_the_first_candidates_are_looked_at() {
        let numbered = |name, count| (0..count).map(move |n| format!("{name}{n}"));
        let similar: Vec<String> = numbered("length", MAX_COMPARED).collect();
        let similar = || similar.iter().map(String::as_str);
        assert_eq!(nearest("lenght300", similar()), Some("length300"));
        assert_eq!(
            nearest("xlength", similar().chain(["xlengths"])),
            Some("length0")
        );
        let others: Vec<String> = numbered("other", MAX_CANDIDATES).collect();
        let others = || others.iter().map(String::as_str);
        assert_eq!(
            nearest("lenght", ["length"].into_iter().chain(others())),
            Some("length")
        );
        assert_eq!(nearest("lenght", others().chain(["length"])), None);
    }
}
