//! A session: the current state, the motions in the execution tree, breakpoints and saved states.
//! Commands of a terminal and requests of an editor are carried out here.

use super::source::{Advance, Follows, NodeId, Source};
use super::tracing::{self, Tracing};
use crate::source::{FileId, SourceMap, Span};
use crate::stop::Stop;
use std::collections::BTreeMap;

/// A motion forward.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// To the next statement.
    Step,
    /// To the next statement of this member, or of its caller.
    Next,
    /// To the caller.
    Finish,
    /// To a breakpoint.
    Continue,
}

/// Why a motion stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// It is complete.
    Done,
    /// Both sides of a condition are possible.
    Fork,
    /// Something failed, and the path goes on as if it held.
    Failure,
    /// A breakpoint, by its number.
    Breakpoint(u32),
    /// The path ended.
    End,
    /// There is nothing before this state.
    Start,
    /// The state before is no longer kept.
    Forgotten,
    /// The user asked for it.
    Interrupted,
    /// The bound of steps was reached.
    Bound,
}

/// Where to stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Where {
    /// A line of a file.
    Line(FileId, usize),
    /// What comes after a line of a file.
    After(FileId, usize),
    /// The way from a line of a file to another one.
    Between(FileId, usize, usize),
    /// The beginning of a member.
    Member(String),
    /// A failure with this code.
    Code(String),
}

/// A breakpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakpoint {
    /// Its number, from 1.
    pub number: u32,
    /// Where it is.
    pub place: Where,
}

/// A session over an execution tree.
pub struct Session<'s> {
    /// The tree.
    pub source: Box<dyn Source + 's>,
    /// The texts.
    pub sources: &'s SourceMap,
    /// The names of the members at which it can stop.
    pub members: Vec<String>,
    at: NodeId,
    breakpoints: Vec<Breakpoint>,
    last_breakpoint: u32,
    saved: BTreeMap<String, NodeId>,
    /// The forks whose other side is still to be executed, the next one last.
    pending: Vec<NodeId>,
    /// What is shown of each step, if anything is.
    pub tracing: Option<Tracing>,
    /// What is to be shown of the steps since it was shown.
    pub traced: Vec<String>,
    /// The parts of assertions of which it was told that they could not be evaluated.
    told: Vec<Span>,
}

impl<'s> Session<'s> {
    /// A session at the root of a tree.
    #[must_use]
    pub fn new(
        source: Box<dyn Source + 's>,
        sources: &'s SourceMap,
        members: Vec<String>,
    ) -> Session<'s> {
        Session {
            members,
            at: source.root(),
            source,
            sources,
            breakpoints: Vec::new(),
            last_breakpoint: 0,
            saved: BTreeMap::new(),
            pending: Vec::new(),
            tracing: None,
            traced: Vec::new(),
            told: Vec::new(),
        }
    }

    /// The current state.
    #[must_use]
    pub fn at(&self) -> NodeId {
        self.at
    }

    /// Makes a state the current one.
    pub fn set(&mut self, at: NodeId) {
        self.at = at;
    }

    /// What could not be evaluated on the way here, each told once.
    pub fn warnings(&mut self) -> Vec<String> {
        let mut new = self.source.unevaluated(self.at);
        new.retain(|part| !self.told.contains(part));
        self.told.extend(&new);
        let parts = new.into_iter().map(|part| self.sources.quoted(part));
        parts
            .map(|part| format!("warning: {part} was not evaluated"))
            .collect()
    }

    /// Goes to the first state; saved states and breakpoints stay.
    pub fn restart(&mut self) {
        self.at = self.source.root();
        self.pending.clear();
    }

    /// The place of a state.
    #[must_use]
    pub fn place(&self, at: NodeId) -> Option<Span> {
        self.source.place(at)
    }

    fn line(&self, at: NodeId) -> Option<(FileId, usize)> {
        let place = self.place(at)?;
        Some((place.file, self.sources.start(place).line))
    }

    fn depth(&self, at: NodeId) -> usize {
        self.source.depth(at)
    }

    /// Goes forward.
    pub fn forward(&mut self, motion: Motion, stop: &Stop) -> Stopped {
        let depth = self.depth(self.at);
        loop {
            match self.source.follows(self.at) {
                Follows::End(_) => return Stopped::End,
                Follows::Fork(_) => match self.side_to_breakpoint() {
                    Some(side) if motion == Motion::Continue => {
                        if !self.choose(side) {
                            return Stopped::Fork;
                        }
                        match self.source.follows(self.at) {
                            Follows::End(_) => return Stopped::End,
                            Follows::Failure(_) => return Stopped::Failure,
                            Follows::Fork(_) => continue,
                            Follows::Step => {}
                        }
                    }
                    _ => return Stopped::Fork,
                },
                // A failure where the motion begins is behind it.
                Follows::Failure(_) | Follows::Step => {}
            }
            let before = self.at;
            match self.source.advance(self.at, stop) {
                Advance::To(next) => self.at = next,
                Advance::Stopped => return Stopped::Interrupted,
                Advance::Bound => return Stopped::Bound,
            }
            tracing::note(self, before);
            if stop.reason().is_some() {
                return Stopped::Interrupted;
            }
            match self.source.follows(self.at) {
                Follows::End(_) => return Stopped::End,
                Follows::Failure(_) => return Stopped::Failure,
                Follows::Fork(_) => continue,
                Follows::Step => {}
            }
            if let Some(number) = self.breakpoint(before) {
                return Stopped::Breakpoint(number);
            }
            let now = self.depth(self.at);
            let is_done = match motion {
                Motion::Step => true,
                Motion::Next => now <= depth,
                Motion::Finish => now < depth,
                Motion::Continue => false,
            };
            if is_done {
                return Stopped::Done;
            }
        }
    }

    /// Continues from a side of a fork that was taken, unless it fails there.
    pub fn continue_side(&mut self, stop: &Stop) -> Stopped {
        match self.source.follows(self.at) {
            Follows::Failure(_) => Stopped::Failure,
            Follows::Step | Follows::Fork(_) | Follows::End(_) => {
                self.forward(Motion::Continue, stop)
            }
        }
    }

    /// Takes a side of the fork here. Returns whether there is one.
    pub fn choose(&mut self, side: usize) -> bool {
        let next = self.source.choose(self.at, side);
        if let Some(next) = next {
            self.at = next;
        }
        next.is_some()
    }

    /// Takes the first side of the fork here, and remembers the other one.
    pub fn fork(&mut self) -> bool {
        let fork = self.at;
        let is_one = self.choose(0);
        if is_one {
            self.pending.push(fork);
        }
        is_one
    }

    /// Takes the other side of the fork that was remembered last. Returns whether there is one.
    pub fn resume(&mut self) -> bool {
        let Some(fork) = self.pending.pop() else {
            return false;
        };
        self.at = fork;
        self.choose(1)
    }

    /// The state before, if it is kept.
    pub fn back(&mut self) -> Stopped {
        match self.source.parent(self.at) {
            None => Stopped::Start,
            Some(before) if self.source.is_kept(before) => {
                self.at = before;
                Stopped::Done
            }
            Some(_) => Stopped::Forgotten,
        }
    }

    /// Goes back to a breakpoint, a fork, a failure, or the start.
    pub fn backward(&mut self) -> Stopped {
        loop {
            match self.back() {
                Stopped::Done => {}
                other => return other,
            }
            match self.source.follows(self.at) {
                Follows::Fork(_) => return Stopped::Fork,
                Follows::Failure(_) => return Stopped::Failure,
                Follows::Step | Follows::End(_) => {}
            }
            let before = self.source.parent(self.at);
            if let Some(number) = before.and_then(|before| self.breakpoint(before)) {
                return Stopped::Breakpoint(number);
            }
        }
    }

    /// The breakpoint at which the current state is, coming from another one.
    fn breakpoint(&self, before: NodeId) -> Option<u32> {
        let line = self.line(self.at);
        let (depth, earlier_depth) = (self.depth(self.at), self.depth(before));
        let enters = depth > earlier_depth;
        // Where a call returns to the middle of a statement, its line is no other one.
        let left = self.left_line(before, earlier_depth, depth);
        let hit = self
            .breakpoints
            .iter()
            .find(|breakpoint| match &breakpoint.place {
                Where::Line(file, number) => line == Some((*file, *number)) && line != left,
                Where::After(file, number) => left == Some((*file, *number)) && line != left,
                Where::Between(file, from, to) => {
                    left == Some((*file, *from)) && line == Some((*file, *to))
                }
                Where::Member(member) => {
                    let calls = self.source.calls(self.at);
                    enters && calls.first().is_some_and(|call| call.member == *member)
                }
                Where::Code(_) => false,
            });
        hit.map(|breakpoint| breakpoint.number)
    }

    /// The line at which the current call was before a step; `None` if the step began it.
    fn left_line(&self, before: NodeId, earlier: usize, depth: usize) -> Option<(FileId, usize)> {
        let calls = self.source.calls(before);
        let call = calls.get(earlier.checked_sub(depth)?)?;
        Some((call.place.file, self.sources.start(call.place).line))
    }

    /// The side of the fork here that is known to lead to a failure with a breakpoint.
    fn side_to_breakpoint(&self) -> Option<usize> {
        self.breakpoints
            .iter()
            .find_map(|breakpoint| match &breakpoint.place {
                Where::Code(code) => self.source.sides_to(self.at, code).first().copied(),
                Where::Line(..) | Where::After(..) | Where::Between(..) | Where::Member(_) => None,
            })
    }

    /// Adds a breakpoint; its number.
    pub fn add_breakpoint(&mut self, place: Where) -> u32 {
        if let Some(known) = self.breakpoints.iter().find(|known| known.place == place) {
            return known.number;
        }
        self.last_breakpoint += 1;
        self.breakpoints.push(Breakpoint {
            number: self.last_breakpoint,
            place,
        });
        self.last_breakpoint
    }

    /// The breakpoints.
    #[must_use]
    pub fn breakpoints(&self) -> &[Breakpoint] {
        &self.breakpoints
    }

    /// Removes the breakpoints that are not to be kept; their number.
    pub fn retain_breakpoints(&mut self, keep: &dyn Fn(&Breakpoint) -> bool) -> usize {
        let before = self.breakpoints.len();
        self.breakpoints.retain(|breakpoint| keep(breakpoint));
        before - self.breakpoints.len()
    }

    /// Saves the current state under a name; without one, under the next number.
    pub fn save(&mut self, name: Option<&str>) -> String {
        let number = || (1..).map(|n: u32| n.to_string());
        let free = || number().find(|name| !self.saved.contains_key(name));
        let name = name.map(str::to_owned).or_else(free).unwrap_or_default();
        self.saved.insert(name.clone(), self.at);
        name
    }

    /// Makes a saved state the current one.
    ///
    /// # Errors
    /// If there is none of this name; what to say.
    pub fn restore(&mut self, name: &str) -> Result<(), String> {
        let Some(saved) = self.saved.get(name) else {
            let names: Vec<&str> = self.saved.keys().map(String::as_str).collect();
            return Err(match names.as_slice() {
                [] => "no state is saved: write `save NAME` first".to_owned(),
                names => format!("no state `{name}` is saved; there are {}", names.join(", ")),
            });
        };
        if !self.source.is_kept(*saved) {
            return Err(format!("the state `{name}` is no longer kept"));
        }
        self.at = *saved;
        Ok(())
    }
}
