//! Runs of whole programs: static initialisers first, then one method, within bounds.

use super::code::{CompiledProgram, UnknownSite};
use super::concrete::Concrete;
use super::concrete::unknowns::{Missing, Word};
use super::concrete::value::Value;
use super::configuration::{Configuration, Counts};
use super::input::Input;
use super::machine::{Bound, Machine, Status, Violation};
use num_bigint::BigInt;
use std::convert::Infallible;
use veriframe_base::source::Span;
use veriframe_ir::{MethodId, Program, Type};

/// The bounds of a run.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The number of steps.
    pub steps: u64,
    /// The size of the heap, in cells.
    pub cells: usize,
}

/// How a run ended.
#[derive(Clone, Debug)]
pub enum End {
    /// The method returned.
    Returned,
    /// Something that must hold does not.
    Violation(Box<Violation>),
    /// The bound on the number of steps was reached.
    Steps,
    /// Another bound was reached.
    Bound(Bound),
    /// The run was asked to stop.
    Stopped,
    /// What is next is a value that nobody knows, and that was not given: the place, its name, and why
    /// what could be read is none.
    Unknown(Span, String, Option<String>),
    /// What is next is not supported; the place, and what it is.
    Unsupported(Span, String),
}

/// A finished run.
#[derive(Clone, Debug)]
pub struct Finished {
    /// How it ended.
    pub end: End,
    /// The result as text, if the method has one and has returned.
    pub result: Option<String>,
    /// What was counted.
    pub counts: Counts,
}

/// The steps between two looks at whether to stop.
const SLICE: u64 = 65_536;

/// What a run asks of its host.
pub struct RunHost<'s> {
    /// Whether to stop.
    pub stops: &'s dyn Fn() -> bool,
    /// Takes what the program prints. Returns whether it goes on.
    pub print: &'s mut dyn FnMut(&[u8]) -> bool,
    /// Reads a value that nobody knows. `None` if there is none to read.
    ///
    /// # Errors
    /// Why what is next is no such value.
    pub read: &'s mut dyn FnMut(&UnknownSite) -> Result<Option<Word>, String>,
}

/// A method to run.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'e> {
    /// The method.
    pub method: MethodId,
    /// Its arguments.
    pub args: &'e [String],
    /// The values that nobody knows.
    pub unknowns: &'e Input,
}

/// Runs a static method without parameters, or `main` with these arguments.
pub fn run(
    program: &Program,
    code: &CompiledProgram,
    entry: Entry<'_>,
    bounds: Bounds,
    mut host: RunHost<'_>,
) -> Finished {
    let Entry {
        method,
        args,
        unknowns,
    } = entry;
    let mut domain = Concrete::new(program, bounds.cells);
    // Only values that nobody knows are given, so that only memory can be too small.
    if domain.realise(unknowns, &[]).is_err() {
        return Finished {
            end: End::Bound(Bound::Memory),
            result: None,
            counts: Counts::default(),
        };
    }
    domain.default_unknowns(false);
    let machine: Machine<'_, Concrete<'_>> = Machine::new(program, code, &mut domain);
    let mut machine = machine.from_start();
    let start = machine.initialisation(domain);
    let mut left = bounds.steps;
    let (end, mut c) = go(&mut machine, start, &mut left, &mut host);
    let mut counts = std::mem::take(&mut c.counts);
    let mut result = None;
    let end = match end {
        End::Returned => {
            let values = arguments(program, method, args, &mut c.domain);
            let start = machine.start(c.domain, method, None, values);
            let (end, c) = go(&mut machine, start, &mut left, &mut host);
            let initial = counts.steps;
            let vars = &program.method(method).vars;
            let ty = vars.result.map(|result| &vars.get(result).ty);
            if let (End::Returned, Some(value), Some(ty)) = (&end, &c.thread.result, ty) {
                result = c.domain.shown(&[(value, ty)]).pop();
            }
            counts = c.counts;
            counts.steps += initial;
            end
        }
        end => end,
    };
    Finished {
        end,
        result,
        counts,
    }
}

/// The values of the parameters: of `main`, an array of strings; of others, numbers, Booleans and
/// strings.
fn arguments(
    program: &Program,
    method: MethodId,
    args: &[String],
    domain: &mut Concrete<'_>,
) -> Vec<Value> {
    let vars = &program.method(method).vars;
    let value = |(ty, text): (&Type, &String)| match (ty, text.parse::<BigInt>()) {
        (Type::Bool, _) => Value::Bool(text == "true"),
        (Type::Class(_), _) if text == "null" => Value::Null,
        (Type::Class(_), _) => domain.text(text.encode_utf16().collect()),
        (_, Ok(n)) => Value::int(n),
        _ => Value::Null,
    };
    match vars.param_types().next() {
        Some(Type::Array(_)) => vec![domain.texts(args)],
        _ => vars.param_types().zip(args).map(value).collect(),
    }
}

fn go<'p>(
    machine: &mut Machine<'p, Concrete<'p>>,
    mut c: Configuration<Concrete<'p>>,
    left: &mut u64,
    host: &mut RunHost<'_>,
) -> (End, Configuration<Concrete<'p>>) {
    loop {
        let slice = SLICE.min(*left);
        let before = c.counts.steps;
        let status: Status<Infallible> = machine.run(&mut c, slice);
        *left = left.saturating_sub(c.counts.steps - before);
        let printed = c.domain.take_output();
        let goes_on = printed.is_empty() || (host.print)(&printed);
        let end = match status {
            Status::Running if !goes_on || (host.stops)() => End::Stopped,
            Status::Running if *left == 0 => End::Steps,
            Status::Running => continue,
            Status::Done => End::Returned,
            Status::Violation(violation) => End::Violation(violation),
            Status::Undecided(never) => match never {},
            Status::Bound(bound) => End::Bound(bound),
            Status::Unsupported(place, what) => {
                let Some(Missing { name, site }) = c.domain.unknowns().missing().cloned() else {
                    return (End::Unsupported(place, what), c);
                };
                match (host.read)(&site) {
                    Ok(Some(word)) => {
                        c.domain.give_missing(&word);
                        continue;
                    }
                    Ok(None) => End::Unknown(place, name, None),
                    Err(why) => End::Unknown(place, name, Some(why)),
                }
            }
        };
        return (end, c);
    }
}
