//! Runs of a member whose proof failed.

use super::difference::Compared;
use super::effort::SearchEffort;
use crate::diagnostics::{
    Code as ErrorCode, Counterexample, Diagnostic, Replay, Severity, assignments,
};
use crate::execution::code::CompiledProgram;
use crate::execution::machine::Violation;
use crate::execution::testing::runner::Runner;
use crate::execution::testing::search::{
    FailingInput, Limits, ModelSource, Node, Over, Searched, Watching, search,
};
use crate::execution::testing::subject::{Subject, new_object};
use crate::ir::input::{Input, InputObject};
use crate::ir::{FieldId, MemberId, Program};
use crate::source::{SourceMap, Span};
use crate::stop::Stop;
use crate::symbolic::explanation::countermodel::CounterModel;

/// The bounds of the search for an input. A run that does not end costs most.
const LIMITS: Limits = Limits {
    depth: 6,
    jobs: 1,
    runs: 40,
    steps: 20_000,
    all_steps: 450_000,
    models: ModelSource::BuiltIn,
    work: 200_000,
};

/// A member whose check failed.
#[derive(Clone, Copy, Debug)]
pub struct Replayed<'r> {
    /// The program.
    pub program: &'r Program,
    /// Its text.
    pub sources: &'r SourceMap,
    /// The member.
    pub member: MemberId,
    /// Models of failing paths, by the positions of their diagnostics.
    pub models: &'r [(usize, CounterModel)],
    /// How much searches may cost.
    pub effort: SearchEffort,
    /// When the run ends early.
    pub stop: &'r Stop,
}

impl Replayed<'_> {
    /// Runs the member with the inputs of the models and with others, and adds values and what
    /// the runs showed to its errors.
    pub fn run(self, code: &CompiledProgram, diagnostics: &mut [Diagnostic]) {
        let Some(subject) = Subject::new(self.program, code, self.member) else {
            let why = "the member cannot be run alone";
            return self.explain(diagnostics, |_| Replay::NotTried(why.to_owned()));
        };
        let searched = self.searched(code, &subject, diagnostics);
        let of = Member {
            code,
            subject: &subject,
        };
        let verdict = |diagnostic: &Diagnostic| verdict(diagnostic, &searched, of, self);
        self.explain(diagnostics, verdict);
        for diagnostic in diagnostics.iter_mut() {
            let found = searched.found.iter();
            let same = found
                .clone()
                .find(|found| is_same_of(self.member, &found.violation, diagnostic));
            if let (Some(found), Some(counterexample)) = (same, &mut diagnostic.counterexample) {
                counterexample.input = found.input.shown(self.program, self.member);
                counterexample.values.clone_from(&found.violation.values);
            }
        }
        self.find_forgotten(code, &subject, diagnostics);
    }

    /// Adds to failures that no run confirms what the proof forgot.
    fn find_forgotten(
        self,
        code: &CompiledProgram,
        subject: &Subject,
        diagnostics: &mut [Diagnostic],
    ) {
        let compared = Compared {
            program: self.program,
            code,
            subject,
            steps: LIMITS.steps,
            stops: &|| self.stop.reason().is_some(),
        };
        let default = subject.first_input(self.program);
        for (position, model) in self.models {
            if let Some(diagnostic) = diagnostics.get_mut(*position)
                && let Some(counterexample) = &mut diagnostic.counterexample
                && matches!(counterexample.replay, Replay::NotConfirmed(_))
            {
                let input = completed(self.program, &model.entry, &default);
                let shown = assignments(&counterexample.input);
                let difference = compared.first_difference(&model.forgotten, &input, &shown);
                counterexample.forgotten =
                    difference.or_else(|| compared.without_body(model, &input));
            }
        }
    }

    fn searched(
        self,
        code: &CompiledProgram,
        subject: &Subject,
        diagnostics: &[Diagnostic],
    ) -> Searched {
        let default = subject.first_input(self.program);
        let models = || self.models.iter().map(|(_, model)| model);
        let entries = models().map(|model| completed(self.program, &model.entry, &default));
        let first: Vec<Input> = entries.chain([default.clone()]).collect();
        let later = models().map(|model| completed(self.program, &with_later(model), &default));
        let later: Vec<Input> = later.filter(|input| !first.contains(input)).collect();
        let wanted: Vec<&Diagnostic> = diagnostics.iter().filter(|d| is_tried(d)).collect();
        let is_enough = |found: &[FailingInput]| {
            wanted.iter().all(|wanted| {
                found
                    .iter()
                    .any(|found| is_same_of(self.member, &found.violation, wanted))
            })
        };
        let watching = Watching {
            stops: &|| self.stop.reason().is_some(),
            is_asked: &|| self.stop.reason().is_some(),
            is_enough: &is_enough,
            tell: &|_, _| (),
        };
        let limits = Limits {
            runs: self.effort.bound(LIMITS.runs),
            all_steps: self.effort.bound(LIMITS.all_steps),
            work: self.effort.bound(LIMITS.work),
            ..LIMITS
        };
        let mut searched = search(self.program, code, subject, first, limits, watching);
        if !later.is_empty() && !is_enough(&searched.found) {
            let limits = Limits {
                runs: later.len() as u64,
                ..limits
            };
            let further = search(self.program, code, subject, later, limits, watching);
            searched.found.extend(further.found);
        }
        searched
    }

    /// The line in which a run ends at another failure, if it passes the place of a failure before.
    fn passes(self, of: Member<'_>, diagnostic: &Diagnostic, node: &Node) -> Option<usize> {
        let stops = || self.stop.reason().is_some();
        let Member { code, subject } = of;
        let mut runner = Runner::new(self.program, code, subject, LIMITS.steps);
        // How deep the frame is that came to the place, until it has left it.
        let (mut reached, mut is_passed) = (None, false);
        let ran = runner.watch(&node.input, &stops, &mut |c| {
            let depth = c.thread.frames.len();
            let frame = c.thread.frames.last();
            let routine = frame.and_then(|frame| code.routines.get(frame.routine.0 as usize));
            let next = frame.and_then(|frame| routine?.spans.get(frame.at as usize));
            let is_there = next.is_some_and(|next| diagnostic.span.contains(*next));
            match reached {
                None if is_there => reached = Some(depth),
                Some(at) if depth < at || depth == at && !is_there => is_passed = true,
                Some(_) | None => {}
            }
        });
        let violation = ran.violation().filter(|_| is_passed)?;
        Some(self.sources.start(violation.place).line)
    }

    fn explain(self, diagnostics: &mut [Diagnostic], replay: impl Fn(&Diagnostic) -> Replay) {
        for (position, diagnostic) in diagnostics.iter_mut().enumerate() {
            if diagnostic.severity != Severity::Error {
                continue;
            }
            let mut models = self.models.iter();
            let model = models.find(|(of, _)| *of == position);
            let (input, values) = match model {
                Some((_, model)) => (
                    model.entry.shown(self.program, self.member),
                    model.values.clone(),
                ),
                None => (Vec::new(), Vec::new()),
            };
            diagnostic.counterexample = Some(Counterexample {
                replay: replay(diagnostic),
                history: None,
                input,
                values,
                forgotten: None,
            });
        }
    }
}

/// Whether a run can show the failure.
pub(super) fn is_tried(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity == Severity::Error
        && !matches!(
            diagnostic.code,
            ErrorCode::NotSelfFraming | ErrorCode::UnknownPredicateBody | ErrorCode::Internal
        )
}

/// Whether a violation shows that the condition at a place does not hold whose failures have this code.
pub(super) fn is_violated_at(violation: &Violation, code: ErrorCode, place: Span) -> bool {
    let part = violation.conjunct.unwrap_or(violation.place);
    let is_condition = violation.reason.is_none_or(|r| r == ErrorCode::MayNotHold);
    violation.code == code && is_condition && (place == part || place == violation.place)
}

/// Whether a violation is the failure of a member that a diagnostic reports.
pub(super) fn is_same_of(member: MemberId, violation: &Violation, diagnostic: &Diagnostic) -> bool {
    violation.member == member && is_same(violation, diagnostic)
}

/// Whether a violation is the failure that a diagnostic reports.
fn is_same(violation: &Violation, diagnostic: &Diagnostic) -> bool {
    let places = [Some(violation.place), violation.conjunct];
    let at_place = places
        .into_iter()
        .flatten()
        .any(|place| place.contains(diagnostic.span) || diagnostic.span.contains(place));
    // Of two failures of a conjunct, one may be that it has no value.
    let has_value = |reason: Option<ErrorCode>| {
        !matches!(
            reason,
            Some(
                ErrorCode::DivisionByZero
                    | ErrorCode::IndexOutOfBounds
                    | ErrorCode::NullDereference
                    | ErrorCode::Overflow
                    | ErrorCode::Cast
            )
        )
    };
    // A predicate is not held where its body has no value, too.
    let is_about_values = !matches!(
        diagnostic.reason,
        Some(ErrorCode::MissingPredicate | ErrorCode::InsufficientPermission)
    );
    let is_alike = !is_about_values || has_value(violation.reason) == has_value(diagnostic.reason);
    violation.code == diagnostic.code && at_place && is_alike
}

/// The state on entry of a model, with what predicates hide there as it is at the failure: the member
/// may not have changed it before.
fn with_later(model: &CounterModel) -> Input {
    let later = &model.at_end;
    let mut input = model.entry.clone();
    let known = input.objects.len();
    input.objects.extend(later.iter().skip(known).cloned());
    for (object, later) in input.objects.iter_mut().zip(later) {
        if let InputObject::Object(class, fields) = object
            && let InputObject::Object(same, later) = later
            && class == same
        {
            let missing = |field: &FieldId| !fields.iter().any(|(known, _)| known == field);
            let missing: Vec<_> = later.iter().filter(|(field, _)| missing(field)).collect();
            let missing: Vec<_> = missing.into_iter().cloned().collect();
            fields.extend(missing);
            fields.sort_by_key(|(field, _)| *field);
        }
    }
    input
}

/// An input of a model: fields that it leaves open have default values, and there is a receiver
/// if there is one in the default input.
fn completed(program: &Program, input: &Input, default: &Input) -> Input {
    if input.receiver.is_none() && default.receiver.is_some() {
        return default.clone();
    }
    let mut input = input.clone();
    if default.receiver.is_none() {
        input.receiver = None;
    }
    for object in &mut input.objects {
        if let InputObject::Object(class, fields) = object
            && let InputObject::Object(_, all) = new_object(program, *class)
        {
            let missing = |field: &FieldId| !fields.iter().any(|(known, _)| known == field);
            let missing: Vec<_> = all.into_iter().filter(|(f, _)| missing(f)).collect();
            fields.extend(missing);
            fields.sort_by_key(|(field, _)| *field);
        }
    }
    input
}

/// A member as it is run.
#[derive(Clone, Copy)]
struct Member<'m> {
    code: &'m CompiledProgram,
    subject: &'m Subject,
}

/// The number of runs that end at another failure of which it is asked whether they pass a place.
const MAX_PASSES: usize = 4;

fn verdict(
    diagnostic: &Diagnostic,
    searched: &Searched,
    of: Member<'_>,
    replayed: Replayed<'_>,
) -> Replay {
    if !is_tried(diagnostic) {
        let why = "the failure is one of a contract, which is not run";
        return Replay::NotTried(why.to_owned());
    }
    let mut found = searched.found.iter();
    if found.any(|found| is_same_of(replayed.member, &found.violation, diagnostic)) {
        return Replay::Confirmed;
    }
    if diagnostic.code == ErrorCode::OverrideContract {
        let why = "a run of the member checks its own contract only; call it through a variable of \
                   the supertype";
        return Replay::NotTried(why.to_owned());
    }
    let tally = &searched.tally;
    let no_tests = tally.invalid + tally.unchecked + tally.bounded() + tally.unsupported;
    let tests = tally.runs.saturating_sub(no_tests);
    if searched.over == Over::Stopped {
        return Replay::NotTried("the run was stopped".to_owned());
    }
    if tests == 0 {
        return Replay::NotTried(match &searched.unsupported {
            Some((_, what)) => format!("{what} cannot be run"),
            None if tally.invalid == 1 && tally.runs == 1 => {
                "the only input that was tried does not meet the precondition".to_owned()
            }
            None if tally.invalid > 0 && tally.bounded() > 0 => format!(
                "of {} inputs that were tried, {} not meet the precondition; the other runs reach a bound",
                tally.runs,
                match tally.invalid {
                    1 => "1 does".to_owned(),
                    n => format!("{n} do"),
                }
            ),
            None if tally.invalid > 0 => format!(
                "none of {} inputs that were tried meets the precondition",
                tally.runs
            ),
            None if tally.unchecked > 0 => "the precondition cannot be evaluated".to_owned(),
            None => "the runs reached a bound".to_owned(),
        });
    }
    let nodes = searched.nodes.iter();
    let violating: Vec<&Node> = nodes.filter(|node| node.violation.is_some()).collect();
    if u64::try_from(violating.len()) == Ok(tests) {
        let runs = &mut violating.iter().take(MAX_PASSES);
        if let Some(line) = runs.find_map(|node| replayed.passes(of, diagnostic, node)) {
            return Replay::NotConfirmed(format!(
                "a run passes this place, and ends at another failure later, in line {line}"
            ));
        }
        let why =
            "every run with an input that meets the precondition ends at another failure before";
        return Replay::NotTried(why.to_owned());
    }
    if of.subject.is_main(replayed.program) {
        return Replay::NotConfirmed("the run of the main routine does not violate it".to_owned());
    }
    let mut unevaluated = searched.unevaluated.iter();
    if unevaluated.any(|span| span.contains(diagnostic.span) || diagnostic.span.contains(*span)) {
        let why = "runs cannot evaluate this condition; a quantified integer needs bounds of its own, as in \
                   `0 <= k < n`";
        return Replay::NotTried(why.to_owned());
    }
    Replay::NotConfirmed(match tests {
        1 => "a run with an input that meets the precondition does not violate it".to_owned(),
        n => format!("runs with {n} inputs that meet the precondition do not violate it"),
    })
}
