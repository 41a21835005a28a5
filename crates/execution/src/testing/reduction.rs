//! Smaller inputs with the same violation.

use super::expansion::{normal, set};
use super::runner::{Runner, ViolationKey, key};
use crate::concolic::symbols::Spot;
use crate::input::{Input, InputId, InputObject, InputValue};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};

/// The most runs that make one input smaller.
const MAX_RUNS: usize = 400;

/// Makes an input smaller, as long as the violation stays: references become null, arrays and texts shorter,
/// numbers closer to 0.
pub fn reduced(
    runner: &mut Runner<'_>,
    input: &Input,
    wanted: ViolationKey,
    stops: &dyn Fn() -> bool,
) -> Input {
    let mut best = input.clone();
    let mut runs = 0;
    loop {
        let mut is_better = false;
        for spot in spots(&best) {
            for candidate in candidates(&best, spot) {
                if runs >= MAX_RUNS || runner.is_used_up() || stops() {
                    return best;
                }
                runs += 1;
                let candidate = normal(&candidate);
                let ran = runner.run(&candidate, stops);
                if ran.violation().map(key) == Some(wanted) {
                    best = candidate;
                    is_better = true;
                    break;
                }
            }
        }
        if !is_better {
            return best;
        }
    }
}

/// The parts of an input, and the lengths of its arrays and texts.
fn spots(input: &Input) -> Vec<Spot> {
    let mut spots: Vec<Spot> = Vec::new();
    spots.extend((0..).zip(&input.args).map(|(number, _)| Spot::Arg(number)));
    spots.extend(input.statics.iter().map(|(field, _)| Spot::Static(*field)));
    let unknowns = (0..).zip(&input.unknowns);
    spots.extend(unknowns.map(|(number, _)| Spot::Unknown(number)));
    for (id, object) in (0..).map(InputId).zip(&input.objects) {
        match object {
            InputObject::Object(_, fields) => {
                spots.extend(fields.iter().map(|(field, _)| Spot::Field(id, *field)));
            }
            InputObject::Array(_, elements) => {
                spots.push(Spot::Length(id));
                let elements = (0..).zip(elements);
                spots.extend(elements.map(|(index, _)| Spot::Element(id, index)));
            }
            InputObject::Text(_) => spots.push(Spot::Length(id)),
        }
    }
    spots
}

/// Smaller inputs that differ in one part, the smallest first.
fn candidates(input: &Input, spot: Spot) -> Vec<Input> {
    if let Spot::Length(id) = spot {
        return shorter(input, id);
    }
    let Some(value) = super::expansion::get(input, spot) else {
        return Vec::new();
    };
    let values = match value {
        InputValue::Object(_) | InputValue::Unique(_) => vec![InputValue::Null],
        InputValue::Bool(true) => vec![InputValue::Bool(false)],
        InputValue::Int(n) => smaller(&n).into_iter().map(InputValue::Int).collect(),
        InputValue::List(elements) => fewer(&elements).into_iter().map(InputValue::List).collect(),
        InputValue::Entries(entries) => fewer(&entries)
            .into_iter()
            .map(InputValue::Entries)
            .collect(),
        InputValue::Null | InputValue::Bool(false) | InputValue::Perm(_) | InputValue::Empty => {
            Vec::new()
        }
    };
    let values = values.into_iter().map(|value| match value {
        InputValue::List(elements) if elements.is_empty() => InputValue::Empty,
        InputValue::Entries(entries) if entries.is_empty() => InputValue::Empty,
        value => value,
    });
    let with = |value: InputValue| {
        let mut changed = input.clone();
        set(&mut changed, spot, value);
        changed
    };
    values.map(with).collect()
}

/// The elements without one of them.
fn fewer<T: Clone>(elements: &[T]) -> Vec<Vec<T>> {
    let without = |index: usize| {
        let mut fewer = elements.to_vec();
        fewer.remove(index);
        fewer
    };
    (0..elements.len()).map(without).collect()
}

/// Numbers closer to 0.
fn smaller(n: &BigInt) -> Vec<BigInt> {
    if n.is_zero() {
        return Vec::new();
    }
    let one = BigInt::from(1);
    let mut found = vec![BigInt::zero(), one.clone(), n / 2, n - n.signum()];
    if n.is_negative() {
        found.push(-n);
    }
    found.retain(|other| other.abs() < n.abs() || n.is_negative() && *other == -n);
    found.dedup();
    found
}

/// Inputs in which an array has an element less, or a text a character.
fn shorter(input: &Input, id: InputId) -> Vec<Input> {
    let length = match input.object(id) {
        Some(InputObject::Array(_, elements)) => elements.len(),
        Some(InputObject::Text(units)) => units.len(),
        Some(InputObject::Object(..)) | None => 0,
    };
    let without = |index: usize| {
        let mut changed = input.clone();
        match changed.objects.get_mut(id.0 as usize) {
            Some(InputObject::Array(_, elements)) => drop(elements.remove(index)),
            Some(InputObject::Text(units)) => drop(units.remove(index)),
            Some(InputObject::Object(..)) | None => {}
        }
        changed
    };
    (0..length).map(without).collect()
}
