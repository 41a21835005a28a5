//! Threads that run and expand inputs. Each task is computed from its input alone, and answers are
//! taken in the order of the tasks: what is found does not depend on the number of threads.

use super::expansion::{Expansion, expand};
use super::runner::{Ran, Runner};
use super::search::Limits;
use super::subject::Subject;
use crate::code::CompiledProgram;
use crate::concolic::coverage::Coverage;
use crate::input::Input;
use veriframe_base::parallel;
use veriframe_ir::Program;

/// What is done with an input.
#[derive(Clone, Copy, Debug)]
pub(super) enum Task<'i> {
    /// It is run.
    Run(&'i Input),
    /// The conditions of its run are negated, from this position on.
    Expand(&'i Input, usize),
}

/// What became of an input.
#[derive(Debug)]
pub(super) enum Answer {
    /// How its run ended, and what was reached.
    Ran(Ran, Box<Coverage>),
    /// The inputs that it gave.
    Expanded(Expansion),
}

/// What tasks need.
#[derive(Clone, Copy)]
pub(super) struct TaskContext<'s> {
    pub(super) program: &'s Program,
    pub(super) code: &'s CompiledProgram,
    pub(super) subject: &'s Subject,
    pub(super) limits: Limits,
    pub(super) stops: &'s (dyn Fn() -> bool + Sync),
}

impl TaskContext<'_> {
    fn done(&self, runner: &mut Runner<'_>, task: Task<'_>) -> Answer {
        match task {
            Task::Run(input) => {
                let (ran, domain) = runner.trace(input, self.stops);
                Answer::Ran(ran, Box::new(domain.coverage))
            }
            Task::Expand(input, bound) => {
                let (_, domain) = runner.trace(input, self.stops);
                Answer::Expanded(expand(
                    &domain,
                    self.program,
                    input,
                    bound,
                    self.limits,
                    self.stops,
                ))
            }
        }
    }
}

/// Does tasks, in parallel if that pays off.
pub(super) fn all<'s>(
    context: TaskContext<'s>,
    runner: &mut Runner<'s>,
    tasks: &[Task<'_>],
) -> Vec<Answer> {
    let jobs = context.limits.jobs.min(tasks.len());
    if jobs <= 1 {
        let done = tasks.iter().map(|task| context.done(runner, *task));
        return done.collect();
    }
    let begin = || {
        let TaskContext {
            program,
            code,
            subject,
            limits,
            ..
        } = context;
        Runner::new(program, code, subject, limits.steps)
    };
    parallel::each_with(jobs, tasks, begin, |runner, task| {
        context.done(runner, *task)
    })
}
