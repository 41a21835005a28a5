//! A row of the table: the times of one program, their ratios, and whether these are as they
//! should be.

use crate::tools::{Run, Tool, Tools};
use std::path::Path;
use std::time::Duration;

/// The number of runs of each program by each tool.
const RUNS: usize = 7;

/// A tool whose runs of a program have taken so long in all is not run again.
const ENOUGH: Duration = Duration::from_secs(8);

/// What VeriFast needs for most small programs: beyond it, the proof counts, not the start.
const START: Duration = Duration::from_millis(50);

/// How long a stack of 1,000 pushes and pops may take.
const STACK: Duration = Duration::from_millis(200);

/// One program.
#[derive(Debug)]
pub struct Row {
    name: String,
    own: Option<Run>,
    /// By peer.
    others: Vec<Option<Run>>,
    /// What is not as it should be, as sentences.
    pub wrong: Vec<String>,
}

/// The heads of the columns.
pub fn head(tools: &Tools) -> Vec<String> {
    let mut head = vec!["program".to_owned(), format!("{} (ms)", tools.own.name)];
    for peer in &tools.peers {
        head.push(format!("{} (ms)", peer.name));
        head.push("ratio".to_owned());
    }
    head.push("as it should be".to_owned());
    head
}

impl Row {
    /// Runs the tools on the program of a folder.
    pub fn measure(tools: &Tools, name: &str, folder: &Path) -> Row {
        let all: Vec<&Tool> = [&tools.own].into_iter().chain(&tools.peers).collect();
        let mut runs = medians(&all, folder).into_iter();
        let mut row = Row {
            name: name.to_owned(),
            own: runs.next().flatten(),
            others: runs.collect(),
            wrong: Vec::new(),
        };
        row.wrong = row.judge(&all);
        row
    }

    fn judge(&self, tools: &[&Tool]) -> Vec<String> {
        let name = &self.name;
        let mut wrong = Vec::new();
        for (tool, run) in tools
            .iter()
            .zip([&self.own].into_iter().chain(&self.others))
        {
            if let Some(Run::Failed(why)) = run {
                wrong.push(format!("{} does not verify {name}: {why}", tool.name));
            }
        }
        let Some(own) = self.own.as_ref().and_then(verified) else {
            wrong.push(format!("there is no time of {name} to compare"));
            return wrong;
        };
        if name.starts_with("stack") && name.ends_with("1000") && own > STACK {
            wrong.push(format!("{name} takes more than {} ms", STACK.as_millis()));
        }
        for (tool, run) in tools.iter().skip(1).zip(&self.others) {
            let Some(other) = run.as_ref().and_then(at_least) else {
                continue;
            };
            let least = match tool.name {
                "VeriFast" if other > START => 3.0,
                "VeriFast" => 4.0,
                _ => 100.0,
            };
            let ratio = ratio(other, own);
            if ratio < least {
                wrong.push(format!(
                    "{name}: {} takes {ratio:.1} times our time, which should be {least}",
                    tool.name
                ));
            }
        }
        wrong
    }

    /// The texts of the columns.
    pub fn cells(&self) -> Vec<String> {
        let own = self.own.as_ref().and_then(verified);
        let mut cells = vec![self.name.clone(), shown(self.own.as_ref())];
        for other in &self.others {
            cells.push(shown(other.as_ref()));
            let time = other.as_ref().and_then(at_least);
            cells.push(match time.zip(own) {
                Some((time, own)) => {
                    let sign = if matches!(other, Some(Run::Late(_))) {
                        "> "
                    } else {
                        ""
                    };
                    format!("{sign}{:.1}", ratio(time, own))
                }
                None => "–".to_owned(),
            });
        }
        cells.push(if self.wrong.is_empty() { "yes" } else { "no" }.to_owned());
        cells
    }
}

/// The middle ones of interleaved runs, by tool; `None` where there is no program in the notation
/// of the tool.
fn medians(tools: &[&Tool], folder: &Path) -> Vec<Option<Run>> {
    let mut times: Vec<Vec<Duration>> = tools.iter().map(|_| Vec::new()).collect();
    let mut ended: Vec<Option<Run>> = tools.iter().map(|_| None).collect();
    for _ in 0..RUNS {
        for ((tool, times), ended) in tools.iter().zip(&mut times).zip(&mut ended) {
            let enough = times.iter().sum::<Duration>() >= ENOUGH;
            if enough || ended.is_some() || !tool.has(folder) {
                continue;
            }
            match tool.run(folder) {
                Run::Verified(time) => times.push(time),
                other => *ended = Some(other),
            }
        }
    }
    let middle = |mut times: Vec<Duration>| {
        times.sort();
        times.get(times.len() / 2).copied().map(Run::Verified)
    };
    let all = ended.into_iter().zip(times);
    all.map(|(ended, times)| ended.or_else(|| middle(times)))
        .collect()
}

fn verified(run: &Run) -> Option<Duration> {
    match run {
        Run::Verified(time) => Some(*time),
        Run::Late(_) | Run::Failed(_) => None,
    }
}

/// What a run takes, or after what it was stopped.
fn at_least(run: &Run) -> Option<Duration> {
    match run {
        Run::Verified(time) | Run::Late(time) => Some(*time),
        Run::Failed(_) => None,
    }
}

fn ratio(time: Duration, own: Duration) -> f64 {
    time.as_secs_f64() / own.as_secs_f64()
}

/// A time in milliseconds, or why there is none.
fn shown(run: Option<&Run>) -> String {
    match run {
        Some(Run::Verified(time)) => format!("{:.1}", time.as_secs_f64() * 1000.0),
        Some(Run::Late(time)) => format!("> {}", time.as_millis()),
        Some(Run::Failed(why)) => why.clone(),
        None => "–".to_owned(),
    }
}
