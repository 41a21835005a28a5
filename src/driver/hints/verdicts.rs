//! The verdicts of members without edits, on which hints depend. A run may verify a part of the
//! members; the others are verified here when they are asked for, so that hints are those of the
//! run that verifies all.

use super::site::Site;
use crate::driver::program::LoadedProgram;
use crate::source::SourceMap;
use crate::stop::Stop;
use crate::verify::{
    self, Hints, MemberOutcome, Options, RunSettings, Status, TraceMode, verify_all,
};
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;

/// Whether members of a program verify.
#[derive(Debug)]
pub(super) struct Verdicts<'v> {
    /// The members that the run verified.
    known: &'v [MemberOutcome],
    /// What has the others; `None` if there are none.
    rest: Option<Rest<'v>>,
}

/// Members that the run leaves out.
#[derive(Debug)]
struct Rest<'v> {
    loaded: &'v LoadedProgram,
    sources: &'v SourceMap,
    stop: &'v Stop,
    /// The names of all members, once they are asked for.
    names: OnceCell<Vec<String>>,
    /// Whether those verify that were asked for.
    verified: RefCell<BTreeMap<String, bool>>,
}

impl<'v> Verdicts<'v> {
    /// The verdicts of a run, and of the members that it leaves out.
    pub(super) fn new(
        loaded: &'v LoadedProgram,
        sources: &'v SourceMap,
        stop: &'v Stop,
        known: &'v [MemberOutcome],
    ) -> Verdicts<'v> {
        let rest = Rest {
            loaded,
            sources,
            stop,
            names: OnceCell::new(),
            verified: RefCell::default(),
        };
        Verdicts {
            known,
            rest: Some(rest),
        }
    }

    /// Those of all members.
    #[cfg(test)]
    pub(super) fn of(known: &'v [MemberOutcome]) -> Verdicts<'v> {
        Verdicts { known, rest: None }
    }

    /// The name of a member without the types of its parameters.
    pub(super) fn name(&self, site: Site<'_>) -> String {
        let program = self.rest.as_ref();
        let program = program.and_then(|rest| rest.loaded.program.as_ref());
        let classes = program.map_or(&[][..], |program| program.classes.as_slice());
        let mut classes = classes.iter();
        let class = classes.find(|class| class.span == site.class.name.span);
        let class = class.map_or(site.class.name.text.as_str(), |class| &class.name);
        format!("{class}.{}", site.member.name.text)
    }

    /// Whether a member, with all its overloads, verifies.
    pub(super) fn are_verified(&self, site: Site<'_>) -> bool {
        let name = &self.name(site);
        let is_one = |full: &str| full.split('(').next() == Some(name.as_str());
        let names = match &self.rest {
            Some(rest) => rest.names(),
            None => &self
                .known
                .iter()
                .map(|known| known.name.clone())
                .collect::<Vec<_>>(),
        };
        let mut names = names.iter().filter(|full| is_one(full)).peekable();
        names.peek().is_some() && names.all(|full| self.is_verified(full))
    }

    /// Whether a member verifies, as the run would have found.
    pub(super) fn is_verified(&self, name: &str) -> bool {
        let mut known = self.known.iter();
        match (known.find(|known| known.name == name), &self.rest) {
            (Some(known), _) => known.status == Status::Verified,
            (None, Some(rest)) => rest.is_verified(name),
            (None, None) => false,
        }
    }
}

impl Rest<'_> {
    /// The names of all members of the program.
    fn names(&self) -> &[String] {
        self.names.get_or_init(|| {
            let program = self.loaded.program.iter();
            program
                .flat_map(|program| program.members.iter().map(|id| program.member_name(*id)))
                .collect()
        })
    }

    fn is_verified(&self, name: &str) -> bool {
        let Some(program) = &self.loaded.program else {
            return false;
        };
        if let Some(known) = self.verified.borrow().get(name) {
            return *known;
        }
        // What changes no verdict is left out.
        let options = Options {
            explain: false,
            hints: Hints::Off,
            trace: TraceMode::Off,
            jobs: 1,
            members: vec![name.to_owned()],
            only: None,
            listeners: Vec::new(),
            ..self.loaded.options.clone()
        };
        let run = RunSettings {
            sources: self.sources,
            options: &options,
            stop: self.stop,
            observer: &|_: verify::Event<'_>| (),
        };
        let mut is_verified = false;
        verify_all(&[(program, &options)], run, |_, outcomes| {
            let mut outcomes = outcomes.iter();
            is_verified =
                outcomes.any(|outcome| outcome.name == name && outcome.status == Status::Verified);
        });
        let mut verified = self.verified.borrow_mut();
        verified.insert(name.to_owned(), is_verified);
        is_verified
    }
}
