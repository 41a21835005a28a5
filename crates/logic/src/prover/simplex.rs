//! Feasibility of bounds of linear forms: the simplex method of Dutertre and de Moura, over
//! exact numbers, with infinitesimals for strict bounds. The result is a conflict, a
//! solution, or unknown if numbers grow or the step limit is reached.

use super::arithmetic::{End, Range};
use super::congruence::Id;
use super::linear::{Form, Q, inverse, plus, times};
use num_traits::{One, Signed, Zero};
use rustc_hash::FxHashMap;

/// The most pivots of a query about few variables.
const MAX_PIVOTS: usize = 200;
/// The most pivots for each variable of a query about many.
const PIVOTS_OF_VARIABLE: usize = 2;
/// The number of ranges added between two checks.
const BATCH: usize = 12;

/// A number and a multiple of an infinitesimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Delta(Q, Q);

impl Delta {
    fn plus(self, other: Delta, factor: Q) -> Option<Delta> {
        // Only strict bounds have infinitesimals.
        let infinitesimal = if other.1.is_zero() {
            self.1
        } else {
            plus(self.1, times(other.1, factor)?)?
        };
        Some(Delta(plus(self.0, times(other.0, factor)?)?, infinitesimal))
    }
}

#[derive(Clone, Debug)]
struct Variable {
    lower: Option<Delta>,
    upper: Option<Delta>,
    value: Delta,
    place: TableauPosition,
}

/// The position of a variable in the tableau.
#[derive(Clone, Copy, Debug)]
enum TableauPosition {
    Row(usize),
    Column(usize),
}

/// Rows express basic variables in terms of the column (nonbasic) variables.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tableau {
    variables: Vec<Variable>,
    numbers: FxHashMap<Id, usize>,
    /// The basic variable of each row, with its coefficients by column.
    rows: Vec<(usize, Vec<Q>)>,
    /// The nonbasic variable of each column.
    columns: Vec<usize>,
    pivots: usize,
}

/// Whether the ranges are infeasible.
pub(crate) fn impossible(ranges: &[(&std::rc::Rc<Form>, &Range)]) -> bool {
    let mut tableau = Tableau::default();
    for batch in ranges.chunks(BATCH) {
        for (key, range) in batch {
            match tableau.add(key, range) {
                Some(true) => {}
                Some(false) => return true,
                None => return false,
            }
        }
        match tableau.check() {
            Some(true) => {}
            Some(false) => return true,
            None => return false,
        }
    }
    false
}

#[allow(clippy::indexing_slicing)] // rows, columns and variables are numbered here
impl Tableau {
    /// Adds a range. Returns whether a solution is possible; `None` if numbers grew too
    /// large.
    pub fn add(&mut self, key: &Form, range: &Range) -> Option<bool> {
        let variable = match key.parts.as_slice() {
            [(id, q)] if q.is_one() => self.number(*id),
            _ => self.row(key)?,
        };
        let lower = |end: End| Delta(end.value, if end.strict { Q::one() } else { Q::zero() });
        let upper = |end: End| Delta(end.value, if end.strict { -Q::one() } else { Q::zero() });
        let (lower, upper) = (range.lower.map(lower), range.upper.map(upper));
        let known = &mut self.variables[variable];
        known.lower = known.lower.max(lower);
        known.upper = match (known.upper, upper) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        let (lower, upper, value) = (known.lower, known.upper, known.value);
        if let (Some(lower), Some(upper)) = (lower, upper)
            && lower > upper
        {
            return Some(false);
        }
        if let TableauPosition::Column(column) = self.variables[variable].place {
            let target = match (lower, upper) {
                (Some(lower), _) if value < lower => lower,
                (_, Some(upper)) if value > upper => upper,
                _ => return Some(true),
            };
            self.shift(column, target)?;
        }
        Some(true)
    }

    fn number(&mut self, id: Id) -> usize {
        if let Some(&variable) = self.numbers.get(&id) {
            return variable;
        }
        let variable = self.variables.len();
        self.variables.push(Variable {
            lower: None,
            upper: None,
            value: Delta(Q::zero(), Q::zero()),
            place: TableauPosition::Column(self.columns.len()),
        });
        self.columns.push(variable);
        for (_, row) in &mut self.rows {
            row.push(Q::zero());
        }
        self.numbers.insert(id, variable);
        variable
    }

    /// A slack variable for a form.
    fn row(&mut self, form: &Form) -> Option<usize> {
        for (id, _) in &form.parts {
            self.number(*id);
        }
        let mut row = vec![Q::zero(); self.columns.len()];
        let mut value = Delta(Q::zero(), Q::zero());
        for (id, q) in &form.parts {
            let part = self.number(*id);
            value = value.plus(self.variables[part].value, *q)?;
            match self.variables[part].place {
                TableauPosition::Column(column) => row[column] = plus(row[column], *q)?,
                TableauPosition::Row(at) => {
                    for (into, x) in row.iter_mut().zip(&self.rows[at].1) {
                        *into = plus(*into, times(*x, *q)?)?;
                    }
                }
            }
        }
        let variable = self.variables.len();
        self.variables.push(Variable {
            lower: None,
            upper: None,
            value,
            place: TableauPosition::Row(self.rows.len()),
        });
        self.rows.push((variable, row));
        Some(variable)
    }

    /// Changes the value of a column's variable.
    fn shift(&mut self, column: usize, target: Delta) -> Option<()> {
        let variable = self.columns[column];
        let step = target.plus(self.variables[variable].value, -Q::one())?;
        self.variables[variable].value = target;
        for at in 0..self.rows.len() {
            let (basic, q) = (self.rows[at].0, self.rows[at].1[column]);
            if !q.is_zero() {
                let value = self.variables[basic].value.plus(step, q)?;
                self.variables[basic].value = value;
            }
        }
        Some(())
    }

    /// Searches values within all bounds. `Some(false)`: infeasible.
    fn check(&mut self) -> Option<bool> {
        loop {
            // Bland's rule, for termination: the first variable in order.
            let broken = self.rows.iter().enumerate().filter_map(|(at, (v, _))| {
                let variable = &self.variables[*v];
                match (variable.lower, variable.upper) {
                    (Some(lower), _) if variable.value < lower => Some((*v, at, lower, true)),
                    (_, Some(upper)) if variable.value > upper => Some((*v, at, upper, false)),
                    _ => None,
                }
            });
            let Some((_, at, target, grow)) = broken.min_by_key(|b| b.0) else {
                return Some(true);
            };
            let Some(column) = self.entering(at, grow) else {
                return Some(false);
            };
            self.pivots += 1;
            if self.pivots > MAX_PIVOTS.max(PIVOTS_OF_VARIABLE * self.variables.len()) {
                return None;
            }
            self.pivot(at, column, target)?;
        }
    }

    /// The column whose variable can increase or decrease the row's variable.
    fn entering(&self, at: usize, grow: bool) -> Option<usize> {
        let row = &self.rows[at].1;
        let fits = |&(column, q): &(usize, &Q)| {
            if q.is_zero() {
                return false;
            }
            let variable = &self.variables[self.columns[column]];
            if q.is_positive() == grow {
                variable.upper.is_none_or(|upper| variable.value < upper)
            } else {
                variable.lower.is_none_or(|lower| variable.value > lower)
            }
        };
        let columns = row.iter().enumerate().filter(fits);
        columns
            .min_by_key(|(column, _)| self.columns[*column])
            .map(|(column, _)| column)
    }

    /// Swaps the variables of a row and a column, and sets the value of the row's
    /// former variable.
    fn pivot(&mut self, at: usize, column: usize, target: Delta) -> Option<()> {
        let (leaving, entering) = (self.rows[at].0, self.columns[column]);
        let factor = inverse(self.rows[at].1[column])?;
        let zero = Delta(Q::zero(), Q::zero());
        let step = target.plus(self.variables[leaving].value, -Q::one())?;
        let moved = self.variables[entering]
            .value
            .plus(zero.plus(step, factor)?, Q::one())?;
        self.shift(column, moved)?;
        // leaving = q * entering + rest, so entering = (leaving - rest) / q.
        let mut row = std::mem::take(&mut self.rows[at].1);
        for (other, q) in row.iter_mut().enumerate() {
            *q = if other == column {
                factor
            } else {
                -times(*q, factor)?
            };
        }
        for (index, (_, other)) in self.rows.iter_mut().enumerate() {
            if index == at || other[column].is_zero() {
                continue;
            }
            let q = std::mem::replace(&mut other[column], Q::zero());
            for (into, x) in other.iter_mut().zip(&row) {
                if !x.is_zero() {
                    *into = plus(*into, times(*x, q)?)?;
                }
            }
        }
        self.rows[at] = (entering, row);
        self.columns[column] = leaving;
        self.variables[entering].place = TableauPosition::Row(at);
        self.variables[leaving].place = TableauPosition::Column(column);
        Some(())
    }

    /// Searches values within all bounds; `None` if none are found.
    pub fn solve(&mut self) -> Option<()> {
        self.pivots = 0;
        self.check()?.then_some(())
    }

    /// Moves values away from each other and from their bounds, each by a different
    /// step.
    pub fn spread(&mut self) {
        for column in 0..self.columns.len() {
            let want = Q::from_integer(3 + 2 * column as i128);
            for step in [want, -want] {
                let room = self.room(column, step.is_positive());
                let room = room.map(|room| (room - Q::one()).floor());
                let step = room.map_or(step, |room| step.signum() * step.abs().min(room));
                let Delta(value, part) = self.variables[self.columns[column]].value;
                if step.is_zero() || step.is_positive() != want.is_positive() && room.is_none() {
                    continue;
                }
                let Some(target) = plus(value, step) else {
                    continue;
                };
                if room.is_none_or(|room| room.is_positive()) {
                    // If numbers grow too large, some values stay unmoved; evaluation
                    // of the candidate detects wrong values.
                    self.shift(column, Delta(target, part));
                    break;
                }
            }
        }
    }

    /// The slack of a column's variable upward or downward; `None` if unbounded.
    fn room(&self, column: usize, grow: bool) -> Option<Q> {
        // No slack if numbers grow too large.
        let room = |variable: &Variable, grow: bool| {
            let end = if grow { variable.upper } else { variable.lower };
            end.map(|end| plus(end.0, -variable.value.0).map_or(Q::zero(), |room| room.abs()))
        };
        let own = room(&self.variables[self.columns[column]], grow);
        let rows = self.rows.iter().filter(|(_, row)| !row[column].is_zero());
        let others = rows.filter_map(|(basic, row)| {
            let room = room(&self.variables[*basic], row[column].is_positive() == grow)?;
            let step = inverse(row[column].abs()).and_then(|q| times(room, q));
            Some(step.unwrap_or_else(Q::zero))
        });
        own.into_iter().chain(others).min()
    }

    /// The value of a form; `None` if it has an infinitesimal part.
    pub fn value(&self, key: &Form) -> Option<Q> {
        let mut sum = Delta(key.constant, Q::zero());
        for (id, q) in &key.parts {
            let variable = self.variables.get(*self.numbers.get(id)?)?;
            sum = sum.plus(variable.value, *q)?;
        }
        sum.1.is_zero().then_some(sum.0)
    }

    /// The values of the numbers, with a concrete infinitesimal that satisfies all bounds.
    pub fn values(&self) -> Option<FxHashMap<Id, Q>> {
        let mut small = Q::one();
        for variable in &self.variables {
            let value = variable.value;
            let lower = variable.lower.map(|lower| (lower, value));
            let upper = variable.upper.map(|upper| (value, upper));
            for (low, high) in lower.into_iter().chain(upper) {
                if low.1 > high.1 {
                    let per = inverse(plus(low.1, -high.1)?)?;
                    small = small.min(times(plus(high.0, -low.0)?, per)?);
                }
            }
        }
        let half = times(small, Q::new(1, 2))?;
        let values = self.numbers.iter().map(|(&id, &at)| {
            let Delta(value, part) = self.variables[at].value;
            Some((id, plus(value, times(part, half)?)?))
        });
        values.collect()
    }
}
