//! Which declared name someone may have meant.

/// The candidate nearest to `name`, if one is near enough for "did you mean".
/// Of equally near ones the first counts.
pub(in crate::resolve) fn nearest<'n>(
    name: &str,
    candidates: impl Iterator<Item = &'n str>,
) -> Option<&'n str> {
    let limit = (name.chars().count() / 3).clamp(1, 3);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates.filter(|c| !c.starts_with('$') && *c != name) {
        let away = distance(name, candidate, limit);
        if away <= limit && best.is_none_or(|(least, _)| away < least) {
            best = Some((away, candidate));
        }
    }
    // A name of one or two letters is near to every other one.
    let letters = |found: &str| found.chars().count().max(name.chars().count());
    best.filter(|(away, found)| 2 * away < letters(found))
        .map(|(_, found)| found)
}

/// The number of letters to insert, delete, replace or swap; any number above
/// `limit` where there are more. Upper and lower case count as the same letter.
fn distance(left: &str, right: &str, limit: usize) -> usize {
    let left: Vec<char> = left.chars().flat_map(char::to_lowercase).collect();
    let right: Vec<char> = right.chars().flat_map(char::to_lowercase).collect();
    if left.len().abs_diff(right.len()) > limit {
        return limit + 1;
    }
    let at = |row: &[usize], i: usize| row.get(i).copied().unwrap_or(usize::MAX / 2);
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    let mut last = None;
    for (i, &l) in left.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, &r) in right.iter().enumerate() {
            let replace = at(&row, j) + usize::from(l != r);
            let mut least = replace.min(at(&row, j + 1) + 1).min(at(&next, j) + 1);
            let swapped = j > 0 && last == Some(r) && right.get(j - 1) == Some(&l);
            if swapped {
                least = least.min(at(&before, j - 1) + 1);
            }
            next.push(least);
        }
        before = std::mem::replace(&mut row, next);
        last = Some(l);
    }
    at(&row, right.len())
}
