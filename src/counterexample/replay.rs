//! Runs of a member whose proof failed.

use super::difference::Compared;
use crate::diagnostics::failure::Note;
use crate::diagnostics::{
    Code as ErrorCode, Counterexample, Diagnostic, Replay, Severity, assignments,
};
use crate::execution::code::CompiledProgram;
use crate::execution::machine::Violation;
use crate::execution::testing::search::{
    FailingInput, Limits, ModelSource, Over, Searched, Watching, search,
};
use crate::execution::testing::subject::{Subject, new_object};
use crate::ir::input::{Input, InputObject};
use crate::ir::{FieldId, MemberId, Program};
use crate::source::Span;
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
    /// The member.
    pub member: MemberId,
    /// Models of failing paths, by the positions of their diagnostics.
    pub models: &'r [(usize, CounterModel)],
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
        let verdict = |diagnostic: &Diagnostic| verdict(diagnostic, &searched, &subject, self);
        self.explain(diagnostics, verdict);
        for diagnostic in diagnostics.iter_mut() {
            let found = searched.found.iter();
            let same = found
                .clone()
                .find(|found| is_same(&found.violation, diagnostic));
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
        let models = self.models.iter();
        let models = models.map(|(_, model)| completed(self.program, &model.entry, &default));
        let first: Vec<Input> = models.chain([default.clone()]).collect();
        let wanted: Vec<&Diagnostic> = diagnostics.iter().filter(|d| is_tried(d)).collect();
        let is_enough = |found: &[FailingInput]| {
            wanted
                .iter()
                .all(|wanted| found.iter().any(|found| is_same(&found.violation, wanted)))
        };
        let watching = Watching {
            stops: &|| self.stop.reason().is_some(),
            is_asked: &|| self.stop.reason().is_some(),
            is_enough: &is_enough,
            tell: &|_, _| (),
        };
        search(self.program, code, subject, first, LIMITS, watching)
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
                input,
                values,
                forgotten: None,
            });
        }
    }
}

/// Whether a run can show the failure.
fn is_tried(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity == Severity::Error
        && !matches!(
            diagnostic.code,
            ErrorCode::NotSelfFraming | ErrorCode::UnknownPredicateBody | ErrorCode::Internal
        )
}

/// Whether a violation shows that the condition at a place does not hold whose failures have this code:
/// it is there, or a part of it.
pub(super) fn is_violated_at(violation: &Violation, code: ErrorCode, place: Span) -> bool {
    let part = violation.conjunct.unwrap_or(violation.place);
    let is_condition = violation.reason.is_none_or(|r| r == ErrorCode::MayNotHold);
    violation.code == code && is_condition && place.contains(part)
}

/// Whether a violation is the failure that a diagnostic reports.
fn is_same(violation: &Violation, diagnostic: &Diagnostic) -> bool {
    let places = [Some(violation.place), violation.conjunct];
    let at_place = places
        .into_iter()
        .flatten()
        .any(|place| place.contains(diagnostic.span) || diagnostic.span.contains(place));
    violation.code == diagnostic.code && at_place
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

fn verdict(
    diagnostic: &Diagnostic,
    searched: &Searched,
    subject: &Subject,
    replayed: Replayed<'_>,
) -> Replay {
    if !is_tried(diagnostic) {
        let why = "the failure is one of a contract, which is not run";
        return Replay::NotTried(why.to_owned());
    }
    let mut found = searched.found.iter();
    if found.any(|found| is_same(&found.violation, diagnostic)) {
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
    let violating = nodes.filter(|node| node.violation.is_some()).count();
    if u64::try_from(violating) == Ok(tests) {
        let why =
            "every run with an input that meets the precondition ends at another failure before";
        return Replay::NotTried(why.to_owned());
    }
    if subject.is_main(replayed.program) {
        return Replay::NotConfirmed("the run of the main routine does not violate it".to_owned());
    }
    let is_saturated = diagnostic.notes.contains(&Note::Saturated);
    let instance = if is_saturated {
        "; the proof may lack an instance of a quantified fact that no trigger made"
    } else {
        ""
    };
    Replay::NotConfirmed(match tests {
        1 => {
            format!("a run with an input that meets the precondition does not violate it{instance}")
        }
        n => format!("runs with {n} inputs that meet the precondition do not violate it{instance}"),
    })
}
