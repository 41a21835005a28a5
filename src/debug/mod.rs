//! The debugger, after EFFIGY (004, §§6 and 7): a session navigates an execution tree.
//!
//! A [`source::Source`] has the tree: `recorded` that of the verifier, which `recorder` listened to,
//! and `live` executes a member by the interpreter, symbolically and without contracts. A [`session::Session`] has the current state, the motions, breakpoints
//! and saved states, whatever the source is. `console` carries out commands that are text; `dap`
//! serves editors.
//!
//! No files are read: lines and messages come from the caller, and what is to be shown goes back to
//! it.
//!
//! The debugger navigates an execution tree behind one trait (`src/debug/source.rs`), whatever it
//! comes from: configurations of the interpreter, which are computed when they are asked for
//! (`src/debug/live/mod.rs`), or a check of the verifier, which a listener recorded
//! (`src/debug/recorder.rs`) as text. Expressions in commands are resolved by the front end in a
//! program that has one statement more at the current place (`src/debug/snippet.rs`), so that they
//! mean what they mean in the text. In a recording, that program is verified again, and the answer
//! is that of the state to which the same steps lead; where there is none, nothing is answered.

mod commands;
mod console;
pub mod dap;
mod evaluation;
pub mod heap;
mod live;
mod recorded;
pub mod recorder;
mod session;
mod snippet;
pub mod source;
mod statements;
mod tracing;
mod tree;

pub use commands::COMMANDS;
pub use console::Reply;
pub use recorder::Recorder;

use crate::driver::{ExploreRequest, Loaded, RunRefusal, given, on_large_stack};
use crate::execution::compile::{Checking, Unguarded, compile};
use crate::execution::entry::{Start, begin};
use crate::ir::{MemberId, MethodId, PureId};
use crate::ir::{Program, ids};
use crate::logic::Solver;
use crate::sorts::location_sorts;
use crate::stop::Stop;
use session::Session;

/// A session that takes lines of commands.
pub struct Debugger<'d, 's> {
    session: &'d mut Session<'s>,
}

impl Debugger<'_, '_> {
    /// Where the session is.
    #[must_use]
    pub fn here(&self) -> String {
        console::here(self.session)
    }

    /// What to say before the session begins.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        self.session.source.warning()
    }

    /// Carries out the commands of a line, which are separated by `;`. It returns early once
    /// `stop` is raised.
    pub fn line(&mut self, line: &str, stop: &Stop) -> Reply {
        on_large_stack(|| console::line(self.session, line, stop))
    }
}

/// Runs a session over the verifier's execution of the only member that the options of the
/// workspace name, to which this recorder listens. `work` gives it lines.
///
/// # Errors
/// If the front end found errors, or there is not exactly one such member.
pub fn recorded<R>(
    loaded: &Loaded,
    member: &str,
    recorder: &Recorder,
    stop: &Stop,
    work: &mut dyn FnMut(&mut Debugger<'_, '_>) -> R,
) -> Result<R, RunRefusal> {
    let found = loaded.verified_member(member);
    let (program, id) = found.map_err(|refusal| loaded.with_errors(refusal))?;
    loaded.can_be_verified(program, id)?;
    loaded.check(stop, &|_| ());
    let Some(recording) = recorder.recording() else {
        let why = stop.reason().map(|why| why.text().into_owned());
        let why = why.unwrap_or_else(|| "nothing was executed".to_owned());
        return Err(RunRefusal::Entry {
            message: format!("`{member}` was not verified: {why}"),
            entries: Vec::new(),
        });
    };
    let name = program.member_name(id);
    let source = recorded::Recordings::new(loaded, id, name, recording);
    let mut session = Session::new(Box::new(source), loaded.sources(), members(program));
    Ok(work(&mut Debugger {
        session: &mut session,
    }))
}

/// Runs a session of symbolic execution without contracts. `work` gives it lines.
///
/// # Errors
/// If the front end found errors, there is not exactly one such member, or an input does not fit.
pub fn live<R>(
    loaded: &Loaded,
    request: &ExploreRequest,
    work: &mut dyn FnMut(&mut Debugger<'_, '_>) -> R,
) -> Result<R, RunRefusal> {
    on_large_stack(|| live_here(loaded, request, work))
}

fn live_here<R>(
    loaded: &Loaded,
    request: &ExploreRequest,
    work: &mut dyn FnMut(&mut Debugger<'_, '_>) -> R,
) -> Result<R, RunRefusal> {
    let (program, member) = loaded.member_to_run(&request.member)?;
    let refuse = |message| RunRefusal::Entry {
        message,
        entries: Vec::new(),
    };
    let file = program.member_span(member).file;
    let start = Start {
        member,
        given: given(&request.inputs).map_err(refuse)?,
        from_contract: false,
        notation: loaded.sources().file(file).notation(),
        aliases: request.aliases,
    };
    let checking = Checking {
        contracts: false,
        contracts_optional: true,
        permissions: true,
        unguarded: Unguarded::NotEvaluated,
        assertions: true,
        by_contract: false,
    };
    let code = compile(program, checking);
    let begun = begin(program, &code, &start, request.steps).map_err(refuse)?;
    let mut solver = Solver::new(request.rlimit, location_sorts(program));
    let source = live::Live::new(loaded, program, &code, &mut solver, begun, request.steps);
    let mut session = Session::new(Box::new(source), loaded.sources(), members(program));
    Ok(work(&mut Debugger {
        session: &mut session,
    }))
}

/// The names of the members with a body.
fn members(program: &Program) -> Vec<String> {
    let methods = ids::<MethodId>(program.methods.len()).map(MemberId::Method);
    let pures = ids::<PureId>(program.pures.len()).map(MemberId::Pure);
    let all = methods.chain(pures);
    let own = all.filter(|member| {
        program.has_body(*member) && !program.member_span(*member).file.is_library()
    });
    own.map(|member| program.member_name(member)).collect()
}
