//! Operations of contracts on sequences of which some structures are possible: there is one for each
//! length, with formulas as elements.

use super::value::{Value, choose};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;
use veriframe_ir::CollOp;
use veriframe_logic::bits::{Formula, Formulas, Node};

/// A sequence that is meant if its condition holds. The conditions exclude one another, and one of
/// them holds.
type Case = (Formula, Rc<Vec<Value>>);

/// The most sequences of which one is meant.
const MAX_CASES: usize = 512;

/// The most elements of all of them.
const MAX_ELEMENTS: usize = 2_000;

/// The value of an operation on sequences; `None` if it cannot be expressed, or is too large.
pub(super) fn operation(f: &mut Formulas, op: CollOp, operands: &[Value]) -> Option<Value> {
    let (of, rest) = operands.split_first()?;
    let of = cases(f, of)?;
    match (op, rest) {
        (CollOp::Size, []) => {
            let sizes = of.into_iter().map(|(condition, elements)| {
                let size = Value::Int(f.int(elements.len()));
                (condition, size)
            });
            let sizes = sizes.collect();
            chosen(f, sizes)
        }
        (CollOp::Index, [Value::Int(index)]) => {
            // An empty one has no index: the precondition excludes it.
            let found = of.into_iter().filter_map(|(condition, elements)| {
                Some((condition, element_of(f, &elements, *index)?))
            });
            let found = found.collect();
            chosen(f, found)
        }
        (CollOp::Update, [Value::Int(index), value]) => {
            let updated = of.into_iter().map(|(condition, elements)| {
                let elements = elements.iter().enumerate().map(|(at, element)| {
                    let at = f.int(at);
                    let is_meant = f.eq(*index, at);
                    choose(f, is_meant, value, element)
                });
                (condition, Rc::new(elements.collect()))
            });
            let updated = updated.collect();
            by_length(f, updated)
        }
        (CollOp::Concat, [other]) => {
            let other = cases(f, other)?;
            let all = joined(f, &of, &other)?;
            by_length(f, all)
        }
        (CollOp::Take, [Value::Int(to)]) => parts(f, &of, None, Some(*to)),
        (CollOp::Drop, [Value::Int(from)]) => parts(f, &of, Some(*from), None),
        (CollOp::Range, [Value::Int(from), Value::Int(to)]) => {
            parts(f, &of, Some(*from), Some(*to))
        }
        _ => None,
    }
}

/// The sequences that a value can be.
fn cases(f: &mut Formulas, value: &Value) -> Option<Vec<Case>> {
    let mut cases = Vec::new();
    let mut open = vec![(Formulas::TRUE, value)];
    while let Some((condition, value)) = open.pop() {
        match value {
            _ if condition == Formulas::FALSE => {}
            Value::Either(own, both) => {
                let negation = f.not(*own);
                open.push((f.and(condition, negation), &both.1));
                open.push((f.and(condition, *own), &both.0));
            }
            Value::Seq(elements) => cases.push((condition, elements.clone())),
            _ => return None,
        }
        within_bounds(&cases)?;
    }
    Some(cases)
}

fn within_bounds(cases: &[Case]) -> Option<()> {
    let elements: usize = cases.iter().map(|(_, elements)| elements.len()).sum();
    (cases.len() <= MAX_CASES && elements <= MAX_ELEMENTS).then_some(())
}

/// The value whose condition holds; the last one's is not looked at.
fn chosen(f: &mut Formulas, values: Vec<(Formula, Value)>) -> Option<Value> {
    let mut found: Option<Value> = None;
    for (condition, value) in values.into_iter().rev() {
        found = Some(match found {
            None => value,
            Some(other) => choose(f, condition, &value, &other),
        });
    }
    found
}

/// The element at an index that is within the sequence.
fn element_of(f: &mut Formulas, elements: &[Value], index: Formula) -> Option<Value> {
    let elements = elements.iter().enumerate().map(|(at, element)| {
        let at = f.int(at);
        (f.eq(index, at), element.clone())
    });
    let elements = elements.collect();
    chosen(f, elements)
}

/// The parts between two bounds that are in order and within the sequence. They are not grouped:
/// conditions on the bounds tell which parts of one sequence belong together.
fn parts(
    f: &mut Formulas,
    of: &[Case],
    from: Option<Formula>,
    to: Option<Formula>,
) -> Option<Value> {
    let mut found = Vec::new();
    for (condition, elements) in of {
        let from = from.unwrap_or_else(|| f.int(0));
        let to = to.unwrap_or_else(|| f.int(elements.len()));
        for start in 0..=elements.len() {
            for end in start..=elements.len() {
                let (low, high) = (f.int(start), f.int(end));
                let (is_start, is_end) = (f.eq(from, low), f.eq(to, high));
                let is_meant = f.all(&[*condition, is_start, is_end]);
                if is_meant != Formulas::FALSE {
                    let part = elements.get(start..end)?.to_vec();
                    found.push((is_meant, Rc::new(part)));
                    within_bounds(&found)?;
                }
            }
        }
    }
    let found = found.into_iter();
    let found = found.map(|(condition, elements)| (condition, Value::Seq(elements)));
    let found = found.collect();
    chosen(f, found)
}

/// The first sequences with the second ones behind them, where both can be meant.
fn joined(f: &mut Formulas, first: &[Case], second: &[Case]) -> Option<Vec<Case>> {
    let literals: Vec<Literals> = second
        .iter()
        .map(|(when, _)| Literals::of(f, *when))
        .collect();
    let mut both = Vec::new();
    for (one, a) in first {
        let own = Literals::of(f, *one);
        for ((two, b), theirs) in second.iter().zip(&literals) {
            let is_excluded = own.exclude(f, *two, true, 0) || theirs.exclude(f, *one, true, 0);
            if !is_excluded {
                let all = a.iter().chain(b.iter()).cloned().collect();
                both.push((f.and(*one, *two), Rc::new(all)));
                within_bounds(&both)?;
            }
        }
    }
    Some(both)
}

/// One sequence for each length.
fn by_length(f: &mut Formulas, cases: Vec<Case>) -> Option<Value> {
    let mut lengths: BTreeMap<usize, Vec<(Formula, Value)>> = BTreeMap::new();
    for (condition, elements) in cases {
        let same = lengths.entry(elements.len()).or_default();
        same.push((condition, Value::Seq(elements)));
    }
    let mut found = Vec::new();
    for same in lengths.into_values() {
        let conditions: Vec<Formula> = same.iter().map(|(condition, _)| *condition).collect();
        let value = chosen(f, same)?;
        found.push((f.any(&conditions), value));
    }
    chosen(f, found)
}

/// How deep conditions are looked at for what excludes them.
const MAX_DEPTH: u32 = 6;

/// What a condition implies of its parts.
struct Literals {
    truths: FxHashMap<Formula, bool>,
    /// The constants that formulas are equal to.
    numbers: FxHashMap<Formula, Formula>,
}

impl Literals {
    fn of(f: &Formulas, condition: Formula) -> Literals {
        let mut literals = Literals {
            truths: FxHashMap::default(),
            numbers: FxHashMap::default(),
        };
        let mut open = vec![condition];
        while let Some(formula) = open.pop() {
            match f.node(formula) {
                Node::And(parts) => open.extend(parts.iter().copied()),
                Node::Not(inner) => {
                    literals.truths.insert(*inner, false);
                }
                Node::Eq(a, b) => {
                    let pairs = [(*a, *b), (*b, *a)].into_iter();
                    let known = pairs.filter(|(_, b)| f.constant(*b).is_some());
                    literals.numbers.extend(known);
                    literals.truths.insert(formula, true);
                }
                _ => {
                    literals.truths.insert(formula, true);
                }
            }
        }
        literals
    }

    /// Whether a condition, or its negation, cannot hold beside these, as far as this is seen.
    fn exclude(&self, f: &Formulas, condition: Formula, holds: bool, depth: u32) -> bool {
        if self.truths.get(&condition) == Some(&!holds) {
            return true;
        }
        if depth > MAX_DEPTH {
            return false;
        }
        let of = |part: &Formula, holds| self.exclude(f, *part, holds, depth + 1);
        match f.node(condition) {
            Node::Not(inner) => of(inner, !holds),
            Node::And(parts) if holds => parts.iter().any(|part| of(part, true)),
            Node::And(parts) => parts.iter().all(|part| of(part, false)),
            Node::Eq(a, b) if holds => [(a, b), (b, a)].into_iter().any(|(a, b)| {
                let known = self.numbers.get(a);
                known.is_some_and(|known| known != b && f.constant(*b).is_some())
            }),
            _ => false,
        }
    }
}
