//! One program, parsed and resolved, or its report from the cache. The front end does not
//! panic on bad input.

use super::{FileReport, on_large_stack};
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::ir::{Integers, MemberId, MethodKind, Program};
use crate::library::Used;
use crate::notation::Notation;
use crate::parallel::Pool;
use crate::source::{FileId, SourceMap, Span};
use crate::syntax::tree::ast;
use crate::verify::outcome::{Guards, MemberKind, MemberOutcome, Options, Status};
use crate::verify::report_cache::{ReportCache, Reported};
use crate::{library, resolve, syntax};
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A program: one `.idf` file, or `.java` files.
#[derive(Debug)]
pub(super) struct LoadedProgram {
    /// Its files.
    files: Vec<FileId>,
    /// Its options.
    pub(super) options: Options,
    /// The diagnostics of the front end, by position.
    diagnostics: Vec<Diagnostic>,
    /// The resolved part of the program; `None` if it is empty or the front end did not run.
    pub(super) program: Option<Program>,
    /// The outcomes of an earlier run with the same inputs.
    known: Option<Vec<MemberOutcome>>,
    /// The cache entry of the report.
    report_cache: Option<ReportCache>,
}

/// Which reports are made of programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reports {
    /// Those of whole programs, which the cache may have.
    Cached,
    /// Those of a part of the members, which is chosen when the programs are loaded.
    Partial,
}

/// A program after an edit of its syntax trees.
#[derive(Debug, Default)]
pub(crate) struct Edited {
    /// The program, unless an error refuses all of it.
    pub program: Option<Program>,
    /// The diagnostics of the front end.
    pub diagnostics: Vec<Diagnostic>,
}

impl LoadedProgram {
    /// Whether a file belongs to the program.
    pub(super) fn has(&self, file: FileId) -> bool {
        self.files.contains(&file)
    }

    /// Runs the front end again, with an edit between parsing and resolution.
    pub(super) fn edited(
        &self,
        sources: &SourceMap,
        options: &Options,
        pool: &Pool,
        edit: &mut dyn FnMut(&mut [ast::File]),
    ) -> Edited {
        let input = FrontEndInput {
            sources,
            files: &self.files,
            libraries: None,
            options,
        };
        let (program, diagnostics) = on_large_stack(|| front_end(input, pool, edit));
        Edited {
            program,
            diagnostics,
        }
    }

    /// The number of its members, if no method has a contract. Constructors and main routines do not count: if
    /// they have none, they have what Java gives them.
    pub(super) fn bare_members(&self) -> Option<usize> {
        if let Some(known) = &self.known {
            let mut methods = known.iter().filter(|member| {
                let begins = matches!(
                    member.kind,
                    MemberKind::Constructor | MemberKind::Main | MemberKind::Initialiser
                );
                !begins && member.status != Status::Refused
            });
            let has_one = methods.any(|member| member.has_contract);
            return (!has_one).then_some(known.len());
        }
        let Some(program) = &self.program else {
            return Some(0);
        };
        let own = |member: &&MemberId| {
            let refused = &program.refused;
            let is_refused =
                refused.members.contains(member) || refused.dependents.contains_key(member);
            !is_refused && !program.member_span(**member).file.is_library()
        };
        let has_contract = |member: &MemberId| match member {
            MemberId::Method(id) => {
                let method = program.method(*id);
                let begins = method.kind == MethodKind::Constructor || method.is_run_by_java();
                method.has_contract && !begins
            }
            MemberId::Pure(_) | MemberId::Pred(_) => true,
        };
        let has_one = program.members.iter().filter(own).any(has_contract);
        (!has_one).then(|| program.members.iter().filter(own).count())
    }

    /// The number of errors of the front end.
    pub(super) fn count_errors(&self) -> usize {
        let errors = self.diagnostics.iter();
        errors.filter(|d| d.severity == Severity::Error).count()
    }

    /// The size of its files and of the library specifications that they use, in bytes.
    pub(super) fn size(&self, sources: &SourceMap) -> usize {
        let used = library::used(sources, &self.files).into_iter();
        let files = self.files.iter().copied();
        let files = files.chain(used.map(|used| used.file));
        files.map(|file| sources.file(file).text().len()).sum()
    }

    /// Its files, in the order of the reports.
    pub(super) fn files(&self) -> impl Iterator<Item = FileId> {
        self.files.iter().copied()
    }

    /// The first of its files.
    pub(super) fn first(&self) -> Option<FileId> {
        self.files.first().copied()
    }

    /// The program, unless there is an error in it.
    pub(super) fn whole(&self) -> Option<&Program> {
        self.program
            .as_ref()
            .filter(|_| !has_error(&self.diagnostics))
    }

    /// Whether the whole program was resolved, so that it has no other members.
    pub(super) fn is_complete(&self) -> bool {
        self.program.is_some() && !has_error(&self.diagnostics)
    }

    /// Takes the report of a program from the cache, or loads the program.
    pub(super) fn cached_or_loaded(
        sources: &SourceMap,
        files: &[FileId],
        options: &Options,
        pool: &Pool,
        reports: Reports,
    ) -> LoadedProgram {
        // A report depends on the files and on the library specifications that they use.
        let mut inputs = files.to_vec();
        let libraries = library::used(sources, files);
        inputs.extend(libraries.iter().map(|used| used.file));
        let report_cache = match reports {
            Reports::Cached => ReportCache::new(sources, inputs, options),
            Reports::Partial => None,
        };
        let reported = report_cache.as_ref().and_then(ReportCache::get);
        // Errors may refuse other programs as well, which a cached report does not say.
        if let Some(reported) = reported.filter(|reported| !has_error(&reported.diagnostics)) {
            return LoadedProgram {
                files: files.to_vec(),
                options: options.clone(),
                diagnostics: reported.diagnostics,
                program: None,
                known: Some(reported.members),
                report_cache,
            };
        }
        // What it answers is needed after the program is loaded.
        if let Some(shared) = options.cache.as_ref().and_then(|cache| cache.shared()) {
            let names: Vec<&str> = files.iter().map(|f| sources.file(*f).name()).collect();
            shared.ask(&names);
        }
        let input = FrontEndInput {
            sources,
            files,
            libraries: Some(&libraries),
            options,
        };
        let mut loaded = load_with(input, pool);
        for diagnostic in &mut loaded.diagnostics {
            if options.deny.contains(&diagnostic.code) {
                diagnostic.severity = Severity::Error;
            }
        }
        LoadedProgram {
            report_cache,
            ..loaded
        }
    }

    /// The reports of the files; `members` are the outcomes unless the cache has them.
    pub(super) fn report(&self, members: Vec<MemberOutcome>) -> Vec<FileReport> {
        let mut reported = Reported {
            diagnostics: self.diagnostics.clone(),
            members,
        };
        if let Some(known) = &self.known {
            reported.members.clone_from(known);
            return self.by_files(reported);
        }
        if let Some(report_cache) = &self.report_cache {
            let contradiction = report_cache.put(&reported);
            reported.diagnostics.extend(contradiction);
        }
        self.by_files(reported)
    }

    /// The program with its selected members, in the order of the reports; `None` if it was not
    /// resolved.
    pub(super) fn selected(&self) -> Option<(&Program, Vec<SelectedMember>)> {
        let program = self.program.as_ref()?;
        let places = self.places();
        let selected = self.options.selected(program).filter_map(|member| {
            let place = places.at(program.member_span(member));
            let file = *self.files.get(place)?;
            Some((place, SelectedMember { member, file }))
        });
        let mut selected: Vec<(usize, SelectedMember)> = selected.collect();
        selected.sort_by_key(|(place, _)| *place);
        let members = selected.into_iter().map(|(_, member)| member).collect();
        Some((program, members))
    }

    /// The places of the files in the reports.
    pub(super) fn places(&self) -> Places {
        let places = self.files.iter().enumerate();
        Places(places.map(|(place, file)| (*file, place)).collect())
    }

    fn by_files(&self, reported: Reported) -> Vec<FileReport> {
        let mut reports: Vec<FileReport> = self.files.iter().copied().map(FileReport::of).collect();
        let places = self.places();
        for diagnostic in reported.diagnostics {
            if let Some(report) = reports.get_mut(places.at(diagnostic.span)) {
                report.diagnostics.push(diagnostic);
            }
        }
        for member in reported.members {
            if let Some(report) = reports.get_mut(places.at(member.span)) {
                report.members.push(member);
            }
        }
        reports
    }
}

/// The places of a program's files in the reports.
pub(super) struct Places(BTreeMap<FileId, usize>);

impl Places {
    /// The place of the file whose report has what is written here: what is outside of these files,
    /// in a library's contracts, is reported with the first.
    pub(super) fn at(&self, span: Span) -> usize {
        self.0.get(&span.file).copied().unwrap_or(0)
    }
}

/// A member that is selected.
#[derive(Clone, Copy, Debug)]
pub(super) struct SelectedMember {
    pub(super) member: MemberId,
    /// The file whose report has it. It is written in another if a library class hands it down.
    pub(super) file: FileId,
}

/// Refuses all Java programs of a run if an error in one of them may affect any other: a program
/// was refused as a whole, or files were refused and, because only some files have a package, it is
/// unclear which program they belong to.
pub(super) fn refuse_together(sources: &SourceMap, programs: &mut [LoadedProgram]) {
    let is_one = |program: &&LoadedProgram| {
        let mut files = program.files.iter();
        files.any(|file| sources.file(*file).notation() == Notation::Java)
    };
    let has_package = |program: &LoadedProgram| {
        let mut files = program.files.iter();
        files.any(|file| {
            let file = sources.file(*file);
            syntax::has_package(file.name(), file.text())
        })
    };
    let java = || programs.iter().filter(is_one);
    let is_mixed = java().any(has_package) && !java().all(has_package);
    let concerns_all = |program: &&LoadedProgram| match &program.program {
        None => has_error(&program.diagnostics),
        Some(program) => is_mixed && !program.refused.files.is_empty(),
    };
    let Some(name) = java().find(concerns_all).and_then(|program| {
        let mut errors = program.diagnostics.iter();
        let error = errors.find(|d| d.severity == Severity::Error)?;
        Some(sources.file(error.span.file).name().to_owned())
    }) else {
        return;
    };
    for program in programs.iter_mut().filter(|program| is_one(&&**program)) {
        (program.program, program.known, program.report_cache) = (None, None, None);
        if let (false, Some(file)) = (has_error(&program.diagnostics), program.files.first()) {
            let message =
                format!("not verified: an error in `{name}` may concern any Java file of this run");
            let error = Diagnostic::error(Code::Unsupported, Span::new(*file, 0, 0), message);
            program
                .diagnostics
                .push(error.note("repair that error first"));
        }
    }
}

/// Parses and resolves a program. A panic of the front end becomes an internal error of the first
/// file.
pub(super) fn load(
    sources: &SourceMap,
    files: &[FileId],
    options: &Options,
    pool: &Pool,
) -> LoadedProgram {
    let input = FrontEndInput {
        sources,
        files,
        libraries: None,
        options,
    };
    load_with(input, pool)
}

fn load_with(input: FrontEndInput<'_>, pool: &Pool) -> LoadedProgram {
    let FrontEndInput { files, options, .. } = input;
    let result = catch_unwind(AssertUnwindSafe(|| {
        on_large_stack(|| front_end(input, pool, &mut |_| {}))
    }));
    let (program, mut diagnostics) = result.unwrap_or_else(|_| {
        let message = "the front end broke down over this file: please report it";
        let first = files.iter().map(|file| Span::new(*file, 0, 0)).next();
        let found = first.map(|span| Diagnostic::error(Code::Internal, span, message));
        (None, found.into_iter().collect())
    });
    diagnostics.sort_by_key(|d| (d.span, d.code));
    LoadedProgram {
        files: files.to_vec(),
        options: options.clone(),
        diagnostics,
        program,
        known: None,
        report_cache: None,
    }
}

/// What the front end reads.
#[derive(Clone, Copy)]
struct FrontEndInput<'i> {
    sources: &'i SourceMap,
    /// The files of one program.
    files: &'i [FileId],
    /// The library specifications that these use, if that is known.
    libraries: Option<&'i [Used<'i>]>,
    options: &'i Options,
}

/// Runs the front end, with an edit of the trees before resolution. Returns the program, unless an
/// error refuses all of it, and the diagnostics.
fn front_end(
    input: FrontEndInput<'_>,
    pool: &Pool,
    edit: &mut dyn FnMut(&mut [ast::File]),
) -> (Option<Program>, Vec<Diagnostic>) {
    let FrontEndInput {
        sources,
        files,
        libraries,
        options,
    } = input;
    let mut diagnostics = Vec::new();
    let mut separate = |parsed: Vec<(ast::File, Vec<Diagnostic>)>| {
        let (trees, found): (Vec<_>, Vec<_>) = parsed.into_iter().unzip();
        diagnostics.extend(found.into_iter().flatten());
        trees
    };
    let mut trees = separate(pool.map(files, |&file| {
        let source = sources.file(file);
        syntax::parse(file, source.text(), source.notation())
    }));
    edit(&mut trees);
    let first = files.first().map(|file| sources.file(*file).notation());
    let notation = first.unwrap_or(Notation::Idf);
    if (options.guards, notation) == (Guards::Check, Notation::Java) {
        trees.iter_mut().for_each(syntax::imply_guards);
    }
    let found;
    let libraries = match libraries {
        Some(known) => known,
        None => {
            found = library::used(sources, files);
            &found
        }
    };
    let libraries = separate(pool.map(libraries, |used| {
        let notation = sources.file(used.file).notation();
        syntax::parse(used.file, &used.text, notation)
    }));
    let in_library = |d: &Diagnostic| d.severity == Severity::Error && d.span.file.is_library();
    if diagnostics.iter().any(in_library) {
        return (None, diagnostics);
    }
    let integers = options.integers.unwrap_or(match notation {
        Notation::Idf => Integers::Unbounded,
        Notation::Java => Integers::Checked,
    });
    let specified: BTreeSet<FileId> = library::specified(sources).collect();
    let input = resolve::Input {
        files: &trees,
        libraries: &libraries,
        integers,
        library_exceptions: options.library_exceptions,
        specified: &specified,
    };
    let (mut program, more) = resolve::resolve_partial(input, sources, pool);
    program.note_lines(&|span| sources.start(span).line);
    program.specified = specified;
    diagnostics.extend(more);
    resolve::name_members(&trees, &program, &mut diagnostics);
    let is_refused = has_error(&diagnostics) && program.refused.is_empty();
    ((!is_refused).then_some(program), diagnostics)
}

/// Whether one of the diagnostics is an error.
fn has_error(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|d| d.severity == Severity::Error)
}
