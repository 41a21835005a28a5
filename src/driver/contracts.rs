//! The contracts of a workspace, and how they differ from those of an older one.

use super::library_names::ProgramNames;
use super::program::{self, LoadedProgram};
use super::{FileReport, Workspace, grouping, on_large_stack};
use crate::diagnostics::Severity;
use crate::gate::{
    Change, Comparison, ContractText, LibraryText, MemberChange, compare, contracts,
    digest_of_text, library_changes,
};
use crate::ir::{Method, MethodKind, Program};
use crate::library;
use crate::logic::z3::library::find;
use crate::notation::Notation;
use crate::parallel::Pool;
use crate::source::{FileId, SourceFile, SourceMap, Span};
use crate::stop::Stop;
use crate::verify::{Options, TraceMode};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// The comparison of two workspaces.
#[derive(Debug)]
pub struct ContractChanges {
    /// The files of both revisions, to which spans refer.
    pub sources: SourceMap,
    /// The members: those of the newer revision in the order of its files, with those that are
    /// gone after the others of their program.
    pub members: Vec<MemberChange>,
    /// The names of files of which a class is in another one now: the older one, and the newer one.
    pub moved: BTreeSet<(String, String)>,
}

impl ContractChanges {
    /// Adds, before all members, what is weaker than in the older revision and no member of a program,
    /// in a file with this name and text.
    pub fn add_weakened(
        &mut self,
        name: String,
        text: String,
        weakened: impl IntoIterator<Item = Weakened>,
    ) {
        let file = self.sources.add(name, text);
        let weakened = weakened.into_iter().map(|weakened| MemberChange {
            digest: digest_of_text(&format!(
                "{}: {}{}",
                weakened.member, weakened.why, weakened.more
            )),
            member: weakened.member,
            change: Change::Weakened,
            why: weakened.why,
            span: Span::new(file, weakened.place.start, weakened.place.end),
        });
        self.members.splice(0..0, weakened);
    }

    /// The number of members that changed in this way.
    #[must_use]
    pub fn count(&self, change: Change) -> usize {
        self.members.iter().filter(|m| m.change == change).count()
    }
}

/// Something other than a member that is weaker, such as an option of the project file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weakened {
    /// What it is called.
    pub member: String,
    /// Its place in the text of its file.
    pub place: Range<usize>,
    /// How it was weakened.
    pub why: String,
    /// What else was changed to what, for the digest.
    pub more: String,
}

/// The contracts of a workspace.
#[derive(Debug)]
pub struct ContractDocument {
    /// The files.
    pub sources: SourceMap,
    /// The members with their contracts, in source order.
    pub members: Vec<ContractText>,
}

/// Why contracts are not compared or listed.
#[derive(Debug)]
pub enum ContractRefusal {
    /// Files have errors: the reports on them.
    Errors {
        /// The files that the reports refer to.
        sources: SourceMap,
        /// The reports, with the errors of the front end.
        reports: Vec<FileReport>,
    },
    /// No Z3 can be used.
    Solver(String),
}

impl Workspace {
    /// How the contracts of this workspace differ from those of an older one. Files correspond if
    /// they have the same name, and programs of other names if they declare the same classes. The
    /// options are those of this workspace; after a stop signal, what is not decided is
    /// [`Change::Changed`].
    ///
    /// # Errors
    /// If a file of one of them has an error, or if there is no usable Z3.
    pub fn contract_changes(
        &self,
        older: &Workspace,
        stop: &Stop,
    ) -> Result<ContractChanges, ContractRefusal> {
        find().map_err(|error| ContractRefusal::Solver(error.to_string()))?;
        on_large_stack(|| {
            let mut sources = older.sources();
            let count = sources.files().count();
            for file in self.sources().shared() {
                sources.share(file);
            }
            let has_java = self.has_java() || older.has_java();
            let mut libraries = self.libraries().chain(older.libraries());
            let has_libraries = libraries.next().is_some();
            let added = (has_java || has_libraries)
                .then(|| self.add_libraries_of_both(older, &mut sources));
            let (views, libraries) = added.unzip();
            let [before, after] = views.unwrap_or_else(|| [sources.clone(), sources.clone()]);
            let (olds, news) = grouping::in_two(&sources, count);
            let options = engine_options(self.options());
            let pool = Pool::new(options.jobs, sources.size());
            let load = |sources: &SourceMap, programs: &[Vec<FileId>]| {
                pool.map(programs, |files| {
                    program::load(sources, files, &options, &pool)
                })
            };
            let (older, newer) = (load(&before, &olds), load(&after, &news));
            refuse(&sources, older.iter().chain(&newer))?;
            let nothing = Program::default();
            let comparison = Comparison {
                sources: &sources,
                options: &options,
                stop,
            };
            let mut members = Vec::new();
            let mut moved = BTreeSet::new();
            let mut mains = [BTreeSet::new(), BTreeSet::new()];
            for (old, new) in pairs(&sources, &older, &newer) {
                let old = old.and_then(LoadedProgram::whole).unwrap_or(&nothing);
                let new = new.and_then(LoadedProgram::whole).unwrap_or(&nothing);
                moved.extend(moved_classes(&sources, old, new));
                let [before, after] = [old, new].map(|program| main_file(&sources, program));
                if before != after {
                    let both = mains.iter_mut().zip([before, after]);
                    both.for_each(|(files, file)| files.extend(file));
                }
                members.extend(compare(old, new, comparison));
            }
            // Main routines have no names by which those that move could be told apart.
            let [lost, found] = &mains;
            for before in lost {
                moved.extend(found.iter().map(|after| (before.clone(), after.clone())));
            }
            if let Some(both) = libraries {
                members.extend(assumed(&sources, &both));
                let programs = [&olds, &news];
                members.extend(assumed_of_program(&sources, &both, programs));
            }
            Ok(ContractChanges {
                sources,
                members,
                moved,
            })
        })
    }

    /// Adds the library specifications of both revisions. Returns the files as the older and the
    /// newer revision sees them: with the same ids, and nothing in the place of the specifications
    /// of the other one; and the specifications of each.
    fn add_libraries_of_both(
        &self,
        older: &Workspace,
        sources: &mut SourceMap,
    ) -> ([SourceMap; 2], [Vec<FileId>; 2]) {
        let mut libraries = [Vec::new(), Vec::new()];
        let [olds, news] = &mut libraries;
        let (mut before, mut after) = (sources.clone(), sources.clone());
        let nothing = || Arc::new(SourceFile::new(String::new(), String::new()));
        for file in older.libraries() {
            olds.push(sources.share_library(file.clone()));
            before.share_library(file);
            after.share_library(nothing());
        }
        for file in self.libraries() {
            news.push(sources.share_library(file.clone()));
            before.share_library(nothing());
            after.share_library(file);
        }
        let class_paths = [older.class_path(), self.class_path()];
        library::add_to_views(sources, [&mut before, &mut after], class_paths);
        ([before, after], libraries)
    }

    /// The contracts of all members.
    ///
    /// # Errors
    /// If a file has an error.
    pub fn contracts(&self) -> Result<ContractDocument, ContractRefusal> {
        on_large_stack(|| {
            let mut sources = self.sources();
            self.add_libraries(&mut sources, false);
            let pool = Pool::new(self.options().jobs, sources.size());
            let programs = pool.map(&grouping::programs(&sources), |files| {
                program::load(&sources, files, self.options(), &pool)
            });
            refuse(&sources, programs.iter())?;
            let mut members = Vec::new();
            for program in programs.iter().filter_map(LoadedProgram::whole) {
                members.extend(contracts(program, &sources));
            }
            Ok(ContractDocument { sources, members })
        })
    }
}

/// The library contracts by their classes. Of several files for a class, the first one is used.
fn by_class(sources: &SourceMap, files: &[FileId]) -> BTreeMap<String, FileId> {
    let mut found: BTreeMap<String, FileId> = BTreeMap::new();
    for file in files {
        let name = sources.file(*file).name();
        found
            .entry(library::class_of(name).to_owned())
            .or_insert(*file);
    }
    found
}

/// The library contracts that name classes of the program which changed.
fn assumed_of_program(
    sources: &SourceMap,
    both: &[Vec<FileId>; 2],
    programs: [&Vec<Vec<FileId>>; 2],
) -> Vec<MemberChange> {
    let [olds, news] = both.each_ref().map(|files| by_class(sources, files));
    if olds.is_empty() || news.is_empty() {
        return Vec::new();
    }
    let [before, after] = programs.map(|files| ProgramNames::new(sources, files));
    let changed = news.iter().filter_map(|(class, file)| {
        let old = olds.get(class)?;
        let (named_before, was) = before.of(*old, sources.file(*old).text());
        let (named_after, is) = after.of(*file, sources.file(*file).text());
        if was == is {
            return None;
        }
        let named: BTreeSet<&str> = named_before.union(&named_after).copied().collect();
        let named: Vec<String> = named.into_iter().map(|name| format!("`{name}`")).collect();
        let why = format!(
            "it is assumed without proof, and names {} of the program, which changed, or something that \
             it names",
            named.join(", ")
        );
        let [was, is] = [was, is].map(|texts| texts.into_iter().collect::<String>());
        Some(MemberChange {
            digest: digest_of_text(&format!("library {class} of the program: {was} -> {is}")),
            member: class.clone(),
            change: Change::Weakened,
            why,
            span: Span::new(*file, 0, 0),
        })
    });
    changed.collect()
}

/// The changes of library contracts.
fn assumed(sources: &SourceMap, both: &[Vec<FileId>; 2]) -> Vec<MemberChange> {
    let [olds, news] = both.each_ref().map(|files| by_class(sources, files));
    let classes: BTreeSet<&String> = olds.keys().chain(news.keys()).collect();
    let mut members = Vec::new();
    for class in classes {
        let (old, new) = (olds.get(class), news.get(class));
        let Some(place) = new.or(old) else { continue };
        let text = |file: Option<&FileId>| {
            let text = file.map_or("", |file| sources.file(*file).text());
            let file = *file.unwrap_or(place);
            LibraryText { file, text }
        };
        for found in library_changes(text(old), text(new)) {
            let member = match found.member.as_str() {
                "" => class.clone(),
                name => format!("{class}.{name}"),
            };
            let [before, after] = &found.texts;
            let digested = format!("library {member}: {before} -> {after}");
            members.push(MemberChange {
                digest: digest_of_text(&digested),
                member,
                change: found.change,
                why: found.why,
                span: Span::new(*place, found.start, found.start),
            });
        }
    }
    members
}

/// The options with which contracts are compared: all that serves reports and caches is off.
fn engine_options(options: &Options) -> Options {
    Options {
        deny: Vec::new(),
        infer: true,
        trace: TraceMode::Off,
        explain: false,
        members: Vec::new(),
        cache: None,
        listeners: Vec::new(),
        ..options.clone()
    }
}

/// Refuses programs with errors.
fn refuse<'p>(
    sources: &SourceMap,
    programs: impl Iterator<Item = &'p LoadedProgram>,
) -> Result<(), ContractRefusal> {
    let reports = programs.flat_map(|program| program.report(Vec::new()));
    let has_error = |report: &FileReport| {
        let mut all = report.diagnostics.iter();
        all.any(|d| d.severity == Severity::Error)
    };
    let reports: Vec<FileReport> = reports.filter(has_error).collect();
    if reports.is_empty() {
        Ok(())
    } else {
        Err(ContractRefusal::Errors {
            sources: sources.clone(),
            reports,
        })
    }
}

/// A program of each revision that correspond, or one of either.
type Pair<'p> = (Option<&'p LoadedProgram>, Option<&'p LoadedProgram>);

/// The programs that correspond, in the order of the newer ones, then those that are gone.
fn pairs<'p>(
    sources: &SourceMap,
    olds: &'p [LoadedProgram],
    news: &'p [LoadedProgram],
) -> Vec<Pair<'p>> {
    let mut by_name: BTreeMap<String, usize> = BTreeMap::new();
    for (at, old) in olds.iter().enumerate() {
        by_name.insert(name(sources, old), at);
    }
    let mut found: Vec<Option<usize>> = Vec::new();
    for new in news {
        found.push(by_name.remove(&name(sources, new)));
    }
    // What was renamed is found by its classes.
    for (new, slot) in news
        .iter()
        .zip(&mut found)
        .filter(|(_, slot)| slot.is_none())
    {
        let classes = class_names(new);
        let in_common = |at: usize| {
            let old = olds.get(at).map(class_names).unwrap_or_default();
            old.intersection(&classes).count()
        };
        let left = by_name.iter().map(|(name, at)| (in_common(*at), name, *at));
        let best = left
            .filter(|(common, ..)| *common > 0)
            .max_by_key(|(common, ..)| *common);
        if let Some((_, name, at)) = best {
            let name = name.clone();
            by_name.remove(&name);
            *slot = Some(at);
        }
    }
    let matched = news.iter().zip(found);
    let matched = matched.map(|(new, at)| (at.and_then(|at| olds.get(at)), Some(new)));
    let gone = by_name.values().map(|at| (olds.get(*at), None));
    matched.chain(gone).collect()
}

/// What identifies a program in both revisions.
fn name(sources: &SourceMap, program: &LoadedProgram) -> String {
    let Some(file) = program.first() else {
        return String::new();
    };
    let file = sources.file(file);
    let path = Path::new(file.name());
    match file.notation() {
        Notation::Idf => file.name().to_owned(),
        Notation::Java if crate::syntax::has_package(file.name(), file.text()) => {
            "*.java".to_owned()
        }
        Notation::Java => {
            let folder = path.parent().unwrap_or(Path::new(""));
            format!("{}/*.java", folder.display())
        }
    }
}

/// The files of which a class is in another one of the newer program. A class that is gone is in any new
/// one of its simple name.
fn moved_classes(sources: &SourceMap, old: &Program, new: &Program) -> Vec<(String, String)> {
    let own = |program: &Program| -> BTreeMap<String, String> {
        let own = program.classes.iter();
        let own = own.filter(|class| !class.span.file.is_library());
        own.map(|class| {
            let file = sources.file(class.span.file).name().to_owned();
            (class.qualified.clone(), file)
        })
        .collect()
    };
    let (before, after) = (own(old), own(new));
    let simple = |name: &str| name.rsplit('.').next().map(str::to_owned);
    let mut moved = Vec::new();
    for (name, file) in &after {
        match before.get(name) {
            Some(was) => moved.push((was.clone(), file.clone())),
            None => {
                let gone = before.iter().filter(|(other, _)| {
                    !after.contains_key(*other) && simple(other) == simple(name)
                });
                moved.extend(gone.map(|(_, was)| (was.clone(), file.clone())));
            }
        }
    }
    moved.retain(|(before, after)| before != after);
    moved
}

/// The file of the main routine that belongs to no class.
fn main_file(sources: &SourceMap, program: &Program) -> Option<String> {
    let is_main = |method: &&Method| method.kind == MethodKind::Main && method.class.is_none();
    let main = program.methods.iter().find(is_main)?;
    Some(sources.file(main.name_span.file).name().to_owned())
}

fn class_names(program: &LoadedProgram) -> BTreeSet<&str> {
    let classes = program.whole().map(|p| p.classes.as_slice());
    let classes = classes.unwrap_or_default().iter();
    classes.map(|class| class.name.as_str()).collect()
}
