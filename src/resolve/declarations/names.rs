//! Words of messages: which declared name someone may have meant, and numbers.

/// The candidate nearest to `name`, if one is near enough for "did you mean".
/// Of equally near ones the first counts. Upper and lower case are the same letter.
pub(in crate::resolve) fn nearest<'n>(
    name: &str,
    candidates: impl Iterator<Item = &'n str>,
) -> Option<&'n str> {
    let limit = (name.chars().count() / 3).clamp(1, 3);
    let wanted = name.to_lowercase();
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates.filter(|c| !c.starts_with('$') && *c != name) {
        let away = strsim::osa_distance(&wanted, &candidate.to_lowercase());
        if away <= limit && best.is_none_or(|(least, _)| away < least) {
            best = Some((away, candidate));
        }
    }
    // A name of one or two letters is near to every other one.
    let letters = |found: &str| found.chars().count().max(name.chars().count());
    best.filter(|(away, found)| 2 * away < letters(found))
        .map(|(_, found)| found)
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
