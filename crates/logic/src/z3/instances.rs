//! The instances that Z3 makes of each quantified fact of a query, for statistics.
//!
//! Z3 writes what it does to a trace, if its context was made so. The query is put to such a context
//! of its own, as a script whose quantifiers have names (`:qid`); no verdict depends on it.

use super::backend::{new_solver, with_stack_for};
use super::library::{self, Unusable};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use z3::Config;

/// What Z3 made of one quantifier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Instances {
    /// The number of instances.
    pub count: u64,
    /// The length of the longest chain of instances, each of which made a term that the next one
    /// was made for.
    pub generation: u64,
}

/// What Z3 did for one query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// The instances by the quantifier's name in the script; those of the axioms have other names.
    pub instances: BTreeMap<String, Instances>,
    /// The number of conflicts.
    pub conflicts: u64,
}

/// Why there are no counts.
#[derive(Debug)]
pub enum NotCounted {
    /// Z3 cannot be used.
    Z3(Unusable),
    /// Its trace cannot be written or read.
    Trace(io::Error),
}

impl From<io::Error> for NotCounted {
    fn from(error: io::Error) -> NotCounted {
        NotCounted::Trace(error)
    }
}

/// The resource limit if there is none for queries: a search without one might not end.
const LIMIT: u32 = 2_000_000;

/// Puts a script with terms of this depth to Z3, which may spend `rlimit` units, and counts instances.
/// It is another search than that of the query: the seed and what was asked before differ.
///
/// # Errors
/// If Z3 cannot be loaded, or its trace cannot be written.
pub fn of_script(script: &str, rlimit: u32, depth: u32) -> Result<Search, NotCounted> {
    library::load().map_err(NotCounted::Z3)?;
    let folder = tempfile::tempdir()?;
    let trace = folder.path().join("trace");
    let mut config = Config::new();
    config.set_bool_param_value("trace", true);
    config.set_param_value("trace_file_name", &trace.to_string_lossy());
    let rlimit = if rlimit == 0 { LIMIT } else { rlimit };
    let conflicts = z3::with_z3_config(&config, || {
        let solver = new_solver(rlimit, 0, true);
        // As queries are asked: without scopes, Z3 uses another solver.
        solver.push();
        with_stack_for(depth, || {
            solver.from_string(script);
            solver.check();
        });
        match solver.get_statistics().value("conflicts") {
            Some(z3::StatisticsValue::UInt(n)) => u64::from(n),
            _ => 0,
        }
    });
    Ok(Search {
        instances: counted(&trace)?,
        conflicts,
    })
}

/// The instances that a trace tells of.
fn counted(trace: &Path) -> io::Result<BTreeMap<String, Instances>> {
    let (mut quantifiers, mut matches) = (BTreeMap::new(), FxHashMap::default());
    let mut found: BTreeMap<String, Instances> = BTreeMap::new();
    for line in BufReader::new(File::open(trace)?).lines() {
        let line = line?;
        let mut words = line.split_whitespace();
        match words.next() {
            Some("[mk-quant]") => {
                if let (Some(id), Some(name)) = (words.next(), words.next()) {
                    quantifiers.insert(id.to_owned(), name.trim_matches('|').to_owned());
                }
            }
            Some("[new-match]") => {
                if let (Some(number), Some(id)) = (words.next(), words.next())
                    && let Some(name) = quantifiers.get(id)
                {
                    matches.insert(number.to_owned(), name.clone());
                }
            }
            Some("[instance]") => {
                if let Some(name) = words.next().and_then(|number| matches.remove(number)) {
                    let instances: &mut Instances = found.entry(name).or_default();
                    instances.count += 1;
                    let generation = line.rsplit("; ").next().and_then(|n| n.parse().ok());
                    instances.generation = instances.generation.max(generation.unwrap_or(0));
                }
            }
            _ => {}
        }
    }
    Ok(found)
}
