//! Runs of a member on one input, by concrete and by concolic values.

use super::subject::Subject;
use crate::code::CompiledProgram;
use crate::concolic::coverage::Coverage;
use crate::concolic::{Concolic, Mixed};
use crate::concrete::Concrete;
use crate::concrete::layout::Layout;
use crate::concrete::value::Value;
use crate::configuration::Configuration;
use crate::domain::{Domain, Outcome};
use crate::input::{Input, InputUnknown};
use crate::machine::{Bound, Machine, Status, Violation};
use std::cell::RefCell;
use std::convert::Infallible;
use std::rc::Rc;
use std::sync::Arc;
use veriframe_base::diagnostics::Code as ErrorCode;
use veriframe_base::source::Span;
use veriframe_ir::Program;

/// The greatest number of steps of a run, if nothing else is asked for.
pub const MAX_STEPS: u64 = 300_000;

/// The greatest size of the heap of a run, in cells.
pub const MAX_CELLS: usize = 1_000_000;

/// The steps between two looks at whether to stop.
const SLICE: u64 = 16_384;

/// A bound on runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// The number of steps.
    Steps,
    /// The size of the heap.
    Memory,
    /// The number of frames.
    Depth,
}

/// How a run on an input ended.
#[derive(Clone, Debug)]
pub enum Ended {
    /// The precondition does not hold.
    Invalid,
    /// It returned.
    Returned,
    /// Something that must hold does not.
    Violation(Box<Violation>),
    /// A condition that is assumed does not hold.
    Assumption,
    /// A bound was reached.
    Bound(Reached),
    /// What is next is not supported; the place, and what it is.
    Unsupported(Span, String),
    /// The run was asked to stop.
    Stopped,
}

/// A run on an input.
#[derive(Clone, Debug)]
pub struct Ran {
    /// How it ended.
    pub ended: Ended,
    /// Whether the whole precondition was evaluated.
    pub is_checked: bool,
    /// The conditions that could not be evaluated, of the precondition or of what the run checks.
    pub unevaluated: Vec<Span>,
    /// Whether each condition on the way was evaluated, for all values.
    pub is_certain: bool,
    /// The values that nobody knows that it has taken.
    pub unknowns: Vec<InputUnknown>,
}

impl Ran {
    /// The violation, if the input meets the precondition.
    #[must_use]
    pub fn violation(&self) -> Option<&Violation> {
        match &self.ended {
            Ended::Violation(violation) if self.is_checked => Some(violation),
            _ => None,
        }
    }
}

/// What makes two violations the same: code and place.
pub type ViolationKey = (ErrorCode, Span);

/// The code and the place of a violation.
#[must_use]
pub fn key(violation: &Violation) -> ViolationKey {
    (violation.code, violation.place)
}

/// What all members of a program share: the layout of objects, and the constants in both domains.
#[derive(Clone, Debug)]
struct Shared {
    /// The number of the first instruction of each routine, which identifies the program.
    program: Arc<[u32]>,
    layout: Rc<Layout>,
    concrete: Rc<[Value]>,
    mixed: Rc<[Mixed]>,
}

thread_local! {
    /// What the members of the program share of which the thread has run one last. Most threads
    /// run many members of one program, and what they share is in proportion to its size.
    static LATEST: RefCell<Option<Shared>> = const { RefCell::new(None) };
}

/// The domain of a program before it starts, and its constants.
pub(super) fn concrete_start<'p>(
    program: &'p Program,
    code: &CompiledProgram,
    limit: usize,
) -> (Concrete<'p>, Rc<[Value]>) {
    let shared = Shared::of(program, code);
    let domain = Concrete::with_layout(program, shared.layout, limit);
    (domain, shared.concrete)
}

impl Shared {
    /// What the members of a program share.
    fn of(program: &Program, code: &CompiledProgram) -> Shared {
        LATEST.with_borrow_mut(|latest| {
            latest.take_if(|latest| !Arc::ptr_eq(&latest.program, &code.starts));
            let shared = latest.get_or_insert_with(|| Shared::new(program, code));
            shared.clone()
        })
    }

    fn new(program: &Program, code: &CompiledProgram) -> Shared {
        let layout = Rc::new(Layout::new(program));
        let mut concrete = Concrete::with_layout(program, layout.clone(), MAX_CELLS);
        let mut mixed = Concolic::new(program, concrete.clone(), Coverage::default());
        let all = code.constants.iter();
        Shared {
            program: code.starts.clone(),
            layout,
            concrete: all.clone().map(|c| concrete.constant(c)).collect(),
            mixed: all.map(|c| mixed.constant(c)).collect(),
        }
    }
}

/// Runs one member.
#[derive(Debug)]
pub struct Runner<'p> {
    program: &'p Program,
    subject: &'p Subject,
    /// The state after static fields have been initialised.
    initial: Concrete<'p>,
    /// Whether they could be initialised: nothing is run otherwise.
    is_ready: bool,
    concrete: Machine<'p, Concrete<'p>>,
    concolic: Machine<'p, Concolic<'p>>,
    coverage: Coverage,
    steps: u64,
    /// The steps that are left for all runs.
    left: u64,
}

impl<'p> Runner<'p> {
    /// Initialises static fields. A run has at most this number of steps.
    pub fn new(
        program: &'p Program,
        code: &'p CompiledProgram,
        subject: &'p Subject,
        steps: u64,
    ) -> Runner<'p> {
        let shared = Shared::of(program, code);
        let mut domain = Concrete::with_layout(program, shared.layout, MAX_CELLS);
        domain.default_unknowns(true);
        let mut concrete = Machine::with_constants(program, code, shared.concrete);
        let concolic = Machine::with_constants(program, code, shared.mixed);
        let mut start = concrete.initialisation(domain);
        let status = concrete.run(&mut start, MAX_STEPS);
        start.domain.take_output();
        Runner {
            program,
            subject,
            initial: start.domain,
            is_ready: matches!(status, Status::Done),
            concrete,
            concolic,
            coverage: Coverage::new(code),
            steps,
            left: u64::MAX,
        }
    }

    /// Bounds the number of steps of all runs together. Once they are used up, a run ends at its
    /// beginning.
    #[must_use]
    pub fn within(self, all_steps: u64) -> Runner<'p> {
        Runner {
            left: all_steps,
            ..self
        }
    }

    /// Whether there are no steps left.
    #[must_use]
    pub fn is_used_up(&self) -> bool {
        self.left == 0
    }

    /// The coverage of no run.
    #[must_use]
    pub fn coverage(&self) -> &Coverage {
        &self.coverage
    }

    /// The configuration that begins with a domain.
    fn start<D: Domain<Choice = Infallible>>(
        machine: &mut Machine<'p, D>,
        subject: &Subject,
        mut domain: D,
        receiver: Option<D::Value>,
        args: Vec<D::Value>,
    ) -> Outcome<Configuration<D>, Infallible> {
        let receiver = match subject.class {
            Some(class) if subject.creates => Some(domain.allocate(class)?),
            _ => receiver,
        };
        Ok(machine.start_member(domain, subject.member, receiver, args))
    }

    /// Runs by concrete values.
    pub fn run(&mut self, input: &Input, stops: &dyn Fn() -> bool) -> Ran {
        self.run_watched(input, stops, None)
    }

    /// Runs by concrete values, step by step, and shows each configuration.
    pub fn watch<'w>(
        &mut self,
        input: &Input,
        stops: &'w dyn Fn() -> bool,
        each: &'w mut dyn FnMut(&Configuration<Concrete<'p>>),
    ) -> Ran {
        self.run_watched(input, stops, Some(each))
    }

    fn run_watched<'w>(
        &mut self,
        input: &Input,
        stops: &'w dyn Fn() -> bool,
        each: Watch<'w, Concrete<'p>>,
    ) -> Ran {
        if !self.is_ready {
            return not_run();
        }
        let mut domain = self.initial.clone();
        let Ok(made) = domain.realise(input, &self.subject.params) else {
            return not_run();
        };
        let start = Self::start(
            &mut self.concrete,
            self.subject,
            domain,
            made.receiver,
            made.args,
        );
        match start {
            Ok(mut c) => {
                let bounds = Bounds {
                    steps: self.steps.min(self.left),
                    stops,
                };
                let going = Going {
                    bounds,
                    each,
                    quiet: |domain: &mut Concrete<'p>| {
                        domain.take_output();
                    },
                    taken: |domain| domain.unknowns().taken(),
                };
                let ran = go(&mut self.concrete, &mut c, self.subject, going);
                self.left = self.left.saturating_sub(c.counts.steps);
                ran
            }
            Err(_) => not_run(),
        }
    }

    /// Runs by concolic values. Returns the domain at the end.
    pub fn trace(&mut self, input: &Input, stops: &dyn Fn() -> bool) -> (Ran, Concolic<'p>) {
        let initial = self.initial.clone();
        let mut domain = Concolic::new(self.program, initial, self.coverage.empty());
        if !self.is_ready {
            return (not_run(), domain);
        }
        let receiver = self.subject.receiver();
        let made = domain.realise(input, receiver.as_ref(), &self.subject.params);
        let Ok((receiver, args)) = made else {
            return (not_run(), domain);
        };
        let unused = domain.clone();
        match Self::start(&mut self.concolic, self.subject, domain, receiver, args) {
            Ok(mut c) => {
                let bounds = Bounds {
                    steps: self.steps.min(self.left),
                    stops,
                };
                let going = Going {
                    bounds,
                    each: None,
                    quiet: |domain: &mut Concolic<'p>| {
                        domain.take_output();
                    },
                    taken: |domain| domain.unknowns(),
                };
                let ran = go(&mut self.concolic, &mut c, self.subject, going);
                self.left = self.left.saturating_sub(c.counts.steps);
                (ran, c.domain)
            }
            Err(_) => (not_run(), unused),
        }
    }
}

fn not_run() -> Ran {
    Ran {
        // There was no place for the input, or for what static initialisers make.
        ended: Ended::Bound(Reached::Memory),
        is_checked: false,
        unevaluated: Vec::new(),
        is_certain: false,
        unknowns: Vec::new(),
    }
}

/// When a run ends early.
#[derive(Clone, Copy)]
struct Bounds<'b> {
    steps: u64,
    stops: &'b dyn Fn() -> bool,
}

/// Is shown each configuration of a run.
type Watch<'w, D> = Option<&'w mut dyn FnMut(&Configuration<D>)>;

/// What a run is watched by.
struct Going<'g, D: Domain> {
    bounds: Bounds<'g>,
    each: Watch<'g, D>,
    /// Forgets what was printed.
    quiet: fn(&mut D),
    /// The values that nobody knows that were taken.
    taken: fn(&D) -> &[InputUnknown],
}

/// Runs to the end. The precondition is executed step by step, so that its end is noticed.
fn go<'p, D: Domain<Choice = Infallible>>(
    machine: &mut Machine<'p, D>,
    c: &mut Configuration<D>,
    subject: &Subject,
    going: Going<'_, D>,
) -> Ran {
    let Going {
        bounds,
        mut each,
        quiet,
        taken,
    } = going;
    let mut is_within = subject.body.is_some();
    let mut is_checked = true;
    let mut looked = 0;
    loop {
        let left = bounds.steps.saturating_sub(c.counts.steps);
        let slice = if is_within || each.is_some() {
            1
        } else {
            SLICE.min(left)
        };
        let status = machine.run(c, slice);
        if let Some(each) = &mut each {
            each(c);
        }
        let first = c.thread.frames.first();
        if is_within && first.is_none_or(|frame| Some(frame.at) > subject.body) {
            is_within = false;
            is_checked = c.counts.unevaluated.is_empty();
        }
        let ended = match status {
            Status::Running if left == 0 => Ended::Bound(Reached::Steps),
            Status::Running => {
                if c.counts.steps - looked >= SLICE {
                    looked = c.counts.steps;
                    quiet(&mut c.domain);
                    if (bounds.stops)() {
                        return Ran {
                            ended: Ended::Stopped,
                            is_checked,
                            unevaluated: Vec::new(),
                            is_certain: false,
                            unknowns: taken(&c.domain).to_vec(),
                        };
                    }
                }
                continue;
            }
            Status::Done => Ended::Returned,
            Status::Violation(_) if is_within => Ended::Invalid,
            Status::Violation(violation) if violation.is_excluded() => Ended::Assumption,
            Status::Violation(violation) => Ended::Violation(violation),
            Status::Undecided(never) => match never {},
            Status::Bound(Bound::Memory) => Ended::Bound(Reached::Memory),
            Status::Bound(Bound::Depth) => Ended::Bound(Reached::Depth),
            Status::Unsupported(place, what) => Ended::Unsupported(place, what),
        };
        return Ran {
            ended,
            is_checked,
            is_certain: c.counts.unevaluated.is_empty() && c.counts.within_scope.is_empty(),
            unevaluated: std::mem::take(&mut c.counts.unevaluated),
            unknowns: taken(&c.domain).to_vec(),
        };
    }
}
