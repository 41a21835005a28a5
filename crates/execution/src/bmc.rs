//! Bounded model checking of a member: all its paths within a bound become one question whether
//! something that must hold does not, and one whether the bound is reached. What is found is
//! replayed on numbers before it is reported.

use super::bounded::{Bounded, Extent, Initial, Wanted};
use super::code::{CompiledProgram, Instruction};
use super::compile::{Checking, Unguarded, compile};
use super::concrete::Concrete;
use super::configuration::Configuration;
use super::input::{Input, InputUnknown};
use super::machine::{Machine, Status, Violation};
pub use super::steps::Longer;
use super::unwinding::{Unwinder, Unwinding, Unwound};
use super::unwound::{self, TooLong};
use super::versions::{Version, Versions};
use std::collections::BTreeSet;
use veriframe_base::notation::Notation;
use veriframe_base::source::Span;
use veriframe_ir::{ClassId, MemberId, MethodKind, Program, Type};
use veriframe_logic::bits::{Assignment, Formula, Formulas, ValueOf};
use veriframe_logic::z3::library::Unusable;
use veriframe_logic::{BitsAnswer, Question, Watch};

/// What is asked about a member.
#[derive(Clone, Debug)]
pub struct MemberQuery {
    /// The method, constructor, or pure method.
    pub member: MemberId,
    /// The classes of its receivers.
    pub receivers: BTreeSet<ClassId>,
    /// How contracts are checked.
    pub checking: Checking,
    /// How often loops and recursive calls are unwound.
    pub unwind: u32,
    /// The objects at the beginning.
    pub extent: Extent,
    /// The bound of Z3's work for one question, in its units; 0 for none.
    pub rlimit: u32,
    /// The greatest number of steps.
    pub steps: u64,
    /// Whether what the library returns of an erased type was given to it, or is a text.
    pub returns_given: bool,
    /// Whether the question whether something is wrong is wanted as a text.
    pub wants_formula: bool,
    /// The notation in which the unwound program is wanted, if it is.
    pub wants_program: Option<Notation>,
}

/// The answer.
#[derive(Clone, Debug)]
pub enum Answer {
    /// Something that must hold does not, for this input.
    Bug(Input, Box<Violation>, Vec<Version>),
    /// Nothing is wrong, and no path reaches the bound.
    Correct,
    /// Nothing is wrong within the bound, and it is not known whether something is beyond.
    Bounded(Reason),
}

/// Why no answer covers all paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Some path is longer than the bound.
    Reached(Longer),
    /// Some path makes more objects or elements than are followed.
    TooLarge,
    /// No state within the extent satisfies the precondition.
    NoState,
    /// No path gets beyond the assumptions of the code; the last of them that ends one.
    AssumedAway(Span),
    /// Z3 did not decide whether something is wrong.
    Undecided,
    /// The number of steps or formulas reached its bound.
    Steps,
    /// Some conjuncts could not be evaluated, so that they were not checked.
    Unevaluated,
    /// Something seems wrong, as far as quantifiers without bounds are evaluated within the scope.
    BeyondScope,
    /// Some inputs within the extent were left out.
    Restricted,
    /// The run was asked to stop.
    Stopped,
    /// Some path leads to what is not supported; the place, and what it is.
    Unsupported(Span, String),
    /// The input for which something seems wrong cannot be run: it leads to what is not supported;
    /// the place, and what it is.
    NotRun(Input, Span, String),
    /// The input for which something seems wrong does not show it when it is run.
    NotReplayed(Input),
}

/// The sizes of the questions, in formulas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// Of the question whether something is wrong.
    pub violation: usize,
    /// Of the question whether the bound is reached.
    pub bound: usize,
}

/// What is found of one unwinding.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The answer.
    pub answer: Answer,
    /// The sizes of the questions.
    pub sizes: Sizes,
    /// The conjuncts of the precondition that could not be evaluated.
    pub left_out: Vec<Span>,
    /// The other conjuncts that could not be evaluated.
    pub unevaluated: Vec<Span>,
    /// Quantifiers without bounds that were evaluated for the integers within the scope.
    pub within_scope: Vec<Span>,
    /// The conjuncts of postconditions of members without code that could not be assumed.
    pub unassumed: Vec<Span>,
    /// What is left out of the initial states beyond the extent.
    pub restrictions: Vec<String>,
    /// The question whether something is wrong, in the format of SMT-LIB, if it is wanted.
    pub formula: Option<String>,
    /// The unwound program, if it is wanted.
    pub program: Option<Result<String, TooLong>>,
}

/// Why nothing was checked.
#[derive(Clone, Debug)]
pub enum Refusal {
    /// The member has no initial states that are supported.
    Member(String),
    /// Z3 cannot be used.
    Solver(Unusable),
}

/// The most formulas of one check.
const MAX_FORMULAS: usize = 8_000_000;

/// The greatest number of steps of a replay, for each step of the unwinding.
const REPLAY_STEPS: u64 = 100;

/// The most inputs that are run, each for which other conditions do not hold.
const MAX_REPLAYS: u32 = 8;

/// The greatest heap of a replay, in cells.
const REPLAY_CELLS: usize = 50_000_000;

/// Checks a member within a bound.
///
/// # Errors
/// If it cannot be checked at all.
pub fn check(
    program: &Program,
    request: &MemberQuery,
    stops: &dyn Fn() -> bool,
    watch: &Watch<'_>,
) -> Result<Checked, Refusal> {
    let code = compile(program, request.checking);
    let mut domain = Bounded::new(program, request.extent.elements, request.returns_given);
    let mut machine = Machine::new(program, &code, &mut domain);
    let is_main = match request.member {
        MemberId::Method(id) => program.method(id).kind == MethodKind::Main,
        MemberId::Pure(_) | MemberId::Pred(_) => false,
    };
    if is_main {
        domain = initialised(&mut machine, domain, request)?;
    }
    let quantified = quantified(&code);
    let initial = domain.initial(
        request.member,
        &request.receivers,
        Wanted {
            extent: request.extent,
            quantified: &quantified,
            statics: !is_main,
            unknowns: &code.unknowns,
        },
    );
    let initial = initial.map_err(Refusal::Member)?;
    let (receiver, args) = (initial.receiver.clone(), initial.args.clone());
    let start = machine.start_member(domain.clone(), request.member, receiver, args);
    let extent = request.extent.objects.max(request.extent.elements);
    let bounds = Unwinding {
        times: request.unwind,
        // A quantifier over integers without bounds goes through those on both sides of 0.
        in_annotations: request
            .unwind
            .max(extent.saturating_mul(2))
            .saturating_add(2),
        steps: request.steps,
        formulas: MAX_FORMULAS,
    };
    let mut unwinder = Unwinder::new(&mut machine, &code, bounds, stops);
    if request.wants_program.is_some() {
        unwinder = unwinder.keeping_steps();
    }
    let unwound = unwinder.run(start);
    let text = unwound_program(program, &code, request, &unwound);
    let asking = Asking {
        program,
        request,
        domain: &domain,
        initial: &initial,
        watch,
        stops,
    };
    let checked = asking.answer(unwound)?;
    Ok(Checked {
        program: text,
        ..checked
    })
}

/// The unwound program, if it is wanted.
fn unwound_program(
    program: &Program,
    code: &CompiledProgram,
    request: &MemberQuery,
    unwound: &Unwound,
) -> Option<Result<String, TooLong>> {
    let (notation, graph) = (request.wants_program?, unwound.graph.as_ref()?);
    let subject = unwound::Subject {
        program,
        code,
        member: request.member,
        notation,
        times: request.unwind,
    };
    Some(unwound::text(subject, graph))
}

/// The domain after the initialisation of static fields.
fn initialised<'p>(
    machine: &mut Machine<'p, Bounded<'p>>,
    domain: Bounded<'p>,
    request: &MemberQuery,
) -> Result<Bounded<'p>, Refusal> {
    let mut c: Configuration<Bounded<'p>> = machine.initialisation(domain);
    match machine.run(&mut c, request.steps.max(1)) {
        Status::Done => Ok(c.domain),
        _ => Err(Refusal::Member(
            "the initialisation of static fields is not supported".to_owned(),
        )),
    }
}

/// The classes over whose objects some quantifier ranges.
fn quantified(code: &CompiledProgram) -> Vec<ClassId> {
    let all = code.routines.iter().flat_map(|routine| &routine.code);
    let classes = all.filter_map(|instruction| match instruction {
        Instruction::Objects { class, .. } => Some(*class),
        _ => None,
    });
    let mut classes: Vec<ClassId> = classes.collect();
    classes.sort_unstable();
    classes.dedup();
    classes
}

/// The questions about an unwinding.
struct Asking<'a, 'p> {
    program: &'p Program,
    request: &'a MemberQuery,
    domain: &'a Bounded<'p>,
    initial: &'a Initial,
    watch: &'a Watch<'a>,
    stops: &'a dyn Fn() -> bool,
}

impl Asking<'_, '_> {
    fn answer(&self, unwound: Unwound) -> Result<Checked, Refusal> {
        let mut sizes = Sizes::default();
        let answer = self.answer_with(&unwound, &mut sizes)?;
        let wanted = self.request.wants_formula;
        let formula = wanted.then(|| self.formula(&unwound)).transpose()?;
        Ok(Checked {
            answer,
            sizes,
            left_out: unwound.left_out,
            unevaluated: unwound.unevaluated,
            within_scope: unwound.within_scope,
            unassumed: unwound.unassumed,
            restrictions: self.restrictions(),
            formula,
            program: None,
        })
    }

    /// The question whether something is wrong, as a text with the names of the inputs.
    fn formula(&self, unwound: &Unwound) -> Result<String, Refusal> {
        let mut facts = self.initial.constraints.clone();
        facts.extend(self.domain.supposed());
        let f = &mut *self.domain.formulas();
        facts.push(f.any(&unwound.violations));
        let question = Question {
            formulas: f,
            facts: &facts,
            rlimit: 0,
        };
        question.text().map_err(Refusal::Solver)
    }

    fn answer_with(&self, unwound: &Unwound, sizes: &mut Sizes) -> Result<Answer, Refusal> {
        if let Some(answer) = self.violated(unwound, sizes)? {
            return Ok(answer);
        }
        if !unwound.is_complete {
            return Ok(Answer::Bounded(self.stopped(Reason::Steps)));
        }
        let bound = self.ask(&unwound.bounds, &mut sizes.bound)?;
        match bound {
            BitsAnswer::Values(values) => {
                let holds = self.domain.formulas().evaluate(&values, &unwound.bounds);
                let mut longer = unwound.longer.iter().zip(holds);
                let first = longer.find(|(_, holds)| *holds == ValueOf::Bool(true));
                return Ok(Answer::Bounded(match first {
                    Some((longer, _)) => Reason::Reached(*longer),
                    None => Reason::Undecided,
                }));
            }
            BitsAnswer::Unknown => return Ok(Answer::Bounded(self.stopped(Reason::Undecided))),
            BitsAnswer::Nothing => {}
        }
        match self.ask(&unwound.too_large, &mut 0)? {
            BitsAnswer::Values(_) => return Ok(Answer::Bounded(Reason::TooLarge)),
            BitsAnswer::Unknown => return Ok(Answer::Bounded(self.stopped(Reason::Undecided))),
            BitsAnswer::Nothing => {}
        }
        for (condition, place, what) in &unwound.unsupported {
            if !matches!(self.ask(&[*condition], &mut 0)?, BitsAnswer::Nothing) {
                let reason = Reason::Unsupported(*place, what.clone());
                return Ok(Answer::Bounded(self.stopped(reason)));
            }
        }
        Ok(match self.ask(&unwound.entered, &mut 0)? {
            BitsAnswer::Values(_) if !unwound.unevaluated.is_empty() => {
                Answer::Bounded(Reason::Unevaluated)
            }
            BitsAnswer::Values(_) if !self.restrictions().is_empty() => {
                Answer::Bounded(Reason::Restricted)
            }
            BitsAnswer::Values(_) => self.unless_assumed_away(unwound)?,
            BitsAnswer::Nothing => Answer::Bounded(Reason::NoState),
            BitsAnswer::Unknown => Answer::Bounded(self.stopped(Reason::Undecided)),
        })
    }

    /// That nothing is wrong, which says something only if some path comes to its end.
    fn unless_assumed_away(&self, unwound: &Unwound) -> Result<Answer, Refusal> {
        let Some(assumed) = unwound.assumed.last() else {
            return Ok(Answer::Correct);
        };
        Ok(match self.ask(&unwound.ended, &mut 0)? {
            BitsAnswer::Values(_) => Answer::Correct,
            BitsAnswer::Nothing => Answer::Bounded(Reason::AssumedAway(*assumed)),
            BitsAnswer::Unknown => Answer::Bounded(self.stopped(Reason::Undecided)),
        })
    }

    /// The answer if something seems to be wrong for some input. If running it shows nothing, what
    /// is wrong elsewhere is looked for, a few times.
    fn violated(&self, unwound: &Unwound, sizes: &mut Sizes) -> Result<Option<Answer>, Refusal> {
        let mut violations = unwound.violations.clone();
        let mut first = None;
        for attempt in 0..MAX_REPLAYS {
            let mut size = 0;
            let found = self.ask(&violations, &mut size)?;
            if attempt == 0 {
                sizes.violation = size;
            }
            let values = match (found, &first) {
                (BitsAnswer::Values(values), _) => values,
                (_, Some(_)) => break,
                (BitsAnswer::Unknown, None) => {
                    return Ok(Some(Answer::Bounded(self.stopped(Reason::Undecided))));
                }
                (BitsAnswer::Nothing, None) => return Ok(None),
            };
            let answer = self.replayed(unwound, &values);
            if matches!(answer, Answer::Bug(..)) || (self.stops)() {
                return Ok(Some(answer));
            }
            first.get_or_insert(answer);
            let holds = self.domain.formulas().evaluate(&values, &violations);
            let mut holds = holds.into_iter();
            violations.retain(|_| holds.next() == Some(ValueOf::Bool(false)));
        }
        Ok(first)
    }

    /// What is left out of the initial states, and of values that nobody knows.
    fn restrictions(&self) -> Vec<String> {
        let mut all: BTreeSet<String> = self.initial.restrictions.iter().cloned().collect();
        all.extend(self.domain.restrictions());
        all.into_iter().collect()
    }

    /// The reason, unless the run was asked to stop.
    fn stopped(&self, reason: Reason) -> Reason {
        if (self.stops)() {
            Reason::Stopped
        } else {
            reason
        }
    }

    /// Whether one of these conditions holds for some initial state.
    fn ask(&self, conditions: &[Formula], size: &mut usize) -> Result<BitsAnswer, Refusal> {
        let mut facts = self.initial.constraints.clone();
        facts.extend(self.domain.supposed());
        let f = &mut *self.domain.formulas();
        let any = f.any(conditions);
        if any == Formulas::FALSE {
            return Ok(BitsAnswer::Nothing);
        }
        facts.push(any);
        let question = Question {
            formulas: f,
            facts: &facts,
            rlimit: self.request.rlimit,
        };
        *size = question.size();
        question.ask(self.watch).map_err(Refusal::Solver)
    }

    /// The answer for an input for which something is wrong: how it fails when it is run.
    fn replayed(&self, unwound: &Unwound, values: &Assignment) -> Answer {
        let input = self.initial.input(self.domain, values);
        let steps = unwound
            .steps
            .saturating_add(10_000)
            .saturating_mul(REPLAY_STEPS);
        match replay(self.program, self.request, &input, steps, self.stops) {
            Replayed::Violation(violation, unknowns, versions) => {
                Answer::Bug(Input { unknowns, ..input }, violation, versions)
            }
            Replayed::Unchecked if unwound.within_scope.is_empty() => {
                Answer::Bounded(Reason::Unevaluated)
            }
            Replayed::Unchecked => Answer::Bounded(Reason::BeyondScope),
            Replayed::Unsupported(place, what) => {
                Answer::Bounded(self.stopped(Reason::NotRun(input, place, what)))
            }
            Replayed::Nothing => Answer::Bounded(self.stopped(Reason::NotReplayed(input))),
        }
    }
}

/// What a run of an input shows.
enum Replayed {
    /// Something that must hold does not; the values that nobody knows that were taken, and those that
    /// variables had.
    Violation(Box<Violation>, Vec<InputUnknown>, Vec<Version>),
    /// Nothing, because some conjunct cannot be evaluated.
    Unchecked,
    /// Nothing, because it leads to what is not supported; the place, and what it is.
    Unsupported(Span, String),
    /// Nothing: the input violates the precondition, or nothing is wrong, or the run is too long.
    Nothing,
}

/// The steps of a replay in which the versions of variables are noted.
const NOTED_STEPS: u64 = 100_000;

/// The steps of a replay between two looks at whether to stop.
const REPLAY_SLICE: u64 = 4_096;

/// Runs a member on an input. An input that does not satisfy the member's precondition shows
/// nothing.
fn replay(
    program: &Program,
    request: &MemberQuery,
    input: &Input,
    steps: u64,
    stops: &dyn Fn() -> bool,
) -> Replayed {
    // A run has what is built in of the library, and is one of all integers.
    let checking = Checking {
        by_contract: false,
        unguarded: match request.checking.unguarded {
            Unguarded::Scope(most) => Unguarded::Search(most),
            other => other,
        },
        ..request.checking
    };
    let code = compile(program, checking);
    let mut domain = Concrete::new(program, REPLAY_CELLS);
    domain.default_unknowns(true);
    let mut machine: Machine<'_, Concrete<'_>> = Machine::new(program, &code, &mut domain);
    let mut c = machine.initialisation(domain);
    if !matches!(machine.run(&mut c, steps), Status::Done) {
        return Replayed::Nothing;
    }
    let mut domain = c.domain;
    let vars = program.vars(request.member);
    let params: Vec<Type> = vars.param_types().cloned().collect();
    let Ok(made) = domain.realise(input, &params) else {
        return Replayed::Nothing;
    };
    let mut c = machine.start_member(domain, request.member, made.receiver, made.args);
    let body = (c.thread.frames.first()).and_then(|first| code.body_of_contract(first.routine));
    let mut has_entered = body.is_none();
    let mut versions = Versions::new(program, &code, request.member);
    versions.step(&c);
    let end = c.counts.steps.saturating_add(steps);
    while c.counts.steps < end && !stops() {
        // The first steps are noted one by one.
        let is_noted = c.counts.steps < NOTED_STEPS;
        let slice = if has_entered && !is_noted {
            REPLAY_SLICE
        } else {
            1
        };
        let status = machine.run(&mut c, slice);
        if is_noted {
            versions.step(&c);
        }
        if !has_entered && c.thread.frames.first().is_none_or(|f| Some(f.at) > body) {
            has_entered = true;
            if !c.counts.unevaluated.is_empty() {
                return Replayed::Unchecked;
            }
        }
        match status {
            Status::Running => {}
            Status::Violation(violation) if has_entered => {
                let taken = c.domain.unknowns().taken().to_vec();
                return Replayed::Violation(violation, taken, versions.all);
            }
            Status::Unsupported(place, what) => return Replayed::Unsupported(place, what),
            _ => break,
        }
    }
    if c.counts.unevaluated.is_empty() {
        Replayed::Nothing
    } else {
        Replayed::Unchecked
    }
}
