//! Suggestions for misspelt names ("did you mean"), and number agreement in messages.

/// The candidate closest to `name`, if it is close enough to be suggested. Ties go to the first
/// candidate; case is ignored.
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
    // Very short names are close to every other short name.
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
