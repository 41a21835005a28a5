//! Listeners: verification with a listener that ignores all events against verification
//! without listeners, by instructions.

use crate::programs;
use crate::report::{Claim, claims, millions};
use crate::support::table;
use crate::support::{Program, run};
use crate::tool::Bench;
use std::cell::RefCell;
use std::process::Command;
use std::rc::Rc;
use std::sync::Arc;
use veriframe::internals::events::{CheckedMember, Event, Listener, Listeners};
use veriframe::{Exit, Options};

/// The argument that makes this binary verify one program, with or without a listener.
pub const ONLY_VERIFY: &str = "only-verify";

type Generate = fn(usize) -> String;

/// The programs, with sizes. Each is too large to be tried on the caller's thread first,
/// which is not done with listeners.
const PROGRAMS: [(&str, Generate, usize); 4] = [
    ("cells", programs::cells, 250),
    ("ifs_used", programs::ifs_used, 200),
    ("calls", programs::calls, 200),
    ("list", programs::list, 50),
];

/// The words for runs with and without a listener.
const RUNS: [&str; 2] = ["none", "idle"];

/// The bound on the instructions with a listener by those without.
const BOUND: f64 = 1.01;

#[derive(Debug)]
struct Idle;

impl Listeners for Idle {
    fn listener(self: Arc<Self>, _: &CheckedMember<'_>) -> Rc<RefCell<dyn Listener>> {
        Rc::new(RefCell::new(Idle))
    }
}

impl Listener for Idle {
    fn on_event(&mut self, _: &Event<'_>) {}
}

/// Verifies a program: its name, its size, and `idle` or `none`.
///
/// # Errors
/// If there is no such program, or it does not verify.
pub fn only_verify(words: &[String]) -> Result<(), String> {
    let [name, size, listener] = words else {
        return Err(format!(
            "`{ONLY_VERIFY}` needs a name, a size and a listener"
        ));
    };
    let named = PROGRAMS.iter().find(|(other, ..)| other == name);
    let (_, generate, _) = named.ok_or_else(|| format!("there is no program `{name}`"))?;
    let size = size.parse().map_err(|error| format!("`{size}`: {error}"))?;
    let mut options = Options::default();
    if listener == RUNS[1] {
        options.listeners.push(Arc::new(Idle));
    }
    let (name, text) = (name.clone(), generate(size));
    let exit = Exit::of(&run(&Program { name, text }, &options).1);
    match exit {
        Exit::Verified => Ok(()),
        other => Err(format!("the program is not verified: {other:?}")),
    }
}

/// Counts the instructions of the processes.
///
/// # Errors
/// If this binary cannot be found.
pub fn report(bench: &Bench) -> Result<String, String> {
    let this = std::env::current_exe().map_err(|error| format!("no program: {error}"))?;
    let (mut rows, mut all) = (Vec::new(), Vec::new());
    for (name, _, size) in PROGRAMS {
        let [without, with] = RUNS.map(|listener| {
            let mut command = Command::new(&this);
            command.args([ONLY_VERIFY, name, &size.to_string(), listener]);
            bench.counter().count(&command)
        });
        let ratio = with.zip(without).map(|(a, b)| a as f64 / b as f64);
        rows.push(vec![
            format!("{name}({size})"),
            millions(without),
            millions(with),
            ratio.map_or("–".to_owned(), |ratio| format!("{ratio:.4}")),
        ]);
        let what = format!("`{name}({size})`: with an idle listener by without");
        all.push(Claim::at_most(&what, ratio, BOUND, ""));
    }
    let counter = bench.counter().name();
    let without = format!("instructions (10⁶, {counter})");
    let head = ["program", &without, "with an idle listener", "ratio"];
    let table = table::markdown(&head, &rows);
    Ok(format!("{table}\n{}", claims(&all)))
}
