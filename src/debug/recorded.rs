//! The verifier's execution of a member, as it was recorded. What is not in the recording is found
//! by verifying the member again, with one more statement in its text: the engine is
//! deterministic, so that the recorded choices lead to the same state.

use super::recorder::{AS_IF, Recorded, Recorder, Recording};
use super::snippet::{self, CodeKind, Extended, Statement, VALUE};
use super::source::{Advance, CallView, End, Failed, Follows, NodeId, Query, Source};
use crate::driver::Loaded;
use crate::ir::MemberId;
use crate::source::Span;
use crate::stop::Stop;
use crate::trace::StateView;
use crate::verify::{self, Options, RunSettings};
use std::sync::Arc;

/// What to say of a statement that is not executed in the state for which it is meant.
const OTHER_STATE: &str = "the statement cannot be executed in this state: step on, or go back";

/// A state of a recording, in the list of all recordings of the session.
#[derive(Debug)]
struct Node {
    state: Recorded,
    /// Its recording.
    version: usize,
}

/// The recordings of a member: the first one, and one for each assumption.
#[derive(Debug)]
pub struct Recordings<'l> {
    loaded: &'l Loaded,
    member: MemberId,
    name: String,
    nodes: Vec<Node>,
    /// By version: the assumptions.
    versions: Vec<Vec<Statement>>,
    /// Whether paths may be missing in the first recording.
    is_cut: bool,
}

impl<'l> Recordings<'l> {
    /// The first recording of a member.
    pub fn new(
        loaded: &'l Loaded,
        member: MemberId,
        name: String,
        recording: Recording,
    ) -> Recordings<'l> {
        let mut recordings = Recordings {
            loaded,
            member,
            name,
            nodes: Vec::new(),
            versions: Vec::new(),
            is_cut: recording.is_cut,
        };
        recordings.add(recording, Vec::new());
        recordings
    }

    /// Adds a recording; the number of its first state.
    fn add(&mut self, recording: Recording, assumptions: Vec<Statement>) -> usize {
        let first = self.nodes.len();
        let version = self.versions.len();
        self.versions.push(assumptions);
        self.nodes
            .extend(recording.states.into_iter().map(|mut state| {
                state.parent = state.parent.map(|parent| parent + first);
                state.children.iter_mut().for_each(|child| *child += first);
                Node { state, version }
            }));
        first
    }

    fn state(&self, at: NodeId) -> Option<&Recorded> {
        self.nodes.get(at.0).map(|node| &node.state)
    }

    /// The states from the first one to this one.
    fn path(&self, at: NodeId) -> Vec<&Recorded> {
        let up = std::iter::successors(self.state(at), |state| {
            self.nodes.get(state.parent?).map(|node| &node.state)
        });
        let mut path: Vec<&Recorded> = up.collect();
        path.reverse();
        path
    }

    /// The place before which a statement is executed in this state: that of the next step.
    fn next_place(&self, at: NodeId) -> Result<Span, String> {
        let state = self.state(at).ok_or("there is no such state")?;
        if let (Some(End::Failed(_)), false) = (&state.end, state.children.is_empty()) {
            return Err("it fails within a statement: go `back` to the state before it".to_owned());
        }
        if state.is_inferred {
            // The statement that needs what inference added is under way.
            return Err(format!(
                "`{}` was inferred within a statement: go `back` to the state before it",
                state.what
            ));
        }
        let next = state
            .children
            .iter()
            .filter_map(|child| self.nodes.get(*child));
        let mut next = next.map(|node| &node.state);
        // What inference added has the place of the statement that needs it.
        let place = next.find_map(|next| match &next.end {
            Some(End::Verified) => None,
            Some(End::Failed(failed)) => Some(self.at_statement(failed)),
            _ => Some(next.place),
        });
        place
            .ok_or_else(|| "the path ends here: go `back` to a state before a statement".to_owned())
    }

    /// The place of a failure, or the end of the body if it is in a contract.
    fn at_statement(&self, failed: &Failed) -> Span {
        let program = self.loaded.programs().find(|program| {
            let named = program.members.contains(&self.member);
            named && program.member_name(self.member) == self.name
        });
        match (program, self.member) {
            (Some(program), MemberId::Method(method)) => {
                let method = program.method(method);
                let mut body = method.body.iter();
                if body.any(|stmt| stmt.span.contains(failed.place)) {
                    failed.place
                } else {
                    method.end
                }
            }
            _ => failed.place,
        }
    }

    /// Verifies the member again with one more statement at a state; the recording, and the number
    /// in it of the state that is the same.
    fn again(
        &self,
        at: NodeId,
        statement: &str,
        stop: &Stop,
    ) -> Result<(Recording, usize, Vec<Statement>), String> {
        let place = self.next_place(at)?;
        let version = self
            .nodes
            .get(at.0)
            .map(|node| node.version)
            .unwrap_or_default();
        let mut statements = self.versions.get(version).cloned().unwrap_or_default();
        statements.push(Statement {
            place,
            text: statement.to_owned(),
            code: CodeKind::Ghost,
        });
        let extended = snippet::extended(self.loaded, &statements)?;
        let recording = verified(self.loaded, &extended, &self.name, stop)?;
        let path = self.path(at);
        let same = same_state(&recording, &path).ok_or(OTHER_STATE)?;
        Ok((recording, same, statements))
    }

    /// What became of the last of the statements after a state: the states after it, and its
    /// failures.
    fn outcome(recording: &Recording, from: usize, file: crate::source::FileId) -> Outcome {
        let mut outcome = Outcome::default();
        let mut todo = vec![from];
        while let Some(at) = todo.pop() {
            let Some(state) = recording.states.get(at) else {
                continue;
            };
            for child in &state.children {
                let Some(next) = recording.states.get(*child) else {
                    continue;
                };
                match &next.end {
                    Some(End::Failed(failed)) if failed.place.file == file => {
                        outcome.failures.push((**failed).clone());
                    }
                    Some(_) => outcome.strays = true,
                    None if next.place.file == file && !next.is_inferred => {
                        outcome.after.push(*child);
                    }
                    // Inference opens and closes before the statement.
                    None if next.is_inferred => todo.push(*child),
                    None => outcome.strays = true,
                }
            }
        }
        outcome
    }

    /// What to say where nothing failed: which failures come, and by which sides of the fork here.
    fn failures_from(&self, at: NodeId) -> Result<Vec<String>, String> {
        let none = || "nothing failed here, and nothing fails after this state".to_owned();
        let state = self.state(at).ok_or_else(none)?;
        let line = |failed: &Failed| self.loaded.sources().start(failed.place).line;
        let told = |way: &str, from: &[usize]| {
            let mut found: Vec<String> = Vec::new();
            for failed in self.failing_after(from) {
                let (line, code) = (line(failed), &failed.code);
                let text = format!("{way} leads to line {line}: {code}: {}", failed.message);
                if !found.contains(&text) {
                    found.push(text);
                }
            }
            found
        };
        let found: Vec<String> = match self.follows(at) {
            Follows::Fork(sides) => {
                let is_pair = sides.len() == 2;
                let ways = state.children.iter().enumerate().map(|(side, child)| {
                    let way = match (is_pair, side) {
                        (true, 0) => "`go true`".to_owned(),
                        (true, _) => "`go false`".to_owned(),
                        (false, side) => format!("`go {}`", side + 1),
                    };
                    told(&way, &[*child])
                });
                ways.flatten().collect()
            }
            Follows::Step | Follows::Failure(_) => told("`continue`", &state.children),
            Follows::End(_) => Vec::new(),
        };
        if found.is_empty() {
            return Err(none());
        }
        let mut lines = vec!["nothing failed here yet".to_owned()];
        lines.extend(found);
        Ok(lines)
    }

    /// The failures of these states and all after them.
    fn failing_after(&self, from: &[usize]) -> Vec<&Failed> {
        let mut todo: Vec<usize> = from.iter().rev().copied().collect();
        let mut found = Vec::new();
        while let Some(next) = todo.pop().and_then(|next| self.nodes.get(next)) {
            if let Some(End::Failed(failed)) = &next.state.end {
                found.push(&**failed);
            }
            todo.extend(next.state.children.iter().rev());
        }
        found
    }

    /// The type of an expression.
    fn type_of(&self, at: NodeId, expression: &str) -> Result<String, String> {
        let place = self.next_place(at)?;
        snippet::type_name(self.loaded, self.member, place, expression, &[])
    }
}

/// The outcome of a statement.
#[derive(Debug, Default)]
struct Outcome {
    /// The states after it.
    after: Vec<usize>,
    /// Its failures.
    failures: Vec<Failed>,
    /// Whether something else follows the state.
    strays: bool,
}

/// The recording of a member of another program.
fn verified(
    loaded: &Loaded,
    extended: &Extended,
    name: &str,
    stop: &Stop,
) -> Result<Recording, String> {
    let recorder = Arc::new(Recorder::new(name));
    let options = Options {
        members: vec![name.to_owned()],
        cache: None,
        jobs: 1,
        merge: verify::Merging::Off,
        trace: verify::TraceMode::Off,
        listeners: vec![recorder.clone()],
        ..loaded.options().clone()
    };
    let run = RunSettings {
        sources: &extended.sources,
        options: &options,
        stop,
        observer: &|_| {},
    };
    verify::verify_all(&[(&extended.program, run.options)], run, |_, _| {});
    if let Some(why) = stop.reason() {
        return Err(format!("the member was not verified again: {}", why.text()));
    }
    let recording = recorder.recording();
    recording.ok_or_else(|| "the member could not be verified again".to_owned())
}

/// The state of a recording to which the same steps and choices lead.
fn same_state(recording: &Recording, path: &[&Recorded]) -> Option<usize> {
    let is_same = |a: &Recorded, b: &Recorded| {
        a.place == b.place
            && a.what == b.what
            && a.conditions == b.conditions
            && a.is_inferred == b.is_inferred
            && a.view == b.view
    };
    let mut at = 0;
    for step in path.iter().skip(1) {
        let state = recording.states.get(at)?;
        let mut next = state.children.iter();
        at = *next.find(|child| {
            let child = recording.states.get(**child);
            child.is_some_and(|child| is_same(child, step))
        })?;
    }
    Some(at)
}

impl Source for Recordings<'_> {
    fn root(&self) -> NodeId {
        NodeId(0)
    }

    fn warning(&self) -> Option<String> {
        let text = "not all paths were recorded: there are too many, or the check ended early";
        self.is_cut.then(|| text.to_owned())
    }

    fn parent(&self, at: NodeId) -> Option<NodeId> {
        self.state(at)?.parent.map(NodeId)
    }

    fn is_kept(&self, at: NodeId) -> bool {
        self.state(at).is_some()
    }

    fn follows(&self, at: NodeId) -> Follows {
        let Some(state) = self.state(at) else {
            return Follows::End(End::Cut("there is no such state".to_owned()));
        };
        match (&state.end, state.children.as_slice()) {
            (Some(end), []) => return Follows::End(end.clone()),
            (Some(End::Failed(failed)), _) => return Follows::Failure(failed.clone()),
            _ => {}
        }
        match state.children.as_slice() {
            [] => Follows::End(End::Cut("the recording ends here".to_owned())),
            [_] => Follows::Step,
            several => {
                let sides = several.iter().filter_map(|child| self.nodes.get(*child));
                let sides = sides.map(|child| match child.state.conditions.as_slice() {
                    [] => child.state.what.clone(),
                    conditions => conditions.join(" && "),
                });
                Follows::Fork(sides.collect())
            }
        }
    }

    fn advance(&mut self, at: NodeId, _stop: &Stop) -> Advance {
        let next = self.state(at).and_then(|state| state.children.first());
        next.map_or(Advance::Stopped, |next| Advance::To(NodeId(*next)))
    }

    fn choose(&mut self, at: NodeId, side: usize) -> Option<NodeId> {
        let state = self.state(at)?;
        let is_fork = matches!(self.follows(at), Follows::Fork(_));
        let chosen = state.children.get(side).filter(|_| is_fork);
        chosen.map(|child| NodeId(*child))
    }

    fn sides_to(&self, at: NodeId, code: &str) -> Vec<usize> {
        let Some(state) = self.state(at) else {
            return Vec::new();
        };
        let leads = |from: usize| {
            let failures = self.failing_after(&[from]);
            let mut failures = failures.into_iter();
            failures.any(|f| f.code == code || f.code.split(':').any(|part| part == code))
        };
        let sides = state.children.iter().enumerate();
        sides
            .filter(|(_, child)| leads(**child))
            .map(|(side, _)| side)
            .collect()
    }

    fn children(&self, at: NodeId) -> Vec<NodeId> {
        let children = self.state(at).map_or(&[][..], |state| &state.children);
        children.iter().copied().map(NodeId).collect()
    }

    fn label(&self, at: NodeId) -> Option<String> {
        let conditions = &self.state(at)?.conditions;
        match self.follows(self.parent(at)?) {
            Follows::Fork(_) => (!conditions.is_empty()).then(|| conditions.join(" && ")),
            Follows::Failure(_) => Some(AS_IF.to_owned()),
            Follows::Step | Follows::End(_) => None,
        }
    }

    fn step_text(&self, at: NodeId) -> Option<String> {
        let state = self.state(at)?;
        let plain = |text: &str| -> String {
            text.chars()
                .filter(|c| !c.is_whitespace() && *c != ';')
                .collect()
        };
        let start = self.loaded.sources().start(state.place).line;
        let line = self.loaded.sources().file(state.place.file).line(start);
        match (state.what.as_str(), state.is_inferred) {
            ("", _) => None,
            (what, true) => Some(format!("{what} (inferred)")),
            (what, false) => (plain(what) != plain(line)).then(|| what.to_owned()),
        }
    }

    fn calls(&self, at: NodeId) -> Vec<CallView> {
        let known = self.loaded.sources().files().map(|(file, _)| file);
        let known: Vec<_> = known.collect();
        // The place of an assumption is that of the step before.
        let up = std::iter::successors(Some(at), |at| self.parent(*at));
        let mut places = up.filter_map(|at| self.state(at)).map(|state| state.place);
        let place = places.find(|place| known.contains(&place.file));
        let call = place.map(|place| CallView {
            member: self.name.clone(),
            place,
        });
        call.into_iter().collect()
    }

    fn view(&mut self, at: NodeId) -> StateView {
        let state = self.state(at);
        state.map_or_else(StateView::default, |state| state.view.clone())
    }

    fn queries(&self, at: NodeId) -> Vec<Query> {
        self.state(at)
            .map_or_else(Vec::new, |state| state.queries.clone())
    }

    fn eval(&mut self, at: NodeId, expression: &str, stop: &Stop) -> Result<String, String> {
        let state = self.state(at).ok_or("there is no such state")?;
        let known = state.view.store.iter().find(|(name, _)| name == expression);
        if let Some((_, value)) = known {
            return Ok(value.clone());
        }
        let ty = self.type_of(at, expression)?;
        let statement = format!("ghost {ty} {VALUE} := {expression};");
        let (recording, same, statements) = self.again(at, &statement, stop)?;
        let file = snippet::file_of(self.loaded, statements.len());
        let outcome = Self::outcome(&recording, same, file);
        if let Some(failed) = outcome.failures.first() {
            return Err(failed.message.clone());
        }
        let values = outcome.after.iter().filter_map(|after| {
            let state = recording.states.get(*after)?;
            let value = state.view.store.iter().find(|(name, _)| name == VALUE);
            let value = value.map(|(_, value)| value.as_str())?;
            Some(match state.conditions.as_slice() {
                [] => value.to_owned(),
                conditions => format!("{value} if {}", conditions.join(" && ")),
            })
        });
        let values: Vec<String> = values.collect();
        if values.is_empty() {
            Err("it has no value in this state".to_owned())
        } else {
            Ok(values.join("\n"))
        }
    }

    fn prove(&mut self, at: NodeId, condition: &str, stop: &Stop) -> Result<String, String> {
        let (recording, same, statements) =
            self.again(at, &format!("assert {condition};"), stop)?;
        let file = snippet::file_of(self.loaded, statements.len());
        let outcome = Self::outcome(&recording, same, file);
        if let Some(failed) = outcome.failures.first() {
            let mut lines = vec![format!("not proved: {}", failed.message)];
            lines.extend(failed.notes.iter().cloned());
            return Ok(lines.join("\n"));
        }
        if outcome.after.is_empty() || outcome.strays || recording.is_cut {
            Err("the paths from here were not all executed".to_owned())
        } else {
            Ok(format!("proved: {condition}"))
        }
    }

    fn assume(&mut self, at: NodeId, condition: &str, stop: &Stop) -> Result<NodeId, String> {
        let again = self.again(at, &format!("assume {condition};"), stop);
        let (recording, same, statements) = again.map_err(|message| match message.as_str() {
            // Of a path that ends without an answer, nothing is recorded.
            OTHER_STATE => "it contradicts the path condition, or has no meaning here".to_owned(),
            _ => message,
        })?;
        let file = snippet::file_of(self.loaded, statements.len());
        let outcome = Self::outcome(&recording, same, file);
        if let Some(failed) = outcome.failures.first() {
            return Err(failed.message.clone());
        }
        match outcome.after.as_slice() {
            [] => Err("it contradicts the path condition, or the path ends here".to_owned()),
            after => {
                // An assumption with several cases is the next step.
                let next = match after {
                    [only] if !outcome.strays => *only,
                    _ => same,
                };
                let first = self.add(recording, statements);
                Ok(NodeId(first + next))
            }
        }
    }

    fn model(&mut self, _at: NodeId) -> Result<Vec<(String, String)>, String> {
        Err("a recorded proof has no inputs: `veriframe debug --run` has".to_owned())
    }

    fn why(&mut self, at: NodeId) -> Result<Vec<String>, String> {
        let state = self.state(at).ok_or("there is no such state")?;
        let Some(End::Failed(failed)) = &state.end else {
            return self.failures_from(at);
        };
        let sources = self.loaded.sources();
        let mut lines = vec![format!("{}: {}", failed.code, failed.message)];
        let text = sources.text(failed.place);
        lines.push(format!(
            "at line {}: {text}",
            sources.start(failed.place).line
        ));
        for (place, what) in &failed.related {
            let text = sources.text(*place);
            lines.push(format!(
                "line {}: {text}: {what}",
                sources.start(*place).line
            ));
        }
        lines.extend(failed.notes.iter().map(|note| format!("note: {note}")));
        let before = state.parent.and_then(|parent| self.nodes.get(parent));
        let queries = before.map_or(&[][..], |before| &before.state.queries);
        // Whether the path is feasible is asked after the failure.
        let mut goals = queries.iter().rev().filter(|query| query.goal != "false");
        let open = goals.find(|query| query.answer != "yes");
        if let Some(query) = open {
            lines.push(format!("the last query without a proof: {}", query.goal));
            let about = |fact: &&String| shares_a_name(fact, &query.goal);
            let known: Vec<&String> = state.view.path.iter().filter(about).collect();
            if known.is_empty() {
                lines.push("nothing is known of its values".to_owned())
            } else {
                lines.push("what is known of its values:".to_owned());
                lines.extend(known.into_iter().map(|fact| format!("  {fact}")));
            }
        }
        Ok(lines)
    }
}

/// Whether two texts have a name in common.
fn shares_a_name(a: &str, b: &str) -> bool {
    let names = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !(c.is_alphanumeric() || "_@.".contains(c)));
        let is_name = |word: &&str| word.chars().next().is_some_and(char::is_alphabetic);
        words.filter(is_name).map(str::to_owned).collect()
    };
    let known = names(b);
    names(a).iter().any(|name| known.contains(name))
}
