//! Symbolic execution without contracts, live (004, §6): states are configurations of the
//! interpreter, and the next one is computed when it is asked for.

use self::scope::Scope;
use super::evaluation::{Case, Evaluation, joined};
use super::snippet::{self, CodeKind, Extended, Statement, VALUE};
use super::source::{Advance, CallView, Called, End, Failed, Follows, NodeId, Source};
use super::statements;
use crate::driver::Loaded;
use crate::execution::code::{CompiledProgram, Instruction, RoutineId};
use crate::execution::configuration::{Configuration, Frame, Thread};
use crate::execution::entry::{Started, enter};
use crate::execution::machine::{Bound, CallPlace, Machine, Status, Violation};
use crate::execution::symbolic::{InputSearch, Symbolic, Value};
use crate::ir::{MemberId, Program};
use crate::logic::{Solver, Sort, Term};
use crate::source::Span;
use crate::stop::Stop;
use crate::syntax;
use crate::trace::StateView;
use rustc_hash::FxHashMap;

mod changes;
mod scope;

/// The number of states that can be resumed; older ones are given up, but for forks.
const MAX_KEPT: usize = 50_000;

/// The greatest size of their frames and variables, in bytes.
const MAX_KEPT_BYTES: usize = 128 << 20;

/// The most calls under way: each state has a copy of them.
const MAX_DEPTH: usize = 5_000;

/// The instructions between two looks at whether to stop.
const SLICE: u64 = 4_096;

type State<'p> = Configuration<Symbolic<'p>>;

/// What follows a state.
#[derive(Clone, Debug)]
enum Kind {
    Step,
    Fork(Term, [Option<NodeId>; 2]),
    End(End),
}

#[derive(Debug)]
struct Node<'p> {
    parent: Option<NodeId>,
    state: Option<State<'p>>,
    kind: Kind,
    label: Option<String>,
    children: Vec<NodeId>,
    /// The innermost call under way.
    innermost: Option<CallView>,
    /// The number of calls under way.
    depth: usize,
}

/// The place of a configuration, to the statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Position {
    frames: usize,
    statement: Option<Span>,
}

/// A live symbolic execution.
#[derive(Debug)]
pub struct Live<'e, 'p> {
    loaded: &'p Loaded,
    program: &'p Program,
    code: &'p CompiledProgram,
    machine: Machine<'p, Symbolic<'p>>,
    solver: &'e mut Solver<'e>,
    begun: Started<'p>,
    nodes: Vec<Node<'p>>,
    /// The first state that may still be given up.
    oldest: usize,
    /// The size of the frames and variables of the states from there, in bytes.
    kept: usize,
    statements: Vec<Span>,
    /// The statements of instructions, once they are known.
    known: FxHashMap<(RoutineId, u32), Option<Span>>,
    /// The greatest number of instructions of one step.
    steps: u64,
}

impl<'e, 'p> Live<'e, 'p> {
    /// The execution of a member from its start.
    pub fn new(
        loaded: &'p Loaded,
        program: &'p Program,
        code: &'p CompiledProgram,
        solver: &'e mut Solver<'e>,
        begun: Started<'p>,
        steps: u64,
    ) -> Live<'e, 'p> {
        let mut domain = begun.domain.clone();
        let mut machine = Machine::new(program, code, &mut domain);
        let state = enter(&mut machine, domain, &begun);
        let sources = loaded.sources();
        let files = sources.files().map(|(file, source)| {
            let notation = source.notation();
            syntax::parse(file, source.text(), notation).0
        });
        let statements = files.flat_map(|file| statements::spans(&file)).collect();
        let mut live = Live {
            loaded,
            program,
            code,
            machine,
            solver,
            begun,
            nodes: Vec::new(),
            oldest: 1,
            kept: 0,
            statements,
            known: FxHashMap::default(),
            steps,
        };
        let innermost = live.innermost(&state);
        live.nodes.push(Node {
            parent: None,
            depth: state.thread.frames.len(),
            state: Some(state),
            kind: Kind::Step,
            label: None,
            children: Vec::new(),
            innermost,
        });
        live
    }

    fn node(&self, at: NodeId) -> Option<&Node<'p>> {
        self.nodes.get(at.0)
    }

    fn state(&self, at: NodeId) -> Result<&State<'p>, String> {
        let state = self.node(at).and_then(|node| node.state.as_ref());
        state.ok_or_else(|| "this state is no longer kept".to_owned())
    }

    fn call(&self, call: CallPlace) -> CallView {
        CallView {
            member: self.program.member_name(call.member),
            place: call.span,
        }
    }

    /// The places of the calls under way in a state that is kept, the innermost first.
    fn places_of(&self, at: NodeId) -> Vec<CallPlace> {
        let state = self.state(at);
        state.map_or_else(|_| Vec::new(), |state| self.machine.calls(state))
    }

    fn innermost(&self, state: &State<'p>) -> Option<CallView> {
        let place = self.machine.innermost_call(state);
        place.map(|place| self.call(place))
    }

    /// Adds a state, and gives up old ones if there are many.
    fn add(
        &mut self,
        parent: NodeId,
        state: State<'p>,
        kind: Kind,
        label: Option<String>,
    ) -> NodeId {
        let mut innermost = self.innermost(&state);
        let mut depth = state.thread.frames.len();
        if let Kind::End(End::Failed(failed)) = &kind
            && let Some(innermost) = &mut innermost
        {
            innermost.place = failed.place;
        }
        let has_returned = matches!(kind, Kind::End(End::Returned(_)));
        if (innermost.is_none() || has_returned)
            && let Some(parent) = self.node(parent)
        {
            // The member has returned: its last place says where.
            (innermost, depth) = (parent.innermost.clone(), parent.depth);
        }
        let id = NodeId(self.nodes.len());
        self.kept += size(&state);
        self.nodes.push(Node {
            parent: Some(parent),
            state: Some(state),
            kind,
            label,
            children: Vec::new(),
            innermost,
            depth,
        });
        if let Some(parent) = self.nodes.get_mut(parent.0) {
            parent.children.push(id);
        }
        let is_full =
            |live: &Self| live.nodes.len() - live.oldest > MAX_KEPT || live.kept > MAX_KEPT_BYTES;
        while is_full(self) && self.oldest < id.0 {
            if let Some(node) = self.nodes.get_mut(self.oldest) {
                self.kept = self
                    .kept
                    .saturating_sub(node.state.as_ref().map_or(0, size));
                if matches!(node.kind, Kind::Step) {
                    node.state = None;
                }
            }
            self.oldest += 1;
        }
        id
    }

    fn position(&mut self, state: &State<'p>) -> Position {
        let frames = state.thread.frames.len();
        let Some(frame) = state.thread.frames.last() else {
            return Position {
                frames,
                statement: None,
            };
        };
        let key = (frame.routine, frame.at);
        let statement = match self.known.get(&key) {
            Some(known) => *known,
            None => {
                let routine = self.code.routines.get(frame.routine.0 as usize);
                let place = routine.and_then(|routine| routine.spans.get(frame.at as usize));
                let statement = place.map(|place| {
                    let around = statements::innermost(&self.statements, *place);
                    around.unwrap_or(*place)
                });
                self.known.insert(key, statement);
                statement
            }
        };
        Position { frames, statement }
    }

    /// Executes instructions up to another statement, a fork or an end.
    fn run(&mut self, state: &mut State<'p>, stop: &Stop) -> Result<Kind, Advance> {
        let start = self.position(state);
        let mut left = self.steps;
        let mut last = None;
        loop {
            if left == 0 {
                return Err(Advance::Bound);
            }
            left -= 1;
            if left.is_multiple_of(SLICE) && stop.reason().is_some() {
                return Err(Advance::Stopped);
            }
            // The variables at the end are those before the outermost frame is left.
            if self.ends_member(state) {
                last = Some((state.thread.frames.clone(), state.thread.slots.clone()));
            }
            match self.machine.run(state, 1) {
                Status::Running => {
                    if state.thread.frames.len() > MAX_DEPTH {
                        return Ok(Kind::End(End::Cut(TOO_DEEP.to_owned())));
                    }
                    if self.position(state) != start {
                        return Ok(Kind::Step);
                    }
                }
                Status::Undecided(condition) => match state.domain.sides(self.solver, condition) {
                    (true, true) => return Ok(Kind::Fork(condition, [None, None])),
                    (false, false) => {
                        let why = "no execution comes here: the path condition is contradictory";
                        return Ok(Kind::End(End::Cut(why.to_owned())));
                    }
                    (can, _) => state.domain.learn(condition, can),
                },
                Status::Done => {
                    let result = state.thread.result.as_ref();
                    let result = result.map(|value| state.domain.shown_value(value));
                    if let Some((frames, slots)) = last {
                        (state.thread.frames, state.thread.slots) = (frames, slots);
                    }
                    return Ok(Kind::End(End::Returned(result)));
                }
                Status::Violation(violation) if violation.is_excluded() => {
                    let why = "no execution comes here: an `assume` excludes it";
                    return Ok(Kind::End(End::Cut(why.to_owned())));
                }
                Status::Violation(violation) => return Ok(Kind::End(failed(&violation))),
                Status::Bound(Bound::Memory) => {
                    let why = "an array is too long for symbolic execution";
                    return Ok(Kind::End(End::Cut(why.to_owned())));
                }
                Status::Bound(Bound::Depth) => {
                    return Ok(Kind::End(End::Cut(TOO_DEEP.to_owned())));
                }
                Status::Unsupported(_, what) => {
                    return Ok(Kind::End(End::Cut(format!("{what} is not supported"))));
                }
            }
        }
    }

    /// Whether the next instruction leaves the outermost frame.
    fn ends_member(&self, state: &State<'p>) -> bool {
        let [frame] = state.thread.frames.as_slice() else {
            return false;
        };
        let routine = self.code.routines.get(frame.routine.0 as usize);
        let next = routine.and_then(|routine| routine.code.get(frame.at as usize));
        matches!(next, Some(Instruction::Return))
    }

    /// The values of the current frame's variables that have one.
    fn variables(&self, state: &State<'p>) -> Vec<(String, Value)> {
        let Some(frame) = state.thread.frames.last() else {
            return Vec::new();
        };
        let slots = state.thread.slots.get(frame.base as usize..);
        let vars = self
            .member_of(frame)
            .map(|member| self.program.vars(member));
        let vars = vars.map_or(&[][..], |vars| vars.all.as_slice());
        let named = vars.iter().zip(slots.unwrap_or_default());
        named
            .filter(|(var, value)| var.is_named() && value.is_set())
            .map(|(var, value)| (var.name.clone(), *value))
            .collect()
    }

    fn member_of(&self, frame: &Frame) -> Option<MemberId> {
        let routine = self.code.routines.get(frame.routine.0 as usize);
        routine.map(|routine| routine.member)
    }

    /// The program with a statement at the current place, if its declarations are the same.
    fn extended(&self, scope: &Scope, text: &str, code: CodeKind) -> Result<Extended, String> {
        let mut statements = scope.declared.clone();
        statements.push(Statement {
            place: scope.place,
            text: text.to_owned(),
            code,
        });
        let extended = snippet::extended(self.loaded, &statements)?;
        let (old, new) = (self.program, &extended.program);
        let is_same = old.classes.len() == new.classes.len()
            && old.fields.len() == new.fields.len()
            && old.methods.len() == new.methods.len()
            && old.pures.len() == new.pures.len()
            && old.uniques.len() == new.uniques.len();
        if is_same {
            Ok(extended)
        } else {
            Err("this declares something new".to_owned())
        }
    }

    /// The value of an expression, by cases.
    fn cases(
        &mut self,
        at: NodeId,
        expression: &str,
        stop: &Stop,
    ) -> Result<Vec<Case<'p>>, String> {
        let state = self.state(at)?.clone();
        let scope = self.scope(at, expression, CodeKind::Ghost)?;
        let Scope {
            member,
            place,
            text: expression,
            declared,
            ..
        } = &scope;
        let ty = snippet::type_name(self.loaded, *member, *place, expression, declared)?;
        let text = format!("ghost {ty} {VALUE} := {expression};");
        let extended = self.extended(&scope, &text, CodeKind::Ghost)?;
        let evaluation = Evaluation {
            outer: self.program,
            extended: &extended,
            member: *member,
            given: &scope.given,
        };
        evaluation.values(state, self.solver, stop)
    }

    /// The value of a Boolean expression, and the state in which all that it reads is known.
    fn condition(
        &mut self,
        at: NodeId,
        text: &str,
        stop: &Stop,
    ) -> Result<(Term, State<'p>), String> {
        let cases = self.cases(at, text, stop)?;
        let mut state = self.state(at)?.clone();
        for case in &cases {
            state.domain.meet_all(&case.domain);
        }
        let value = joined(&state.domain, &cases);
        let sort = state.domain.terms().sort(value);
        match sort {
            Sort::Bool => Ok((value, state)),
            _ => Err("this is no condition".to_owned()),
        }
    }

    fn input(&mut self, domain: &Symbolic<'p>) -> Result<Vec<(String, String)>, String> {
        match domain.find_input(self.solver, &self.begun.domain, &self.begun.values) {
            InputSearch::Input(input) => Ok(input.shown(self.program, self.begun.member)),
            InputSearch::Unknown => Err("no input was found".to_owned()),
            InputSearch::Impossible | InputSearch::Excluded => {
                Err("no input leads here".to_owned())
            }
        }
    }
}

/// What to say of a call that is not followed.
const TOO_DEEP: &str = "the calls are nested too deep; does a recursion not end?";

/// The size of a state's frames and variables, in bytes.
fn size(state: &State<'_>) -> usize {
    let Thread { frames, slots, .. } = &state.thread;
    size_of::<Frame>() * frames.len() + size_of::<Value>() * slots.len()
}

fn failed(violation: &Violation) -> End {
    let reason = violation.reason.map(|reason| format!(":{}", reason.name()));
    End::Failed(Box::new(Failed {
        code: format!("{}{}", violation.code.name(), reason.unwrap_or_default()),
        place: violation.place,
        message: violation.message.clone(),
        notes: Vec::new(),
        related: Vec::new(),
    }))
}

impl Source for Live<'_, '_> {
    fn root(&self) -> NodeId {
        NodeId(0)
    }

    fn parent(&self, at: NodeId) -> Option<NodeId> {
        self.node(at)?.parent
    }

    fn is_kept(&self, at: NodeId) -> bool {
        self.state(at).is_ok()
    }

    fn follows(&self, at: NodeId) -> Follows {
        let Some(node) = self.node(at) else {
            return Follows::End(End::Cut("there is no such state".to_owned()));
        };
        match (&node.kind, &node.state) {
            (Kind::Fork(condition, _), Some(state)) => {
                let domain = &state.domain;
                let negated = domain.negated(*condition);
                Follows::Fork(vec![domain.text(*condition), domain.text(negated)])
            }
            (Kind::End(end), _) => Follows::End(end.clone()),
            _ => Follows::Step,
        }
    }

    fn advance(&mut self, at: NodeId, stop: &Stop) -> Advance {
        // The other successors are states in which something is assumed besides.
        let children = self.children(at).into_iter();
        let known = {
            let mut steps = children.filter(|child| self.label(*child).is_none());
            steps.next()
        };
        if let Some(known) = known.filter(|known| self.is_kept(*known)) {
            return Advance::To(known);
        }
        let Ok(state) = self.state(at) else {
            return Advance::Stopped;
        };
        let mut state = state.clone();
        match self.run(&mut state, stop) {
            Ok(kind) => Advance::To(self.add(at, state, kind, None)),
            Err(why) => why,
        }
    }

    fn choose(&mut self, at: NodeId, side: usize) -> Option<NodeId> {
        let node = self.nodes.get(at.0)?;
        let Kind::Fork(condition, sides) = &node.kind else {
            return None;
        };
        if let Some(known) = sides.get(side)? {
            return Some(*known);
        }
        let mut state = node.state.clone()?;
        let condition = *condition;
        let label = state.domain.text(match side {
            0 => condition,
            _ => state.domain.negated(condition),
        });
        state.domain.assume(condition, side == 0);
        let id = self.add(at, state, Kind::Step, Some(label));
        if let Some(Node {
            kind: Kind::Fork(_, sides),
            ..
        }) = self.nodes.get_mut(at.0)
            && let Some(place) = sides.get_mut(side)
        {
            *place = Some(id);
        }
        Some(id)
    }

    fn children(&self, at: NodeId) -> Vec<NodeId> {
        self.node(at)
            .map_or_else(Vec::new, |node| node.children.clone())
    }

    fn label(&self, at: NodeId) -> Option<String> {
        self.node(at)?.label.clone()
    }

    fn calls(&self, at: NodeId) -> Vec<CallView> {
        let Some(node) = self.node(at) else {
            return Vec::new();
        };
        let mut calls = self.places_of(at);
        if calls.is_empty() || matches!(node.kind, Kind::End(End::Returned(_))) {
            // The member has returned: its last place says where.
            calls = node
                .parent
                .map_or_else(Vec::new, |parent| self.places_of(parent));
        }
        let outer = calls.into_iter().skip(1).map(|call| self.call(call));
        node.innermost.clone().into_iter().chain(outer).collect()
    }

    fn place(&self, at: NodeId) -> Option<Span> {
        let innermost = self.node(at)?.innermost.as_ref()?;
        Some(innermost.place)
    }

    fn printed(&self, at: NodeId) -> String {
        self.state(at)
            .map_or_else(|_| String::new(), |state| state.domain.printed().to_owned())
    }

    fn is_before_its_place(&self) -> bool {
        true
    }

    fn depth(&self, at: NodeId) -> usize {
        self.node(at).map_or(0, |node| node.depth)
    }

    fn unevaluated(&self, at: NodeId) -> Vec<Span> {
        self.state(at)
            .map_or_else(|_| Vec::new(), |state| state.counts.unevaluated.clone())
    }

    fn view(&mut self, at: NodeId) -> StateView {
        let Some(state) = self.nodes.get(at.0).and_then(|node| node.state.as_ref()) else {
            return StateView::default();
        };
        let domain = &state.domain;
        let locations = |domain: &Symbolic<'_>| {
            let found = domain.locations().into_iter();
            let found = found.map(|found| format!("{} ↦ {}", found.location, found.value));
            found.collect::<Vec<_>>()
        };
        let store = self.variables(state).into_iter();
        let branches = domain.branches();
        let path = domain.path_condition(self.solver, &branches);
        StateView {
            heap: locations(domain),
            old: locations(&self.begun.domain),
            store: store
                .map(|(name, value)| (name, domain.shown_value(&value)))
                .collect(),
            path: path.into_iter().map(|t| domain.text(t)).collect(),
        }
    }

    fn eval(&mut self, at: NodeId, expression: &str, stop: &Stop) -> Result<String, String> {
        let state = self.state(at)?;
        let known = self.variables(state).into_iter();
        let mut known = known.filter(|(name, _)| name == expression);
        if let (Some((_, value)), None) = (known.next(), known.next()) {
            return Ok(state.domain.shown_value(&value));
        }
        let cases = self.cases(at, expression, stop)?;
        let state = self.state(at)?;
        let value = joined(&state.domain, &cases);
        Ok(state.domain.text(value))
    }

    fn prove(&mut self, at: NodeId, condition: &str, stop: &Stop) -> Result<String, String> {
        let (goal, state) = self.condition(at, condition, stop)?;
        let text = state.domain.text(goal);
        Ok(match state.domain.sides(self.solver, goal) {
            (true, false) => format!("proved: {text}"),
            (false, true) => format!("refuted: {text} is false on this path"),
            _ => {
                let mut domain = state.domain;
                domain.assume(goal, false);
                match self.input(&domain) {
                    Ok(input) if input.is_empty() => format!("not proved: {text}"),
                    Ok(input) => format!("not proved: {text}\nfalse for {}", named(&input)),
                    Err(_) => {
                        format!("not proved: {text}\nno input was found for which it is false")
                    }
                }
            }
        })
    }

    fn assume(&mut self, at: NodeId, condition: &str, stop: &Stop) -> Result<NodeId, String> {
        let (fact, mut state) = self.condition(at, condition, stop)?;
        let text = state.domain.text(fact);
        match state.domain.sides(self.solver, fact) {
            (false, _) => Err(format!("{text} contradicts the path condition")),
            (true, false) => Ok(at),
            (true, true) => {
                state.domain.assume(fact, true);
                Ok(self.add(at, state, Kind::Step, Some(format!("assume {text}"))))
            }
        }
    }

    fn set(&mut self, at: NodeId, assignment: &str, stop: &Stop) -> Result<NodeId, String> {
        self.assigned(at, assignment, stop)
    }

    fn call(&mut self, at: NodeId, call: &str, stop: &Stop) -> Result<Called, String> {
        self.called(at, call, stop)
    }

    fn model(&mut self, at: NodeId) -> Result<Vec<(String, String)>, String> {
        let domain = self.state(at)?.domain.clone();
        self.input(&domain)
    }

    fn why(&mut self, at: NodeId) -> Result<Vec<String>, String> {
        let Follows::End(End::Failed(failed)) = self.follows(at) else {
            return Err("nothing failed here".to_owned());
        };
        let mut lines = vec![format!("{}: {}", failed.code, failed.message)];
        let domain = self.state(at)?.domain.clone();
        let branches = domain.branches();
        let path = domain.path_condition(self.solver, &branches);
        let path: Vec<String> = path.into_iter().map(|t| domain.text(t)).collect();
        if !path.is_empty() {
            lines.push(format!("on the path where {}", path.join(" && ")));
        }
        if let Ok(input) = self.input(&domain)
            && !input.is_empty()
        {
            lines.push(format!("for example {}", named(&input)));
        }
        Ok(lines)
    }
}

/// Values by name, as text.
fn named(values: &[(String, String)]) -> String {
    let parts = values
        .iter()
        .map(|(name, value)| format!("{name} = {value}"));
    parts.collect::<Vec<_>>().join(", ")
}
