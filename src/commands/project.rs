//! The project file `veriframe.toml`: what commands read without a path, and with
//! which options. `docs/project.md` documents each key, and the schema in
//! `docs/veriframe-project.schema.json` is for editors.

use super::arguments::{DenyArg, InferArg, IntArg, LibraryExceptionsArg, seconds};
use super::bounds::{self, Bounds};
use super::files::absolute;
use super::memory::Limit;
use super::{Failure, suggestions};
use clap::ValueEnum;
use std::cmp::Reverse;
use std::fs;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use veriframe::RemoteUrl;
use veriframe::visible;
use veriframe::{Change, Integers, LibraryExceptions};

/// The name of the file.
pub const NAME: &str = "veriframe.toml";

/// The keys of the file.
pub const KEYS: [&str; 16] = [
    "paths",
    "exclude",
    "library",
    "classpath",
    "deny",
    "int",
    "infer",
    "library-exceptions",
    "rlimit",
    "cache",
    "remote-cache",
    "timeout",
    "memory",
    "jobs",
    "folders",
    "contracts",
];

/// The keys of a table in `[folders]`.
pub const FOLDER_KEYS: [&str; 5] = ["deny", "int", "infer", "library-exceptions", "rlimit"];

/// The keys of `[contracts]`.
pub const CONTRACT_KEYS: [&str; 6] = [
    "weakened",
    "removed",
    "changed",
    "strengthened",
    "added",
    "accepted",
];

/// A project: the contents of its file. Paths are relative to the folder of the process, like
/// those of the command line.
#[derive(Clone, Debug, Default)]
pub struct Project {
    /// The file; `None` without one.
    pub file: Option<PathBuf>,
    /// The folder of the file; empty for the folder of the process.
    pub folder: PathBuf,
    /// What to verify without a path on the command line.
    pub paths: Vec<PathBuf>,
    /// What to leave out when folders are searched, in the notation of `.gitignore`, relative to
    /// the folder of the file.
    pub exclude: Vec<String>,
    /// Folders of library contracts.
    pub library: Vec<PathBuf>,
    /// Jars and folders of class files.
    pub class_path: Vec<PathBuf>,
    /// The options of all files.
    pub options: FileOptions,
    /// The options of folders, which outweigh those of all files; an inner folder outweighs an
    /// outer one.
    pub folders: Vec<(PathBuf, FileOptions)>,
    /// Whether there is no proof cache. Its folder is not named here: the file is part of what a
    /// change proposes, and results are believed.
    pub is_cache_off: bool,
    /// The remote cache, which is used where the environment names it, too. What is believed of it,
    /// and who writes to it, is not said here.
    pub remote_cache: Option<RemoteUrl>,
    /// The time limit of a run.
    pub timeout: Option<Duration>,
    /// The memory limit of a run.
    pub memory: Option<Limit>,
    /// The number of worker threads.
    pub jobs: Option<NonZeroUsize>,
    /// What becomes of changed contracts.
    pub contracts: ContractPolicy,
}

/// The options that files can differ in; `None` for what is not said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileOptions {
    /// The warnings to treat as errors, as by `--deny`.
    pub deny: Option<Vec<DenyArg>>,
    /// The meaning of `int`, as by `--int`.
    pub int: Option<IntArg>,
    /// Whether ghost statements are inferred, as by `--infer`.
    pub infer: Option<InferArg>,
    /// How members of Java's own classes may end, as by `--library-exceptions`.
    pub library_exceptions: Option<LibraryExceptionsArg>,
    /// The resource limit of a query, as by `--rlimit`.
    pub rlimit: Option<u32>,
}

/// What the contract gate makes of a kind of change, from the mildest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Level {
    /// It is listed.
    Allow,
    /// It is listed with a warning.
    Warn,
    /// The gate fails.
    Deny,
}

/// What the contract gate makes of each kind of change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContractPolicy {
    /// The contract demands more or promises less, or what stood behind it is gone.
    pub weakened: Level,
    /// The member, or its contract, is gone.
    pub removed: Level,
    /// Neither contract implies the other.
    pub changed: Level,
    /// The contract demands less or promises more.
    pub strengthened: Level,
    /// The member is new.
    pub added: Level,
    /// The file of accepted weakenings, each with a reason.
    pub accepted: Option<PathBuf>,
}

impl ContractPolicy {
    /// What becomes of a change.
    #[must_use]
    pub fn level(&self, change: Change) -> Level {
        match change {
            Change::Kept => Level::Allow,
            Change::Strengthened => self.strengthened,
            Change::Weakened => self.weakened,
            Change::Changed => self.changed,
            Change::Added => self.added,
            Change::Removed => self.removed,
        }
    }
}

impl Default for ContractPolicy {
    fn default() -> ContractPolicy {
        ContractPolicy {
            weakened: Level::Deny,
            removed: Level::Deny,
            changed: Level::Deny,
            strengthened: Level::Allow,
            added: Level::Allow,
            accepted: None,
        }
    }
}

impl Project {
    /// The project that `--project` names, or else the one of this folder; an empty one for `off`
    /// and where there is none.
    ///
    /// # Errors
    /// If the file cannot be read, or says something that is not known.
    pub fn named(file: Option<&Path>) -> Result<Project, Failure> {
        match file {
            Some(file) if file == Path::new("off") => Ok(Project::default()),
            Some(file) => Project::read(file),
            None => Ok(Project::find(Path::new("."))?.unwrap_or_default()),
        }
    }

    /// The project whose file is in a folder, or else in the next folder above it that has one.
    ///
    /// # Errors
    /// If the file cannot be read, or says something that is not known.
    pub fn find(start: &Path) -> Result<Option<Project>, Failure> {
        let start = std::path::absolute(start)
            .map_err(|error| Failure::new(format!("{}: {error}", visible::path(start))))?;
        for folder in start.ancestors() {
            let path = folder.join(NAME);
            if path.is_file() {
                let path = shown(&start, folder).join(NAME);
                let text = bounds::read_found(&path)?;
                return Project::of_text(&path, &text).map(Some);
            }
        }
        Ok(None)
    }

    /// The project of a file.
    ///
    /// # Errors
    /// If the file cannot be read, or says something that is not known.
    pub fn read(path: &Path) -> Result<Project, Failure> {
        let text = fs::read_to_string(path)
            .map_err(|error| Failure::new(format!("{}: {error}", visible::path(path))))?;
        Project::of_text(path, &text)
    }

    /// The project that the text of a file describes.
    ///
    /// # Errors
    /// If it is no TOML, or says something that is not known: a key, a value, or a type.
    pub fn of_text(path: &Path, text: &str) -> Result<Project, Failure> {
        Reader::new(path, text, true).whole()
    }

    /// The project that the text of a file in another revision describes: the folders that it names
    /// need not exist.
    ///
    /// # Errors
    /// If it is no TOML, or says something that is not known.
    pub fn of_revision(path: &Path, text: &str) -> Result<Project, Failure> {
        Reader::new(path, text, false).whole()
    }
}

impl Project {
    /// The options of the files in each folder of `[folders]`, the innermost first. The folders are
    /// paths from the root.
    #[must_use]
    pub fn options_of_folders(&self) -> Vec<(PathBuf, FileOptions)> {
        let folders = self.folders.iter();
        let mut folders: Vec<(PathBuf, &FileOptions)> =
            folders.map(|(path, own)| (absolute(path), own)).collect();
        folders.sort_by_key(|(folder, _)| Reverse(folder.components().count()));
        let around = |inner: &Path| {
            let outer = folders
                .iter()
                .filter(|(folder, _)| inner.starts_with(folder));
            let all = outer.map(|(_, own)| *own).chain([&self.options]);
            all.fold(FileOptions::default(), |found, outer| found.over(outer))
        };
        let folders = folders.iter();
        folders
            .map(|(folder, _)| (folder.clone(), around(folder)))
            .collect()
    }
}

impl FileOptions {
    /// These options, and where they say nothing those of `outer`.
    #[must_use]
    pub fn over(&self, outer: &FileOptions) -> FileOptions {
        FileOptions {
            deny: self.deny.clone().or_else(|| outer.deny.clone()),
            int: self.int.or(outer.int),
            infer: self.infer.or(outer.infer),
            library_exceptions: self.library_exceptions.or(outer.library_exceptions),
            rlimit: self.rlimit.or(outer.rlimit),
        }
    }

    /// The options of the verifier.
    #[must_use]
    pub fn files(&self) -> veriframe::FileOptions {
        let deny = self.deny.iter().flatten();
        veriframe::FileOptions {
            integers: self.int.map(Integers::from),
            deny: Some(deny.flat_map(|denied| denied.codes()).collect()),
            infer: self.infer.map(|infer| infer == InferArg::On),
            library_exceptions: self.library_exceptions.map(LibraryExceptions::from),
            rlimit: self.rlimit,
        }
    }
}

/// A folder above another one, as a path from there: `../..`.
fn shown(from: &Path, above: &Path) -> PathBuf {
    let Ok(between) = from.strip_prefix(above) else {
        return above.to_owned();
    };
    between.components().map(|_| "..").collect()
}

/// A table of the file.
type Table<'t> = DeTable<'t>;

/// A value with its place.
type Value<'t> = Spanned<DeValue<'t>>;

/// Reads the tables of a file.
struct Reader<'t> {
    path: &'t Path,
    text: &'t str,
    /// The folder to which paths are relative.
    folder: &'t Path,
    /// Whether the folder is that of the file, and not of another revision.
    is_here: bool,
}

impl<'r> Reader<'r> {
    fn new(path: &'r Path, text: &'r str, is_here: bool) -> Reader<'r> {
        Reader {
            path,
            text,
            folder: path.parent().unwrap_or(Path::new("")),
            is_here,
        }
    }

    /// The project that the whole file describes.
    fn whole(&self) -> Result<Project, Failure> {
        let table = DeTable::parse(self.text)
            .map_err(|error| self.error(error.span().unwrap_or(0..0), error.message()))?;
        self.project(table.get_ref())
    }

    fn project(&self, table: &Table<'_>) -> Result<Project, Failure> {
        self.check_keys(table, &KEYS)?;
        let mut project = Project {
            file: Some(self.path.to_owned()),
            folder: self.folder.to_owned(),
            options: self.file_options(table)?,
            ..Project::default()
        };
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "paths" => project.paths = self.paths(value)?,
                "exclude" => project.exclude = self.strings(value)?,
                "library" => project.library = self.paths(value)?,
                "classpath" => project.class_path = self.paths(value)?,
                "cache" => project.is_cache_off = self.cache(value)?,
                "remote-cache" => {
                    project.remote_cache = Some(self.parsed(value, RemoteUrl::of_text)?);
                }
                "timeout" => project.timeout = Some(self.parsed(value, seconds)?),
                "memory" => project.memory = Some(self.parsed(value, Limit::of_text)?),
                "jobs" => project.jobs = Some(self.number(value)?),
                "folders" => project.folders = self.folders(value)?,
                "contracts" => project.contracts = self.contracts(value)?,
                _ => {}
            }
        }
        Ok(project)
    }

    fn file_options(&self, table: &Table<'_>) -> Result<FileOptions, Failure> {
        let mut options = FileOptions::default();
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "deny" => {
                    let words = self.array(value)?;
                    let words = words.iter().map(|word| self.word(word));
                    options.deny = Some(words.collect::<Result<_, _>>()?);
                }
                "int" => options.int = Some(self.word(value)?),
                "infer" => options.infer = Some(self.word(value)?),
                "library-exceptions" => options.library_exceptions = Some(self.word(value)?),
                "rlimit" => options.rlimit = Some(self.number(value)?),
                _ => {}
            }
        }
        Ok(options)
    }

    fn folders(&self, value: &Value<'_>) -> Result<Vec<(PathBuf, FileOptions)>, Failure> {
        let mut folders = Vec::new();
        for (key, value) in self.table(value)? {
            let table = self.table(value)?;
            self.check_keys(table, &FOLDER_KEYS)?;
            let path = self.folder.join(key.get_ref().as_ref());
            if self.is_here && !path.is_dir() {
                let name = visible::on_one_line(key.get_ref());
                let message = format!("`{name}` is no folder of the project");
                return Err(self.error(key.span(), &message));
            }
            folders.push((path, self.file_options(table)?));
        }
        Ok(folders)
    }

    fn contracts(&self, value: &Value<'_>) -> Result<ContractPolicy, Failure> {
        let table = self.table(value)?;
        self.check_keys(table, &CONTRACT_KEYS)?;
        let mut policy = ContractPolicy::default();
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "weakened" => policy.weakened = self.word(value)?,
                "removed" => policy.removed = self.word(value)?,
                "changed" => policy.changed = self.word(value)?,
                "strengthened" => policy.strengthened = self.word(value)?,
                "added" => policy.added = self.word(value)?,
                "accepted" => policy.accepted = Some(self.path(value)?),
                _ => {}
            }
        }
        Ok(policy)
    }

    /// Refuses keys that are not known.
    fn check_keys(&self, table: &Table<'_>, known: &[&str]) -> Result<(), Failure> {
        let mut keys = table.keys();
        let Some(key) = keys.find(|key| !known.contains(&key.get_ref().as_ref())) else {
            return Ok(());
        };
        let offer = offer(key.get_ref(), known, "keys");
        let message = format!(
            "there is no key `{}`{offer}",
            visible::on_one_line(key.get_ref())
        );
        Err(self.error(key.span(), &message))
    }

    fn table<'v, 't>(&self, value: &'v Value<'t>) -> Result<&'v Table<'t>, Failure> {
        match value.get_ref() {
            DeValue::Table(table) => Ok(table),
            _ => Err(self.error(value.span(), "a table is expected here")),
        }
    }

    fn array<'v, 't>(&self, value: &'v Value<'t>) -> Result<&'v [Value<'t>], Failure> {
        match value.get_ref() {
            DeValue::Array(values) => Ok(values),
            _ => Err(self.error(value.span(), "a list is expected here: [\"…\", \"…\"]")),
        }
    }

    fn string<'v>(&self, value: &'v Value<'_>) -> Result<&'v str, Failure> {
        match value.get_ref() {
            DeValue::String(text) => Ok(text),
            _ => Err(self.error(value.span(), "a text in quotes is expected here")),
        }
    }

    fn strings(&self, value: &Value<'_>) -> Result<Vec<String>, Failure> {
        let values = self.array(value)?.iter();
        values
            .map(|value| self.string(value).map(str::to_owned))
            .collect()
    }

    fn paths(&self, value: &Value<'_>) -> Result<Vec<PathBuf>, Failure> {
        let values = self.array(value)?.iter();
        values.map(|value| self.path(value)).collect()
    }

    /// A path that is read. A change could name any file of the machine, so it is within the checkout.
    fn path(&self, value: &Value<'_>) -> Result<PathBuf, Failure> {
        let text = self.string(value)?;
        let path = self.folder.join(text);
        let folder = if self.folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            self.folder
        };
        if self.is_here && !Bounds::around(folder).has(&path) {
            let name = visible::on_one_line(text);
            let message = format!(
                "`{name}` leads out of the checkout, and a project file names only what is in it; \
                 name other files on the command line"
            );
            return Err(self.error(value.span(), &message));
        }
        Ok(path)
    }

    /// `off`. In another revision, a folder does no harm.
    fn cache(&self, value: &Value<'_>) -> Result<bool, Failure> {
        match self.string(value)? {
            "off" => Ok(true),
            _ if !self.is_here => Ok(false),
            _ => Err(self.error(
                value.span(),
                "a project file names no folder of results, because a change could bring its own: \
                 name the folder with --cache or VERIFRAME_CACHE, and write `cache = \"off\"` or \
                 nothing here",
            )),
        }
    }

    fn number<N: std::str::FromStr>(&self, value: &Value<'_>) -> Result<N, Failure> {
        let number = match value.get_ref() {
            DeValue::Integer(number) if number.radix() == 10 => number.as_str().parse().ok(),
            _ => None,
        };
        number.ok_or_else(|| self.error(value.span(), "a number that is in range is expected here"))
    }

    /// A number or a text that `parse` understands.
    fn parsed<T>(
        &self,
        value: &Value<'_>,
        parse: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<T, Failure> {
        let text = match value.get_ref() {
            DeValue::Integer(number) => number.as_str(),
            DeValue::Float(number) => number.as_str(),
            _ => self.string(value)?,
        };
        parse(text).map_err(|message| self.error(value.span(), &message))
    }

    /// A word of a fixed set.
    fn word<W: ValueEnum>(&self, value: &Value<'_>) -> Result<W, Failure> {
        let text = self.string(value)?;
        W::from_str(text, false).map_err(|_| {
            let words = W::value_variants().iter();
            let words: Vec<String> = words
                .filter_map(|word| Some(word.to_possible_value()?.get_name().to_owned()))
                .collect();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let message = format!(
                "there is no value `{}`{}",
                visible::on_one_line(text),
                offer(text, &words, "values")
            );
            self.error(value.span(), &message)
        })
    }

    /// An error at a place of the file.
    fn error(&self, place: Range<usize>, message: &str) -> Failure {
        let before = self.text.get(..place.start).unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        Failure::new(format!(
            "{}:{line}:{column}: {message}",
            visible::path(self.path)
        ))
    }
}

/// What to write instead of an unknown name: a similar one, or the list of all.
fn offer(name: &str, known: &[&str], all: &str) -> String {
    let close = suggestions::suggestions(name, known.iter().copied());
    if close.is_empty() {
        format!("; the {all} are {}", known.join(", "))
    } else {
        suggestions::did_you_mean(&close)
    }
}
