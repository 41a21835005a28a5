//! What holds at the heads of a member's loops on all runs seen: equations and bounds among
//! integers, as candidates for invariants. Runs only propose; what is no invariant is found out by
//! the proof.

use super::site::{Loop, Site};
use crate::execution::code::{CompiledProgram, Routine};
use crate::execution::compile::{Checking, Unguarded, compile};
use crate::execution::concrete::Concrete;
use crate::execution::concrete::value::Value;
use crate::execution::configuration::Configuration;
use crate::execution::testing::runner::Runner;
use crate::execution::testing::search::{Limits, ModelSource, Watching, search};
use crate::execution::testing::subject::Subject;
use crate::ir::input::Input;
use crate::ir::{MemberId, MethodId, Program, VarId, ids};
use crate::stop::Stop;
use std::collections::BTreeSet;

/// The bounds of the search for inputs, and of the runs that are watched.
const LIMITS: Limits = Limits {
    depth: 4,
    jobs: 1,
    runs: 24,
    steps: 5_000,
    all_steps: 60_000,
    models: ModelSource::BuiltIn,
    work: 50_000,
};

/// The most states at the head of a loop that are compared.
const MAX_STATES: usize = 60;

/// The most integers at the head of a loop that are compared.
const MAX_QUANTITIES: usize = 8;

/// The most bounds that are proposed for a loop.
const MAX_BOUNDS: usize = 8;

/// The greatest integer that is compared, and the greatest factor that is proposed.
const GREATEST: [i64; 2] = [1 << 20, 1_000];

/// An integer at the head of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Quantity {
    /// How it is written.
    text: String,
    /// The variable.
    variable: VarId,
    /// Whether it is the length of an array.
    is_length: bool,
    /// Whether an iteration assigns it.
    is_assigned: bool,
}

/// What was seen at the head of a loop: integers, and their values at the times that it was
/// reached.
#[derive(Clone, Debug, Default)]
struct LoopHead {
    quantities: Vec<Quantity>,
    states: BTreeSet<Vec<i64>>,
}

/// The conditions that held at the head of each loop of a member on all runs, with this sign for
/// equality.
pub(super) fn conditions(
    program: &Program,
    site: Site<'_>,
    equals: &str,
    stop: &Stop,
) -> Vec<Vec<String>> {
    let loops = site.loops();
    let found = (!loops.is_empty()).then(|| watched(program, site, &loops, stop));
    let seen = found.flatten().unwrap_or_default();
    seen.iter().map(|seen| seen.conditions(equals)).collect()
}

/// Runs a member, and looks at the heads of its loops.
fn watched(
    program: &Program,
    site: Site<'_>,
    loops: &[Loop<'_>],
    stop: &Stop,
) -> Option<Vec<LoopHead>> {
    let mut methods = ids::<MethodId>(program.methods.len());
    let method =
        methods.find(|id| program.member_span(MemberId::Method(*id)) == site.member.name.span)?;
    let member = MemberId::Method(method);
    let checking = Checking {
        contracts: true,
        contracts_optional: site.page.notation.may_lack_contracts(),
        permissions: true,
        unguarded: Unguarded::NotEvaluated,
        assertions: false,
        by_contract: false,
    };
    let code = compile(program, checking);
    let subject = Subject::new(program, &code, member)?;
    let body = *code.bodies.get(method.index())?;
    let routine = code.routines.get(body.0 as usize)?;
    let heads: Vec<Option<u32>> = loops
        .iter()
        .map(|found| head(routine, loops, found))
        .collect();
    let mut seen: Vec<LoopHead> = loops
        .iter()
        .map(|found| LoopHead::new(program, site, member, found))
        .collect();
    let stops = || stop.reason().is_some();
    let runner = Runner::new(program, &code, &subject, LIMITS.steps);
    let mut runner = runner.within(LIMITS.all_steps);
    let mut before = None;
    for input in inputs(program, &code, &subject, stop) {
        runner.watch(&input, &stops, &mut |c| {
            let Some(frame) = c.thread.frames.last() else {
                return;
            };
            let here = (c.thread.frames.len(), frame.at);
            if frame.routine == body && before != Some(here) {
                let all = heads.iter().zip(&mut seen);
                let reached = all.filter(|(head, _)| **head == Some(frame.at));
                reached.for_each(|(_, seen)| seen.look(c, frame.base as usize));
            }
            before = Some(here);
        });
    }
    Some(seen)
}

/// Inputs that meet the precondition.
fn inputs(program: &Program, code: &CompiledProgram, subject: &Subject, stop: &Stop) -> Vec<Input> {
    let first = vec![subject.first_input(program)];
    let watching = Watching {
        stops: &|| stop.reason().is_some(),
        is_asked: &|| true,
        is_enough: &|_| false,
        tell: &|_, _| (),
    };
    let searched = search(program, code, subject, first, LIMITS, watching);
    let valid = searched.nodes.into_iter().filter(|node| node.is_valid);
    valid.map(|node| node.input).collect()
}

/// Where an iteration of a loop begins in the code.
fn head(routine: &Routine, loops: &[Loop<'_>], wanted: &Loop<'_>) -> Option<u32> {
    let mut compiled = routine.loops.iter();
    compiled
        .find(|compiled| {
            let Some(at) = routine.spans.get(compiled.end as usize) else {
                return false;
            };
            // Of nested loops, the innermost one that has the place.
            let holding = loops.iter().filter(|one| one.stmt.span.contains(*at));
            let inner = holding.min_by_key(|one| one.stmt.span.end - one.stmt.span.start);
            inner.is_some_and(|inner| inner.stmt.span == wanted.stmt.span)
        })
        .map(|compiled| compiled.head)
}

impl LoopHead {
    fn new(program: &Program, site: Site<'_>, member: MemberId, found: &Loop<'_>) -> LoopHead {
        let vars = program.vars(member);
        let mut quantities: Vec<Quantity> = Vec::new();
        for variable in found.variables.iter().rev() {
            let is_length = site.text(variable.ty.span).ends_with(']');
            let text = if is_length {
                format!("{}.length", variable.name)
            } else {
                variable.name.to_owned()
            };
            let is_new = quantities.iter().all(|known| known.text != text);
            if !is_length && !variable.is_integer() || !is_new {
                continue;
            }
            // The last declaration before the loop is in scope there.
            let all = ids::<VarId>(vars.all.len()).zip(&vars.all);
            let before = all.filter(|(_, var)| {
                var.name == variable.name && var.span.start <= found.body.span.start
            });
            let last = before.max_by_key(|(_, var)| var.span.start);
            quantities.extend(last.map(|(id, _)| Quantity {
                text,
                variable: id,
                is_length,
                is_assigned: found.assigned.contains(variable.name),
            }));
        }
        quantities.sort_by_key(|quantity| !quantity.is_assigned);
        quantities.truncate(MAX_QUANTITIES);
        LoopHead {
            quantities,
            states: BTreeSet::new(),
        }
    }

    /// Adds the state of a run, unless something has no value, or a large one.
    fn look(&mut self, c: &Configuration<Concrete<'_>>, base: usize) {
        let [greatest, _] = GREATEST;
        let value = |quantity: &Quantity| {
            let slot = base + quantity.variable.index();
            let value = c.thread.slots.get(slot)?;
            let n = match value {
                Value::Int(n) if !quantity.is_length => *n,
                array if quantity.is_length => {
                    i64::try_from(c.domain.elements_of(array)?.count()).ok()?
                }
                _ => return None,
            };
            (n.abs() <= greatest).then_some(n)
        };
        if self.states.len() < MAX_STATES
            && let Some(state) = self.quantities.iter().map(value).collect()
        {
            self.states.insert(state);
        }
    }

    fn conditions(&self, equals: &str) -> Vec<String> {
        let equations = self.equations();
        let mut all: Vec<String> = equations
            .iter()
            .map(|equation| self.written(equation, equals))
            .collect();
        all.extend(self.bounds(&equations));
        all
    }

    /// The values of a quantity in all states.
    fn column(&self, number: usize) -> impl Iterator<Item = i64> {
        let states = self.states.iter();
        states.filter_map(move |state| state.get(number).copied())
    }

    /// Equations that say what an assigned quantity is in terms of one or two others.
    fn equations(&self) -> Vec<Equation> {
        let mut all: Vec<Equation> = Vec::new();
        let numbers = 0..self.quantities.len();
        let assigned = numbers.clone().filter(|at| self.is_changing(*at));
        for left in assigned {
            let others = || numbers.clone().filter(move |at| *at != left);
            for one in others() {
                self.add(&mut all, left, &[one]);
            }
            for one in others() {
                for other in others().filter(|other| *other > one) {
                    self.add(&mut all, left, &[one, other]);
                }
            }
        }
        all
    }

    /// Whether an iteration assigns a quantity, and it was seen with several values.
    fn is_changing(&self, number: usize) -> bool {
        let quantity = self.quantities.get(number);
        let values: BTreeSet<i64> = self.column(number).collect();
        quantity.is_some_and(|quantity| quantity.is_assigned) && values.len() > 1
    }

    /// Adds the equation of a quantity and others, if there is one that no shorter one implies.
    fn add(&self, all: &mut Vec<Equation>, left: usize, others: &[usize]) {
        let mut columns: Vec<Vec<i64>> = vec![self.column(left).collect()];
        columns.extend(others.iter().map(|other| self.column(*other).collect()));
        let is_known = all.iter().any(|known| {
            let mut used = known.factors.iter();
            used.all(|(of, _)| *of == left || others.contains(of))
        });
        if is_known {
            return;
        }
        let solved = match columns.as_slice() {
            [x, y] => line(x, y).map(|(p, q)| (vec![p], q)),
            [x, y, z] => plane(x, [y, z]).map(|([p, r], q)| (vec![p, r], q)),
            _ => None,
        };
        all.extend(solved.map(|(factors, constant)| {
            let others = others.iter().copied().zip(factors);
            Equation {
                factors: std::iter::once((left, 1)).chain(others).collect(),
                constant,
            }
        }));
    }

    /// Bounds of an assigned quantity by another one with a distance of 1.
    fn bounds(&self, equations: &[Equation]) -> Vec<String> {
        let mut all = Vec::new();
        let numbers = 0..self.quantities.len();
        for one in numbers.clone().filter(|at| self.is_changing(*at)) {
            for other in numbers.clone().filter(|other| *other != one) {
                let is_equal = equations.iter().any(|equation| {
                    let mut used = equation.factors.iter();
                    used.all(|(of, _)| *of == one || *of == other)
                });
                let distances = self.column(one).zip(self.column(other));
                let distances: BTreeSet<i64> = distances.map(|(one, other)| one - other).collect();
                let names = [one, other].map(|at| self.quantities.get(at).map(|q| &q.text));
                let [Some(one), Some(other)] = names else {
                    continue;
                };
                if is_equal || distances.len() < 3 {
                    continue;
                }
                match (distances.first(), distances.last()) {
                    (_, Some(1)) => all.push(format!("{one} <= {other} + 1")),
                    (_, Some(-1)) => all.push(format!("{one} < {other}")),
                    (Some(1), _) => all.push(format!("{other} < {one}")),
                    (Some(-1), _) => all.push(format!("{other} <= {one} + 1")),
                    _ => {}
                }
            }
        }
        all.truncate(MAX_BOUNDS);
        all
    }

    /// An equation as text.
    fn written(&self, equation: &Equation, equals: &str) -> String {
        let name = |at: usize| self.quantities.get(at).map_or("", |q| q.text.as_str());
        let left = equation.factors.first().map_or("", |(of, _)| name(*of));
        let mut terms: Vec<(i64, String)> = Vec::new();
        for (of, factor) in equation.factors.iter().skip(1) {
            let name = name(*of);
            terms.push(match factor.abs() {
                1 => (*factor, name.to_owned()),
                n => (*factor, format!("{n} * {name}")),
            });
        }
        if equation.constant != 0 {
            terms.push((equation.constant, equation.constant.abs().to_string()));
        }
        // What is added comes first.
        terms.sort_by_key(|(sign, _)| *sign < 0);
        let mut right = String::new();
        for (sign, term) in &terms {
            right += match (right.is_empty(), *sign < 0) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            right += term;
        }
        format!("{left} {equals} {right}")
    }
}

/// The first quantity is the sum of the others with their factors, and of the constant.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Equation {
    factors: Vec<(usize, i64)>,
    constant: i64,
}

/// Two numbers of points besides those that decide a line or a plane: with fewer, it is by accident.
const MORE_POINTS: usize = 2;

/// `[p, q]` with `x = p * y + q` in all points.
fn line(x: &[i64], y: &[i64]) -> Option<(i64, i64)> {
    let points: BTreeSet<(i64, i64)> = x.iter().copied().zip(y.iter().copied()).collect();
    if points.len() < 2 + MORE_POINTS - 1 {
        return None;
    }
    let (x0, y0) = *points.first()?;
    let (x1, y1) = *points.iter().find(|(_, y)| *y != y0)?;
    let p = factor(x1 - x0, y1 - y0)?;
    let q = x0 - p * y0;
    let holds = points.iter().all(|(x, y)| *x == p * y + q);
    (holds && p != 0).then_some((p, q))
}

/// `([p, r], q)` with `x = p * y + r * z + q` in all points.
fn plane(x: &[i64], others: [&[i64]; 2]) -> Option<([i64; 2], i64)> {
    let [y, z] = others;
    let points = x.iter().zip(y).zip(z).map(|((x, y), z)| [*x, *y, *z]);
    let points: BTreeSet<[i64; 3]> = points.collect();
    if points.len() < 3 + MORE_POINTS {
        return None;
    }
    let [x0, y0, z0] = *points.first()?;
    let from_first: Vec<[i64; 3]> = points
        .iter()
        .map(|[x, y, z]| [x - x0, y - y0, z - z0])
        .collect();
    let determinant = |[_, y1, z1]: &[i64; 3], [_, y2, z2]: &[i64; 3]| y1 * z2 - y2 * z1;
    let one = from_first.iter().find(|[_, y, z]| *y != 0 || *z != 0)?;
    let other = from_first
        .iter()
        .find(|other| determinant(one, other) != 0)?;
    let by = determinant(one, other);
    let ([x1, y1, z1], [x2, y2, z2]) = (one, other);
    let p = factor(x1 * z2 - x2 * z1, by)?;
    let r = factor(y1 * x2 - y2 * x1, by)?;
    let q = x0 - p * y0 - r * z0;
    let holds = points.iter().all(|[x, y, z]| *x == p * y + r * z + q);
    (holds && p != 0 && r != 0).then_some(([p, r], q))
}

/// A quotient, if it is an integer that is not large.
fn factor(a: i64, b: i64) -> Option<i64> {
    let [_, greatest] = GREATEST;
    let quotient = a.checked_div(b)?;
    (quotient * b == a && quotient.abs() <= greatest).then_some(quotient)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The conditions on quantities `a`, `b`, …, of which the first ones are assigned.
    fn conditions(assigned: usize, states: &[&[i64]]) -> Vec<String> {
        let count = states.first().map_or(0, |state| state.len());
        let names = ["a", "b", "c", "d"].into_iter().take(count);
        let quantities = names.enumerate().map(|(at, name)| Quantity {
            text: name.to_owned(),
            variable: VarId(0),
            is_length: false,
            is_assigned: at < assigned,
        });
        let seen = LoopHead {
            quantities: quantities.collect(),
            states: states.iter().map(|state| state.to_vec()).collect(),
        };
        seen.conditions("=")
    }

    #[test]
    fn a_multiple_of_a_counter_is_an_equation() {
        let states: [&[i64]; 4] = [&[1, 0], &[3, 1], &[5, 2], &[7, 3]];
        assert_eq!(conditions(2, &states), ["a = 2 * b + 1"]);
    }

    #[test]
    fn what_is_moved_from_one_to_another_has_a_sum() {
        let states: [&[i64]; 6] = [
            &[0, 3, 3],
            &[1, 2, 3],
            &[2, 1, 3],
            &[3, 0, 3],
            &[0, 1, 1],
            &[1, 0, 1],
        ];
        assert_eq!(conditions(2, &states), ["a = c - b"]);
    }

    #[test]
    fn few_states_say_nothing() {
        assert_eq!(conditions(2, &[&[0, 0], &[2, 1]]), [""; 0]);
        assert_eq!(
            conditions(1, &[&[0, 0, 1], &[2, 1, 5], &[3, 3, 3]]),
            [""; 0]
        );
    }

    #[test]
    fn a_distance_of_one_is_a_bound() {
        let states: [&[i64]; 3] = [&[0, 5], &[3, 9], &[10, 9]];
        assert_eq!(conditions(1, &states), ["a <= b + 1"]);
    }
}
