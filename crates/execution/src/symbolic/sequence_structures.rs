//! Sequences of an input with a structure: their first elements, each of which is there only if the one before
//! it is. What a path condition asks of them becomes a condition on elements (`structures.rs`).

use super::structures::{Entry, Expansion, sum};
use veriframe_logic::{Coll, Term, Terms};

impl Expansion {
    /// What an operation asks of a sequence; `None` of others.
    pub(super) fn asked_of_sequence(
        &mut self,
        terms: &mut Terms,
        op: Coll,
        args: &[Term],
    ) -> Option<Term> {
        Some(match (op, args) {
            (Coll::SeqLen, &[of]) => {
                let of = self.structure(terms, of)?;
                sum(terms, of.iter().map(|entry| entry.guard).collect())
            }
            (Coll::SeqIndex, &[of, index]) => {
                let sort = match terms.sort(of) {
                    veriframe_logic::Sort::Seq(elem) => elem.sort(),
                    _ => return None,
                };
                let (of, index) = (self.structure(terms, of)?, self.operand(terms, index));
                let mut found = terms.default_of(sort);
                for (at, entry) in of.iter().enumerate() {
                    let here = position(terms, at);
                    let here = terms.eq(index, here);
                    let is_it = terms.and([entry.guard, here]);
                    found = terms.ite(is_it, entry.value, found);
                }
                found
            }
            (Coll::SeqContains, &[of, value]) => {
                let (of, value) = (self.structure(terms, of)?, self.operand(terms, value));
                self.contains(terms, &of, value)
            }
            _ => return None,
        })
    }

    /// The elements of the result of an operation on sequences; `None` of others.
    pub(super) fn sequence(
        &mut self,
        terms: &mut Terms,
        op: Coll,
        args: &[Term],
    ) -> Option<Vec<Entry>> {
        match (op, args) {
            (Coll::SeqConcat | Coll::SeqJoin, parts) => {
                let mut all = Vec::new();
                for part in parts {
                    let part = self.structure(terms, *part)?;
                    all = joined(terms, &all, &part);
                }
                Some(all)
            }
            (Coll::SeqTake, &[of, count]) => {
                let (of, count) = (self.structure(terms, of)?, self.operand(terms, count));
                let kept = of.iter().enumerate().map(|(at, entry)| {
                    let here = position(terms, at);
                    let is_below = terms.lt(here, count);
                    Entry {
                        guard: terms.and([entry.guard, is_below]),
                        ..*entry
                    }
                });
                Some(kept.collect())
            }
            (Coll::SeqDrop, &[of, count]) => {
                let (of, count) = (self.structure(terms, of)?, self.operand(terms, count));
                let shifts = (0..=of.len()).map(|shift| {
                    let limit = position(terms, shift);
                    let is_it = match shift {
                        0 => terms.le(count, limit),
                        _ => terms.eq(count, limit),
                    };
                    (is_it, shift)
                });
                let shifts: Vec<(Term, usize)> = shifts.collect();
                let left = (0..of.len()).map(|at| {
                    let sources = shifts
                        .iter()
                        .filter_map(|(is_it, shift)| Some((*is_it, *of.get(at + shift)?)));
                    one_of(terms, sources.collect())
                });
                left.collect()
            }
            (Coll::SeqUpdate, &[of, index, value]) => {
                let of = self.structure(terms, of)?;
                let (index, value) = (self.operand(terms, index), self.operand(terms, value));
                let changed = of.iter().enumerate().map(|(at, entry)| {
                    let here = position(terms, at);
                    let is_it = terms.eq(index, here);
                    let value = terms.ite(is_it, value, entry.value);
                    Entry {
                        key: value,
                        value,
                        ..*entry
                    }
                });
                Some(changed.collect())
            }
            _ => None,
        }
    }
}

fn position(terms: &mut Terms, at: usize) -> Term {
    terms.int(at)
}

/// The condition that a sequence has exactly so many elements.
fn has_length(terms: &mut Terms, of: &[Entry], length: usize) -> Term {
    let mut all = Vec::new();
    if let Some(last) = length.checked_sub(1).and_then(|last| of.get(last)) {
        all.push(last.guard);
    }
    if let Some(next) = of.get(length) {
        all.push(terms.not(next.guard));
    }
    terms.and(all)
}

/// The entry that is there under the first condition that holds; `None` without entries.
fn one_of(terms: &mut Terms, sources: Vec<(Term, Entry)>) -> Option<Entry> {
    let (_, last) = *sources.last()?;
    let mut value = last.value;
    let mut guards = Vec::new();
    for (condition, entry) in sources.iter().rev() {
        value = terms.ite(*condition, entry.value, value);
        guards.push(terms.and([*condition, entry.guard]));
    }
    Some(Entry {
        guard: terms.or(guards),
        key: value,
        value,
    })
}

/// The elements of a sequence, then those of another one.
fn joined(terms: &mut Terms, a: &[Entry], b: &[Entry]) -> Vec<Entry> {
    let lengths: Vec<Term> = (0..=a.len())
        .map(|length| has_length(terms, a, length))
        .collect();
    let all = (0..a.len() + b.len()).filter_map(|at| {
        let mut sources: Vec<(Term, Entry)> = Vec::new();
        if let Some(entry) = a.get(at) {
            sources.push((entry.guard, *entry));
        }
        for (length, is_it) in lengths.iter().enumerate().take(at + 1) {
            let other = at.checked_sub(length).and_then(|at| b.get(at));
            sources.extend(other.map(|entry| (*is_it, *entry)));
        }
        one_of(terms, sources)
    });
    all.collect()
}

/// The elements of one sequence under a condition, else those of the other.
pub(super) fn either(terms: &mut Terms, condition: Term, a: &[Entry], b: &[Entry]) -> Vec<Entry> {
    let otherwise = terms.not(condition);
    let all = (0..a.len().max(b.len())).filter_map(|at| {
        let mut sources = Vec::new();
        sources.extend(a.get(at).map(|entry| (condition, *entry)));
        sources.extend(b.get(at).map(|entry| (otherwise, *entry)));
        one_of(terms, sources)
    });
    all.collect()
}

/// The condition that two sequences have the same elements in the same order.
pub(super) fn equal_sequences(terms: &mut Terms, a: &[Entry], b: &[Entry]) -> Term {
    let mut all = Vec::new();
    for at in 0..a.len().max(b.len()) {
        match (a.get(at), b.get(at)) {
            (Some(a), Some(b)) => {
                let absent = terms.not(a.guard);
                let same = terms.eq(a.value, b.value);
                all.push(terms.eq(a.guard, b.guard));
                all.push(terms.or([absent, same]));
            }
            (Some(only), None) | (None, Some(only)) => all.push(terms.not(only.guard)),
            (None, None) => {}
        }
    }
    terms.and(all)
}
