//! Where a run and a failed proof differ first: a statement after which the proof allows a state
//! that the run does not reach. Until there they agree on what the failed condition depends on,
//! so the assertion that is all the proof knows after it is too weak.

use crate::diagnostics::Label;
use crate::diagnostics::failure::Role;
use crate::execution::code::{CompiledProgram, Instruction, Purpose, Routine};
use crate::execution::concrete::Concrete;
use crate::execution::concrete::heap::Cells;
use crate::execution::concrete::value::Value;
use crate::execution::configuration::Configuration;
use crate::execution::domain::Domain;
use crate::execution::testing::runner::{Ended, Runner};
use crate::execution::testing::subject::Subject;
use crate::ir::input::{Input, InputId, InputObject, InputValue};
use crate::ir::{MemberId, Program, Type};
use crate::symbolic::explanation::countermodel::CounterModel;
use crate::symbolic::explanation::forgotten::{Forgotten, ForgottenPlace, ForgottenValue};
use crate::symbolic::state::history::Summary;
use std::collections::{BTreeMap, BTreeSet};

/// The most values of a run that are shown.
const MAX_SHOWN: usize = 4;

/// The longest text of a value that is shown.
const MAX_TEXT: usize = 60;

/// A member whose runs are compared with its proof.
pub struct Compared<'c> {
    /// The program.
    pub program: &'c Program,
    /// Its instructions.
    pub code: &'c CompiledProgram,
    /// The member.
    pub subject: &'c Subject,
    /// The bound on the steps of a run.
    pub steps: u64,
    /// Whether to stop.
    pub stops: &'c dyn Fn() -> bool,
}

/// How a run compares with a statement's state in a model.
#[derive(Default)]
struct Met {
    /// How often the run was there.
    visits: usize,
    /// Whether it had the state of the model at some time.
    agrees: bool,
    /// Whether it cannot be told whether it had.
    is_unclear: bool,
    /// The values in the run, as texts, by value.
    values: Vec<Vec<String>>,
}

/// A run that violates nothing.
enum FaultlessRun {
    /// What it met.
    Ran(Vec<Met>),
    /// The model's input does not meet the precondition, of which a predicate hides a part.
    NoInput,
}

impl Compared<'_> {
    /// What the proof forgot first, for a model of a failing path whose input the run violates
    /// nothing with. `input` is the input as text.
    pub fn first_difference(
        &self,
        forgotten: &[Forgotten],
        input: &Input,
        shown_input: &str,
    ) -> Option<Label> {
        let met = match self.met(forgotten, input)? {
            FaultlessRun::Ran(met) => met,
            FaultlessRun::NoInput => Vec::new(),
        };
        let mut unclear = Vec::new();
        for (number, forgotten) in forgotten.iter().enumerate() {
            match met.get(number) {
                Some(met) if met.agrees => {}
                Some(met) if met.visits > 0 && !met.is_unclear && unclear.is_empty() => {
                    return Some(self.differs(forgotten, met, shown_input));
                }
                _ => unclear.push(forgotten),
            }
        }
        match unclear.as_slice() {
            // The condition depends on nothing else that was forgotten.
            [only] => Some(Label {
                span: only.at,
                role: Role::Text(self.known(only)),
            }),
            _ => None,
        }
    }

    /// The pure method whose body the proof does not use, if nothing was forgotten and the run
    /// violates nothing: its value is all that the model can have invented.
    pub fn without_body(&self, model: &CounterModel, input: &Input) -> Option<Label> {
        let (method, call) = model.without_body.as_ref()?;
        let ran = self.met(&[], input);
        if !model.forgotten.is_empty() || !matches!(ran, Some(FaultlessRun::Ran(_))) {
            return None;
        }
        Some(Label {
            span: self.program.pure_method(*method).name_span,
            role: Role::Text(format!(
                "the proof does not use the body of this method for `{call}`"
            )),
        })
    }

    /// The states of a run at these statements; `None` if the run violates something or ends early.
    fn met(&self, forgotten: &[Forgotten], input: &Input) -> Option<FaultlessRun> {
        let MemberId::Method(method) = self.subject.member else {
            return None;
        };
        let body = *self.code.bodies.get(method.index())?;
        let routine = self.code.routines.get(body.0 as usize)?;
        let places: Vec<BTreeSet<u32>> = forgotten
            .iter()
            .map(|forgotten| positions(routine, forgotten))
            .collect();
        let mut met: Vec<Met> = forgotten.iter().map(|_| Met::default()).collect();
        let mut before = (0, 0);
        let mut runner = Runner::new(self.program, self.code, self.subject, self.steps);
        let ran = runner.watch(input, self.stops, &mut |c| {
            let frames = &c.thread.frames;
            let Some(frame) = frames.last() else { return };
            let here = (frames.len(), frame.at);
            let is_first = frames.iter().position(|frame| frame.routine == body);
            if is_first != frames.len().checked_sub(1) || before == here {
                before = here;
                return;
            }
            before = here;
            for ((forgotten, places), met) in forgotten.iter().zip(&places).zip(&mut met) {
                if places.contains(&frame.at) {
                    let call = routine.code.get((frame.at as usize).wrapping_sub(1));
                    let at = At {
                        program: self.program,
                        c,
                        base: frame.base as usize,
                        result: call.and_then(|call| result_slot(routine, call)),
                    };
                    met.visit(&at, forgotten);
                }
            }
        });
        match ran.ended {
            Ended::Returned => Some(FaultlessRun::Ran(met)),
            Ended::Invalid => Some(FaultlessRun::NoInput),
            _ => None,
        }
    }

    /// What is said of a statement after which the run has no state of the model.
    fn differs(&self, forgotten: &Forgotten, met: &Met, input: &str) -> Label {
        let which = forgotten.values.iter().enumerate().find(|(number, value)| {
            let shown = met.values.get(*number);
            let model = self.text(forgotten, value);
            shown.is_some_and(|shown| model.is_some_and(|model| !shown.contains(&model)))
        });
        let mut message = self.known(forgotten);
        if let Some((number, value)) = which
            && let (Some(model), Some(run)) = (self.text(forgotten, value), met.values.get(number))
            && [&model].into_iter().chain(run).all(|text| is_short(text))
        {
            let mut distinct: Vec<&str> = Vec::new();
            for text in run {
                if !distinct.contains(&text.as_str()) {
                    distinct.push(text);
                }
            }
            let more = if distinct.len() > MAX_SHOWN {
                ", …"
            } else {
                ""
            };
            distinct.truncate(MAX_SHOWN);
            let run = distinct.join(", ");
            let with = if input.is_empty() {
                "in a run".to_owned()
            } else {
                format!("in the run with {input}")
            };
            let name = &value.name;
            message += &format!(": it allows {name} to be {model}, but {with} it is {run}{more}");
        }
        Label {
            span: forgotten.at,
            role: Role::Text(message),
        }
    }

    /// What is known after a statement.
    fn known(&self, forgotten: &Forgotten) -> String {
        let what = match forgotten.by {
            Summary::Loop => "the invariant of this loop".to_owned(),
            Summary::Call(callee) => {
                let callee = self.program.member_name(MemberId::Method(callee));
                format!("the postcondition of `{callee}`")
            }
            Summary::Join => "this `join`".to_owned(),
        };
        let names = |silent: bool| {
            let values = forgotten.values.iter();
            let values = values.filter(|value| value.is_silent == silent);
            let names: Vec<&str> = values.map(|value| value.name.as_str()).collect();
            names.join(", ")
        };
        let (silent, weak) = (names(true), names(false));
        match (silent.is_empty(), weak.is_empty()) {
            (false, true) => format!("{what} says nothing about {silent}"),
            (true, _) => format!("{what} does not say enough about {weak}"),
            (false, false) => {
                format!("{what} does not say enough about {weak}, and nothing about {silent}")
            }
        }
    }

    /// A value in the model, as text.
    fn text(&self, forgotten: &Forgotten, value: &ForgottenValue) -> Option<String> {
        let ty = type_of(self.program, &value.of)?;
        let of = value_in(forgotten, &value.of)?;
        let named = vec![(String::new(), ty, of)];
        let mut shown = forgotten.objects.shown_values(self.program, named);
        shown.pop().map(|(_, text)| text)
    }
}

/// Whether a text of a value is short, and names no objects, whose numbers a reader does not know.
fn is_short(text: &str) -> bool {
    text.len() <= MAX_TEXT && !text.contains(['#', '{'])
}

/// The positions of a member's instructions right after a statement; of a loop, where an iteration
/// begins.
fn positions(routine: &Routine, forgotten: &Forgotten) -> BTreeSet<u32> {
    let is_at = |at: u32| routine.spans.get(at as usize) == Some(&forgotten.at);
    match forgotten.by {
        Summary::Loop => {
            let loops = routine.loops.iter();
            let at = loops.filter(|code| is_at(code.end));
            at.map(|code| code.head).collect()
        }
        Summary::Call(_) | Summary::Join => {
            let code = (0..).zip(&routine.code);
            let ends = code.filter(|(_, instruction)| match forgotten.by {
                Summary::Call(_) => matches!(instruction, Instruction::Call(_)),
                _ => matches!(instruction, Instruction::End(Purpose::Join)),
            });
            let at = ends.filter(|(at, _)| {
                let span = routine.spans.get(*at as usize);
                is_at(*at) || span.is_some_and(|span| forgotten.at.contains(*span))
            });
            at.map(|(at, _)| at + 1).collect()
        }
    }
}

/// The slot with the result of a call.
fn result_slot(routine: &Routine, call: &Instruction) -> Option<u32> {
    match call {
        Instruction::Call(site) => routine.calls.get(*site as usize)?.to,
        _ => None,
    }
}

/// The type of a place; `None` if a model does not tell its value.
fn type_of<'t>(program: &'t Program, place: &'t ForgottenPlace) -> Option<&'t Type> {
    match place {
        ForgottenPlace::Variable(_, ty)
        | ForgottenPlace::Result(ty)
        | ForgottenPlace::Elements(_, ty) => Some(ty),
        ForgottenPlace::Field(_, field) | ForgottenPlace::Static(field) => {
            Some(&program.field(*field).ty)
        }
        ForgottenPlace::Contents => None,
    }
}

/// The value of a place in a model; of elements, their array.
fn value_in<'f>(forgotten: &'f Forgotten, place: &'f ForgottenPlace) -> Option<&'f InputValue> {
    match place {
        ForgottenPlace::Variable(var, _) => of_key(&forgotten.vars, *var),
        ForgottenPlace::Result(_) => forgotten.result.as_ref(),
        ForgottenPlace::Field(receiver, field) => {
            let InputValue::Object(id) = receiver else {
                return None;
            };
            let InputObject::Object(_, fields) = forgotten.objects.object(*id)? else {
                return None;
            };
            of_key(fields, *field)
        }
        ForgottenPlace::Static(field) => of_key(&forgotten.objects.statics, *field),
        ForgottenPlace::Elements(array, _) => Some(array),
        ForgottenPlace::Contents => None,
    }
}

/// The value of a key in a list.
fn of_key<K: PartialEq>(list: &[(K, InputValue)], key: K) -> Option<&InputValue> {
    let mut list = list.iter();
    list.find(|(known, _)| *known == key)
        .map(|(_, value)| value)
}

/// A state of a run.
struct At<'a, 'p> {
    program: &'a Program,
    c: &'a Configuration<Concrete<'p>>,
    base: usize,
    result: Option<u32>,
}

impl At<'_, '_> {
    fn slot(&self, slot: u32) -> Option<&Value> {
        self.c.thread.slots.get(self.base + slot as usize)
    }
}

impl Met {
    /// Compares a state of the run with that of a model.
    fn visit(&mut self, at: &At<'_, '_>, forgotten: &Forgotten) {
        self.visits += 1;
        let mut pairs = Pairs {
            at,
            forgotten,
            of: BTreeMap::new(),
        };
        pairs.bind_all();
        self.values.resize(forgotten.values.len(), Vec::new());
        let mut all = Vec::new();
        for (value, shown) in forgotten.values.iter().zip(&mut self.values) {
            let (same, text) = pairs.compare(value);
            all.push(same);
            shown.extend(text);
        }
        let differs = all.contains(&Some(false));
        let is_known = !all.contains(&None);
        self.agrees |= is_known && !differs;
        self.is_unclear |= !is_known && !differs;
    }
}

/// The objects of a run that stand for those of a model.
struct Pairs<'a, 'p> {
    at: &'a At<'a, 'p>,
    forgotten: &'a Forgotten,
    of: BTreeMap<InputId, Value>,
}

impl Pairs<'_, '_> {
    /// Pairs objects, from the variables on.
    fn bind_all(&mut self) {
        let mut todo: Vec<(InputId, Value)> = Vec::new();
        let add = |todo: &mut Vec<(InputId, Value)>, model: &InputValue, run: Option<&Value>| {
            if let (InputValue::Object(id), Some(Value::Ref(object))) = (model, run) {
                todo.push((*id, Value::Ref(*object)));
            }
        };
        for (var, model) in self.forgotten.vars.iter().rev() {
            add(&mut todo, model, self.at.slot(var.0));
        }
        if let (Some(model), Some(slot)) = (&self.forgotten.result, self.at.result) {
            add(&mut todo, model, self.at.slot(slot));
        }
        while let Some((id, object)) = todo.pop() {
            if self.of.contains_key(&id) {
                continue;
            }
            let domain = &self.at.c.domain;
            match self.forgotten.objects.object(id) {
                Some(InputObject::Object(_, fields)) => {
                    for (field, model) in fields {
                        add(&mut todo, model, domain.field_of(&object, *field).as_ref());
                    }
                }
                Some(InputObject::Array(_, elements)) => {
                    let run = domain.elements_of(&object).into_iter();
                    for (model, run) in elements.iter().zip(run.flat_map(Cells::iter)) {
                        add(&mut todo, model, Some(&run));
                    }
                }
                Some(InputObject::Text(_)) | None => {}
            }
            self.of.insert(id, object);
        }
    }

    /// Whether a value is the same in run and model, if that can be told, and the value in the run
    /// as text.
    fn compare(&self, value: &ForgottenValue) -> (Option<bool>, Option<String>) {
        let domain = &self.at.c.domain;
        let paired = |model: &InputValue| match model {
            InputValue::Object(id) => self.of.get(id),
            _ => None,
        };
        let run = match &value.of {
            ForgottenPlace::Variable(var, _) => self.at.slot(var.0).cloned(),
            ForgottenPlace::Result(_) => {
                let slot = self.at.result.and_then(|slot| self.at.slot(slot));
                slot.cloned()
            }
            ForgottenPlace::Field(receiver, field) => {
                paired(receiver).and_then(|object| domain.field_of(object, *field))
            }
            ForgottenPlace::Static(field) => domain.static_of(*field),
            ForgottenPlace::Elements(array, _) => paired(array).cloned(),
            ForgottenPlace::Contents => None,
        };
        let (Some(run), Some(model), Some(ty)) = (
            run,
            value_in(self.forgotten, &value.of),
            type_of(self.at.program, &value.of),
        ) else {
            return (None, None);
        };
        let same = match &value.of {
            ForgottenPlace::Elements(..) => match self.has_elements(model, &run) {
                Some(same) => same,
                None => return (None, None),
            },
            _ => self.is_same(model, &run),
        };
        (Some(same), Some(domain.show(&run, ty)))
    }

    /// Whether an array of the run has the elements of one of the model.
    fn has_elements(&self, model: &InputValue, run: &Value) -> Option<bool> {
        let InputValue::Object(id) = model else {
            return None;
        };
        let Some(InputObject::Array(_, model)) = self.forgotten.objects.object(*id) else {
            return None;
        };
        let run = self.at.c.domain.elements_of(run);
        let count = run.map_or(0, Cells::count);
        let mut both = model.iter().zip(run.into_iter().flat_map(Cells::iter));
        let same = both.all(|(model, run)| self.is_same(model, &run));
        Some(model.len() == count && same)
    }

    fn is_same(&self, model: &InputValue, run: &Value) -> bool {
        match model {
            InputValue::Null => *run == Value::Null,
            InputValue::Bool(b) => *run == Value::Bool(*b),
            InputValue::Int(n) => run.big().as_ref() == Some(n),
            InputValue::Perm(amount) => run.perm().as_ref() == Some(amount),
            InputValue::Unique(id) => *run == Value::Ref(id.0),
            InputValue::Object(id) => self.of.get(id).is_none_or(|object| object == run),
            InputValue::Empty => run.seq().is_empty(),
            InputValue::List(elements) => {
                let other = run.seq();
                let mut both = elements.iter().zip(other);
                elements.len() == other.len() && both.all(|(model, run)| self.is_same(model, run))
            }
            // Models of failed proofs have no maps: nothing differs that is not known.
            InputValue::Entries(_) => true,
        }
    }
}
