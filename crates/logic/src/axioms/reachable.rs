//! Selection of the axioms that can have instances: an axiom is reachable if the
//! functions of one of its triggers occur in the formulas or in other reachable axioms.
//! Omitting the others changes no answer, because Z3 instantiates by triggers only.

use std::collections::BTreeSet;

/// The keyword before a trigger.
const PATTERN: &str = ":pattern ";

/// An SMT-LIB assertion, with the theory functions in it.
#[derive(Debug)]
struct Axiom<'t> {
    text: &'t str,
    functions: BTreeSet<&'t str>,
    /// The functions of each trigger; none for ground commands.
    triggers: Vec<BTreeSet<&'t str>>,
}

/// The assertions in these texts that can have instances if `functions` occur in
/// formulas, in textual order.
pub(super) fn reachable(texts: &[String], functions: &BTreeSet<String>) -> String {
    let commands: Vec<&str> = texts.iter().flat_map(|text| commands(text)).collect();
    let declared: BTreeSet<&str> = commands.iter().filter_map(|text| declared(text)).collect();
    let axioms: Vec<Axiom> = commands
        .into_iter()
        .filter(|text| text.starts_with("(assert"))
        .map(|text| Axiom::new(text, &declared))
        .collect();
    let mut known: BTreeSet<&str> = functions.iter().map(String::as_str).collect();
    let mut reached = vec![false; axioms.len()];
    loop {
        let before = known.len();
        for (axiom, reached) in axioms.iter().zip(&mut reached) {
            if !*reached && axiom.has_instances(&known) {
                *reached = true;
                known.extend(&axiom.functions);
            }
        }
        if known.len() == before {
            break;
        }
    }
    let texts = axioms.iter().zip(reached).filter(|(_, reached)| *reached);
    texts
        .map(|(axiom, _)| format!("{}\n", axiom.text))
        .collect()
}

impl<'t> Axiom<'t> {
    fn new(text: &'t str, declared: &BTreeSet<&str>) -> Axiom<'t> {
        let among = |text: &'t str| words(text).filter(|word| declared.contains(word)).collect();
        Axiom {
            text,
            functions: among(text),
            triggers: text
                .split(PATTERN)
                .skip(1)
                .map(|rest| among(first(rest)))
                .collect(),
        }
    }

    fn has_instances(&self, known: &BTreeSet<&str>) -> bool {
        self.triggers.is_empty() || self.triggers.iter().any(|trigger| trigger.is_subset(known))
    }
}

/// The top-level commands of a text; comments between them are skipped.
fn commands(text: &str) -> impl Iterator<Item = &str> {
    let starts = text.match_indices("\n(").map(|(at, _)| at + 1);
    let starts = text.starts_with('(').then_some(0).into_iter().chain(starts);
    starts.map(|at| first(text.get(at..).unwrap_or_default()))
}

/// The first parenthesized expression.
fn first(text: &str) -> &str {
    let mut open = 0_u32;
    for (at, c) in text.char_indices() {
        match c {
            '(' => open += 1,
            ')' if open <= 1 => return text.get(..=at).unwrap_or(text),
            ')' => open -= 1,
            _ => {}
        }
    }
    text
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c == '(' || c == ')' || c.is_whitespace())
}

/// The function that a command declares.
fn declared(command: &str) -> Option<&str> {
    let mut words = words(command).filter(|word| !word.is_empty());
    (words.next() == Some("declare-fun"))
        .then(|| words.next())
        .flatten()
}

/// All functions that texts declare.
#[cfg(test)]
pub(super) fn functions(texts: &[String]) -> BTreeSet<String> {
    let commands = texts.iter().flat_map(|text| commands(text));
    commands.filter_map(declared).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "; f is g of what h takes.
(declare-fun f (Int) Int)
(declare-fun g (Int) Int)
(declare-fun h (Int) Int)
(declare-fun k (Int) Int)
(assert (= (k 0) 0))
(assert (forall ((x Int)) (!
    (= (g x) (h x))
  :pattern ((g x)))))
(assert (forall ((x Int)) (! (< 0 x)
  :pattern ((f x) (h x))
  :pattern ((f (k x))))))";

    /// The indices of the axioms that are reachable from some functions.
    fn reached(functions: &[&str]) -> Vec<usize> {
        let functions = functions.iter().map(|&f| f.to_owned()).collect();
        let found = reachable(&[TEXT.to_owned()], &functions);
        let axioms = commands(TEXT).filter(|text| text.starts_with("(assert"));
        let numbered = axioms.enumerate();
        numbered
            .filter(|(_, text)| found.contains(text))
            .map(|(n, _)| n)
            .collect()
    }

    #[test]
    fn axioms_are_reached_by_all_functions_of_a_trigger() {
        assert_eq!(reached(&[]), [0]);
        assert_eq!(reached(&["h"]), [0]);
        assert_eq!(reached(&["g"]), [0, 1]);
        // `k` occurs in a ground axiom.
        assert_eq!(reached(&["f"]), [0, 2]);
        assert_eq!(reached(&["f", "g"]), [0, 1, 2]);
    }
}
