//! The evaluation of an expression in a configuration of the interpreter: the instructions of a
//! statement that was added to the program are executed in a copy, by cases of what is undecided.

use super::snippet::{Extended, VALUE};
use crate::execution::code::{CompiledProgram, Instruction, RoutineId};
use crate::execution::compile::{Checking, Unguarded, compile};
use crate::execution::configuration::{Configuration, Frame};
use crate::execution::machine::{Machine, Status};
use crate::execution::symbolic::{Symbolic, Value};
use crate::ir::{MemberId, Program, Var};
use crate::logic::{Solver, Term, Terms};
use crate::stop::Stop;
use std::ops::Range;

/// The greatest number of cases by which an expression is evaluated.
const MAX_CASES: usize = 64;

/// The greatest number of steps for the evaluation of an expression.
const MAX_STEPS: u64 = 1_000_000;

/// The value of an expression in one case.
#[derive(Clone, Debug)]
pub struct Case<'p> {
    /// When this is the value; `None` if it always is.
    pub condition: Option<Term>,
    /// The value.
    pub value: Term,
    /// The domain after the evaluation.
    pub domain: Symbolic<'p>,
}

/// The value of all cases as one term.
pub fn joined(domain: &Symbolic<'_>, cases: &[Case<'_>]) -> Term {
    let mut terms = domain.terms();
    let mut cases = cases.iter().rev();
    let last = cases.next().map(|case| case.value);
    let last = last.unwrap_or_else(|| terms.null());
    cases.fold(last, |rest, case| match case.condition {
        Some(condition) => terms.ite(condition, case.value, rest),
        None => case.value,
    })
}

/// An expression in the scope of a place.
pub struct Evaluation<'x> {
    /// The program.
    pub outer: &'x Program,
    /// The program with a statement that assigns the value.
    pub extended: &'x Extended,
    /// The member.
    pub member: MemberId,
    /// The values of variables that other added statements declare.
    pub given: &'x [(String, Term)],
}

/// The state after a statement in one case.
#[derive(Clone, Debug)]
pub struct After<'p> {
    /// When this is the state; `None` if it always is.
    pub condition: Option<Term>,
    /// The state, with the variables of the extended member alone.
    pub state: Configuration<Symbolic<'p>>,
}

/// The slots of a variable in the member, and in the extended one.
struct Renumbered {
    outer: usize,
    extended: usize,
}

/// A case that is not yet evaluated.
struct Open<'p> {
    condition: Option<Term>,
    state: Configuration<Symbolic<'p>>,
}

/// What became of a case.
enum Evaluated<'p> {
    Done(Box<Configuration<Symbolic<'p>>>),
    Split(Box<[Open<'p>; 2]>),
}

impl Evaluation<'_> {
    /// The values of the expression in a state.
    ///
    /// # Errors
    /// If it has none in some case; what to say.
    pub fn values<'p>(
        &self,
        state: Configuration<Symbolic<'p>>,
        solver: &mut Solver<'_>,
        stop: &Stop,
    ) -> Result<Vec<Case<'p>>, String> {
        let after = self.run(state, solver, stop)?.into_iter();
        let cases = after.map(|After { condition, state }| {
            let value = self.value(&state).ok_or("this has no value")?;
            Ok(Case {
                condition,
                value: state.domain.term_of(&value),
                domain: state.domain,
            })
        });
        cases.collect()
    }

    /// The states after the added statement.
    ///
    /// # Errors
    /// If there is none in some case; what to say.
    pub fn run<'p>(
        &self,
        state: Configuration<Symbolic<'p>>,
        solver: &mut Solver<'_>,
        stop: &Stop,
    ) -> Result<Vec<After<'p>>, String> {
        let checking = Checking {
            contracts: true,
            contracts_optional: true,
            permissions: false,
            unguarded: Unguarded::NotEvaluated,
            assertions: true,
            by_contract: false,
        };
        let program = &self.extended.program;
        let code = compile(program, checking);
        let (routine, range) = self.instructions(&code)?;
        let state = self.entered(state, &code, routine, range.start)?;
        let mut domain = state.domain.clone();
        let mut machine = Machine::new(program, &code, &mut domain);
        let mut open = vec![Open {
            condition: None,
            state: Configuration { domain, ..state },
        }];
        let mut cases = Vec::new();
        let mut steps = MAX_STEPS;
        while let Some(next) = open.pop() {
            if let Some(why) = stop.reason() {
                return Err(why.text().into_owned());
            }
            let condition = next.condition;
            match self.case(next, &range, &mut machine, solver, &mut steps)? {
                Evaluated::Done(state) => cases.push(After {
                    condition,
                    state: *state,
                }),
                Evaluated::Split(sides) => open.extend(*sides),
            }
            if open.len() + cases.len() > MAX_CASES {
                return Err("the value depends on too many conditions".to_owned());
            }
        }
        Ok(cases)
    }

    /// The instructions of the added statement.
    fn instructions(&self, code: &CompiledProgram) -> Result<(RoutineId, Range<usize>), String> {
        let MemberId::Method(method) = self.member else {
            return Err("only variables can be evaluated in a pure method".to_owned());
        };
        let routine = code.bodies.get(method.0 as usize);
        let routine = *routine.ok_or("there is no body")?;
        let body = code.routines.get(routine.0 as usize);
        let body = body.ok_or("there is no body")?;
        let own = |span: &crate::source::Span| span.file == self.extended.file;
        let first = body.spans.iter().position(own);
        let first = first.ok_or("this does nothing")?;
        let length = body.spans.iter().skip(first).take_while(|s| own(s)).count();
        let range = first..first + length;
        let is_contract = |i: &Instruction| {
            matches!(
                i,
                Instruction::BeginOld(_)
                    | Instruction::BeginUntouched
                    | Instruction::Instance { .. }
            )
        };
        let instructions = body.code.get(range.clone()).unwrap_or_default();
        if instructions.iter().any(is_contract) {
            Err("`old`, `untouched` and predicates have no value without contracts".to_owned())
        } else {
            Ok((routine, range))
        }
    }

    /// The state before the added statement.
    fn entered<'p>(
        &self,
        mut state: Configuration<Symbolic<'p>>,
        code: &CompiledProgram,
        routine: RoutineId,
        first: usize,
    ) -> Result<Configuration<Symbolic<'p>>, String> {
        let slots = code.routines.get(routine.0 as usize);
        let slots = slots.map_or(0, |body| body.slots as usize);
        state.thread.slots = self.slots(&state, slots)?;
        state.thread.frames = vec![Frame {
            routine,
            at: u32::try_from(first).unwrap_or(u32::MAX),
            base: 0,
            to: None,
            thrown: None,
            view: None,
            scope: None,
        }];
        Ok(state)
    }

    /// Executes a case up to its value, or up to what is undecided.
    fn case<'p>(
        &self,
        case: Open<'p>,
        range: &Range<usize>,
        machine: &mut Machine<'_, Symbolic<'p>>,
        solver: &mut Solver<'_>,
        steps: &mut u64,
    ) -> Result<Evaluated<'p>, String> {
        let Open {
            condition,
            mut state,
        } = case;
        loop {
            let is_over = match state.thread.frames.as_slice() {
                [only] => !range.contains(&(only.at as usize)),
                frames => frames.is_empty(),
            };
            if is_over {
                return Ok(Evaluated::Done(Box::new(state)));
            }
            // A call of the member itself runs the member as it is written.
            if let [entered, .., innermost] = state.thread.frames.as_mut_slice()
                && innermost.routine == entered.routine
                && range.contains(&(innermost.at as usize))
            {
                innermost.at = u32::try_from(range.end).unwrap_or(u32::MAX);
            }
            *steps = steps
                .checked_sub(1)
                .ok_or("the evaluation takes too long")?;
            match machine.run(&mut state, 1) {
                Status::Running => {}
                Status::Undecided(choice) => match state.domain.sides(solver, choice) {
                    (true, true) => return Ok(split(condition, state, choice)),
                    (can, _) => state.domain.learn(choice, can),
                },
                Status::Violation(violation) => {
                    let when = condition.map(|t| format!("if {}: ", state.domain.text(t)));
                    let when = when.unwrap_or_default();
                    return Err(format!("it is not defined: {when}{}", violation.message));
                }
                Status::Unsupported(_, what) => return Err(format!("{what} is not supported")),
                Status::Done | Status::Bound(_) => return Err("it has no value".to_owned()),
            }
        }
    }

    /// The value that the added statement has assigned.
    pub fn value(&self, state: &Configuration<Symbolic<'_>>) -> Option<Value> {
        let vars = &self.extended.program.vars(self.member).all;
        let at = vars.iter().position(|var| var.name == VALUE)?;
        let value = state.thread.slots.get(at).copied()?;
        value.is_set().then_some(value)
    }

    /// The slots of the extended member: its variables have the values of those of the member.
    fn slots(
        &self,
        state: &Configuration<Symbolic<'_>>,
        count: usize,
    ) -> Result<Vec<Value>, String> {
        let frame = state.thread.frames.last();
        let base = frame.map_or(0, |frame| frame.base as usize);
        let mut slots = vec![Value::default(); count];
        for Renumbered { outer, extended } in self.renumbered()? {
            let value = state.thread.slots.get(base + outer);
            if let (Some(place), Some(value)) = (slots.get_mut(extended), value) {
                *place = *value;
            }
        }
        let all = self.extended.program.vars(self.member).all.iter();
        for (var, place) in all.zip(&mut slots) {
            let is_added = self.extended.files.contains(&var.span.file);
            let mut given = self.given.iter();
            if let Some((_, value)) = given.find(|(name, _)| is_added && *name == var.name) {
                *place = Value::of(*value);
            }
        }
        Ok(slots)
    }

    /// A state of the program with the variables, heap and path condition of the state after the
    /// added statement.
    ///
    /// # Errors
    /// If the variables cannot be told apart; what to say.
    pub fn carried_over<'p>(
        &self,
        mut state: Configuration<Symbolic<'p>>,
        after: After<'p>,
    ) -> Result<Configuration<Symbolic<'p>>, String> {
        let frame = state.thread.frames.last();
        let base = frame.map_or(0, |frame| frame.base as usize);
        for Renumbered { outer, extended } in self.renumbered()? {
            let value = after.state.thread.slots.get(extended);
            if let (Some(place), Some(value)) = (state.thread.slots.get_mut(base + outer), value) {
                *place = *value;
            }
        }
        state.domain = after.state.domain;
        Ok(state)
    }

    /// The slots of the variables that the text of the member declares.
    fn renumbered(&self) -> Result<Vec<Renumbered>, String> {
        let old = self.own_variables(&self.outer.vars(self.member).all);
        let new = self.own_variables(&self.extended.program.vars(self.member).all);
        let names = |vars: &[(usize, &str)]| vars.iter().map(|var| var.1.to_owned()).collect();
        let (before, after): (Vec<String>, Vec<String>) = (names(&old), names(&new));
        if before != after {
            return Err("the variables here cannot be told apart".to_owned());
        }
        let pairs = old.into_iter().zip(new);
        let pairs = pairs.map(|((outer, _), (extended, _))| Renumbered { outer, extended });
        Ok(pairs.collect())
    }

    /// The slots and names of the variables that the text of the member declares.
    fn own_variables<'v>(&self, vars: &'v [Var]) -> Vec<(usize, &'v str)> {
        let all = vars.iter().enumerate();
        let own = all
            .filter(|(_, var)| !var.is_temporary && !self.extended.files.contains(&var.span.file));
        own.map(|(at, var)| (at, var.name.as_str())).collect()
    }
}

/// Both cases of a condition, `true` last, so that it is the next one.
fn split<'p>(
    condition: Option<Term>,
    state: Configuration<Symbolic<'p>>,
    choice: Term,
) -> Evaluated<'p> {
    let mut yes = state.clone();
    let mut no = state;
    yes.domain.assume_silently(choice, true);
    no.domain.assume_silently(choice, false);
    let conditions = {
        let mut terms = yes.domain.terms();
        let not = terms.not(choice);
        let within = |side: Term, terms: &mut Terms| match condition {
            Some(outer) => terms.and([outer, side]),
            None => side,
        };
        [within(not, &mut terms), within(choice, &mut terms)]
    };
    let [fails, holds] = conditions.map(Some);
    Evaluated::Split(Box::new([
        Open {
            condition: fails,
            state: no,
        },
        Open {
            condition: holds,
            state: yes,
        },
    ]))
}
