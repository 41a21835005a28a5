//! Shards: a division of all members among several runs, on any machines. It depends on the
//! programs, the options and the recorded costs alone.

use super::program::{LoadedProgram, SelectedMember};
use super::{Loaded, hints};
use crate::ir::mentions;
use crate::parallel::Pool;
use crate::source::{FileId, Span};
use crate::verify::report_cache;
use crate::verify::selection::MemberPlace;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// One of several shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Its number, from 1.
    index: usize,
    /// How many there are.
    of: usize,
}

impl Shard {
    /// The most shards of a division.
    pub const MAX: usize = 10_000;

    /// A shard; `None` unless `1 ≤ index ≤ of ≤ MAX`.
    #[must_use]
    pub fn new(index: usize, of: usize) -> Option<Shard> {
        let is_valid = (1..=of).contains(&index) && of <= Self::MAX;
        is_valid.then_some(Shard { index, of })
    }

    /// Its number, from 1.
    #[must_use]
    pub fn index(self) -> usize {
        self.index
    }

    /// How many there are.
    #[must_use]
    pub fn of(self) -> usize {
        self.of
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

/// What earlier runs recorded: by file and full name, the cost of a member, in milliseconds.
pub type Costs = BTreeMap<(String, String), f64>;

/// The part of a run that a shard verifies, with what joins it to the others.
#[derive(Clone, Debug, PartialEq)]
pub struct ShardPlan {
    /// The shard.
    pub shard: Shard,
    /// What determines the results of the undivided run, and its division, as a hash.
    pub revision: String,
    /// The number of all members.
    pub total: usize,
    /// The places of the shard's members among all members of the undivided run.
    places: BTreeMap<MemberPlace, usize>,
    /// The places of the files in its report.
    files: BTreeMap<FileId, usize>,
    /// The programs of the files.
    programs: BTreeMap<FileId, ShardedProgram>,
    /// The members of the shard with a text of their own.
    with_texts: BTreeSet<MemberPlace>,
}

/// A program of which a shard has a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ShardedProgram {
    /// Its number, from 0.
    pub number: usize,
    /// For how many failed members hints are searched.
    pub max_hints: usize,
}

impl ShardPlan {
    /// The place of a member of the shard among all members.
    #[must_use]
    pub fn place(&self, span: Span, name: &str) -> Option<usize> {
        let name = name.to_owned();
        self.places.get(&MemberPlace { span, name }).copied()
    }

    /// The program of a file.
    pub(crate) fn program(&self, file: FileId) -> Option<ShardedProgram> {
        self.programs.get(&file).copied()
    }

    /// Whether a member of the shard has a text of its own.
    pub(crate) fn has_text(&self, span: Span, name: &str) -> bool {
        let name = name.to_owned();
        self.with_texts.contains(&MemberPlace { span, name })
    }

    /// The place of a file in the report of the undivided run.
    #[must_use]
    pub fn file(&self, file: FileId) -> Option<usize> {
        self.files.get(&file).copied()
    }
}

/// A member of the undivided run.
struct Divided {
    place: MemberPlace,
    /// The recorded cost, in milliseconds.
    recorded: Option<f64>,
    /// The size of its text, which is positive.
    size: u64,
}

impl Loaded {
    /// Restricts the verification to a shard. The programs must have been loaded by
    /// [`Workspace::load_part`](super::Workspace::load_part).
    pub fn select_shard(&mut self, shard: Shard, costs: &Costs) -> ShardPlan {
        let members = self.divided(costs);
        let shards = divide(&members, shard.of);
        let total = members.len();
        let revision = self.revision(&members, costs);
        let own = members.into_iter().zip(shards).enumerate();
        let own = own.filter(|(_, (_, number))| *number + 1 == shard.index);
        let places = own.map(|(place, (member, _))| (member.place, place));
        let places: BTreeMap<_, _> = places.collect();
        self.select(places.keys().cloned().collect());
        let programs = self.loaded_programs().iter();
        let files = programs.flat_map(|program| program.files()).enumerate();
        let mut with_texts = BTreeSet::new();
        let mut programs = BTreeMap::new();
        for (number, loaded) in self.loaded_programs().iter().enumerate() {
            let max_hints = hints::max_members(loaded, self.sources());
            let program = ShardedProgram { number, max_hints };
            programs.extend(loaded.files().map(|file| (file, program)));
            with_texts.extend(loaded.program.iter().flat_map(hints::with_texts));
        }
        with_texts.retain(|place| places.contains_key(place));
        ShardPlan {
            programs,
            with_texts,
            shard,
            revision,
            total,
            places,
            files: files.map(|(place, file)| (file, place)).collect(),
        }
    }

    /// The members of the undivided run, in the order of its report.
    fn divided(&self, costs: &Costs) -> Vec<Divided> {
        let mut all = Vec::new();
        let programs = self.loaded_programs().iter();
        for (program, members) in programs.filter_map(LoadedProgram::selected) {
            let mentions = mentions::by_member(program, &Pool::default());
            all.extend(members.into_iter().map(|SelectedMember { member, file }| {
                let place = MemberPlace::of(program, member);
                let file = self.sources().file(file).name().to_owned();
                let mentions = mentions.get(&member);
                Divided {
                    recorded: costs.get(&(file, place.name.clone())).copied(),
                    size: 1 + mentions.map_or(0, |m| m.contract.size + m.body.size),
                    place,
                }
            }));
        }
        all
    }

    /// A hash of what determines the results of the undivided run, and its division.
    fn revision(&self, members: &[Divided], costs: &Costs) -> String {
        let mut hasher = blake3::Hasher::new();
        let mut add = |bytes: &[u8]| {
            hasher.update(&(bytes.len() as u64).to_le_bytes());
            hasher.update(bytes);
        };
        add(report_cache::basis_of_results(self.options()).as_bytes());
        for member in members {
            add(&member.place.span.file.number().to_le_bytes());
            add(member.place.name.as_bytes());
        }
        for loaded in self.loaded_programs() {
            add(report_cache::basis_of_results(&loaded.options).as_bytes());
        }
        for (_, file) in self.sources().files().chain(self.sources().libraries()) {
            add(file.name().as_bytes());
            add(file.text().as_bytes());
        }
        for ((file, name), cost) in costs {
            add(file.as_bytes());
            add(name.as_bytes());
            add(&cost.to_le_bytes());
        }
        let hash = hasher.finalize().to_hex();
        hash.chars().take(32).collect()
    }
}

/// What a unit of size costs, in milliseconds: as much as in the members whose costs are recorded.
fn cost_of_size(members: &[Divided]) -> f64 {
    let recorded = members
        .iter()
        .filter_map(|m| Some((m.recorded?, in_float(m.size))));
    let (cost, size) = recorded.fold((0.0, 0.0), |(cost, size), (c, s)| (cost + c, size + s));
    if size > 0.0 && cost > 0.0 {
        cost / size
    } else {
        1.0
    }
}

fn in_float(size: u64) -> f64 {
    u32::try_from(size).map_or(f64::from(u32::MAX), f64::from)
}

/// The shard of each member, from 0: the most expensive members first, each into the shard that has
/// the least so far.
fn divide(members: &[Divided], shards: usize) -> Vec<usize> {
    let rate = cost_of_size(members);
    let costs = members
        .iter()
        .map(|m| m.recorded.unwrap_or(rate * in_float(m.size)));
    let mut order: Vec<(usize, f64)> = costs.enumerate().collect();
    order.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let mut loads: BTreeSet<(u64, usize)> = (0..shards).map(|shard| (0, shard)).collect();
    let mut of_members = vec![0; members.len()];
    for (member, cost) in order {
        let Some((load, shard)) = loads.pop_first() else {
            continue;
        };
        if let Some(of_member) = of_members.get_mut(member) {
            *of_member = shard;
        }
        loads.insert((load.saturating_add(in_nanoseconds(cost)), shard));
    }
    of_members
}

/// A cost as a whole number, for sums that do not depend on their order. It is at least 1, so that
/// members of no cost are divided, too.
fn in_nanoseconds(milliseconds: f64) -> u64 {
    let time = std::time::Duration::try_from_secs_f64(milliseconds / 1000.0);
    let time = time.map_or(u128::from(u64::MAX), |time| time.as_nanos());
    u64::try_from(time).unwrap_or(u64::MAX).max(1)
}
