//! The options of a project file that demand less than in an older revision of it.

use super::arguments::{DenyArg, InferArg, IntArg, LibraryExceptionsArg};
use super::files::{self, Excluded};
use super::project::{ContractPolicy, FileOptions, Level, Project};
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};
use toml::de::{DeTable, DeValue};
use veriframe::{Notation, Options};

/// An option that demands less.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeakenedOption {
    /// The keys that lead to it, such as `folders`, `src`, `int`.
    pub keys: Vec<String>,
    /// What it was, and what it is.
    pub why: String,
}

impl WeakenedOption {
    fn new(keys: &[&str], why: String) -> WeakenedOption {
        WeakenedOption {
            keys: keys.iter().map(|key| (*key).to_owned()).collect(),
            why,
        }
    }

    /// Its place in the text of a project file; the beginning if it is not there any more.
    #[must_use]
    pub fn place(&self, text: &str) -> Range<usize> {
        let Ok(file) = DeTable::parse(text) else {
            return 0..0;
        };
        let mut table = file.get_ref();
        let mut place = 0..0;
        for key in &self.keys {
            let mut entries = table.iter();
            let Some((key, value)) = entries.find(|(k, _)| k.get_ref().as_ref() == key.as_str())
            else {
                break;
            };
            place = key.span();
            match value.get_ref() {
                DeValue::Table(inner) => table = inner,
                _ => break,
            }
        }
        place
    }
}

/// The options that demand less in the newer one of two project files.
#[must_use]
pub fn weakened(old: &Project, new: &Project) -> Vec<WeakenedOption> {
    let mut found = Vec::new();
    sets(old, new, &mut found);
    file_options(&[], &old.options, &new.options, &mut found);
    let folders = old.folders.iter().map(|(path, _)| inside(old, path));
    let folders = folders.chain(new.folders.iter().map(|(path, _)| inside(new, path)));
    for folder in folders.collect::<BTreeSet<PathBuf>>() {
        let name = folder.to_string_lossy();
        let (before, after) = (effective(old, &folder), effective(new, &folder));
        let mut here = Vec::new();
        file_options(&["folders", &name], &before, &after, &mut here);
        // What the whole project's options say is reported once.
        let is_told = |why: &str| found.iter().any(|other: &WeakenedOption| other.why == why);
        here.retain(|option| !is_told(&option.why));
        found.extend(here);
    }
    limits(old, new, &mut found);
    policy(&old.contracts, &new.contracts, &mut found);
    found
}

/// The options that demand less of files that are in another folder of the project now: those of which
/// a class was in the first one, and is in the second.
#[must_use]
pub fn weakened_by_moves(
    old: &Project,
    new: &Project,
    moved: &BTreeSet<(String, String)>,
) -> Vec<WeakenedOption> {
    let mut all = Vec::new();
    for (from, to) in moved {
        let before = effective(old, &inside(old, Path::new(from)));
        let place = inside(new, Path::new(to));
        let after = effective(new, &place);
        let folder = place.parent().unwrap_or(Path::new("")).to_string_lossy();
        let mut found = Vec::new();
        file_options(&["folders", &folder], &before, &after, &mut found);
        let [from, to] = [from, to].map(|name| veriframe::visible::path(Path::new(name)));
        all.extend(found.into_iter().map(|option| WeakenedOption {
            why: format!("what was in `{from}` is in `{to}`: {}", option.why),
            ..option
        }));
    }
    all
}

/// A path relative to the folder of the project.
fn inside(project: &Project, path: &Path) -> PathBuf {
    path.strip_prefix(&project.folder)
        .unwrap_or(path)
        .to_owned()
}

/// The options of a folder of the project.
fn effective(project: &Project, folder: &Path) -> FileOptions {
    let mut around: Vec<(usize, &FileOptions)> = Vec::new();
    for (path, own) in &project.folders {
        let path = inside(project, path);
        if folder.starts_with(&path) {
            around.push((path.components().count(), own));
        }
    }
    around.sort_by_key(|(depth, _)| std::cmp::Reverse(*depth));
    let all = around.into_iter().map(|(_, own)| own);
    all.chain([&project.options])
        .fold(FileOptions::default(), |found, outer| found.over(outer))
}

fn quoted<'t>(texts: impl IntoIterator<Item = &'t str>) -> String {
    let texts = texts.into_iter().map(|text| format!("`{text}`"));
    texts.collect::<Vec<String>>().join(", ")
}

/// What is verified, and what is assumed.
fn sets(old: &Project, new: &Project, found: &mut Vec<WeakenedOption>) {
    let paths = |project: &Project| -> Vec<PathBuf> {
        let paths = project.paths.iter();
        paths.map(|path| inside(project, path)).collect()
    };
    let (before, after) = (paths(old), paths(new));
    let is_whole = |path: &PathBuf| path.as_os_str().is_empty() || path == Path::new(".");
    // What is named itself is always verified; in a folder it may be left out.
    let excluded = Excluded::new(&[(new.folder.clone(), new.exclude.clone())]).ok();
    let is_left_out = |path: &PathBuf| {
        let is_made = path
            .iter()
            .any(|part| files::SKIPPED.iter().any(|made| part == *made));
        let path = new.folder.join(path);
        is_made || excluded.as_ref().is_none_or(|excluded| excluded.has(&path))
    };
    let is_kept = |path: &&PathBuf| {
        let mut after = after.iter();
        after.any(|other| {
            other == *path || (is_whole(other) || path.starts_with(other)) && !is_left_out(path)
        })
    };
    if before.is_empty() && !after.is_empty() && !after.iter().any(is_whole) {
        let only: Vec<String> = after
            .iter()
            .map(|path| veriframe::visible::path(path))
            .collect();
        let only = quoted(only.iter().map(String::as_str));
        found.push(WeakenedOption::new(
            &["paths"],
            format!("only {only} is verified now"),
        ));
    }
    let gone: Vec<String> = before
        .iter()
        .filter(|path| !is_kept(path))
        .map(|path| veriframe::visible::path(path))
        .collect();
    if !gone.is_empty() {
        let gone = quoted(gone.iter().map(String::as_str));
        found.push(WeakenedOption::new(
            &["paths"],
            format!("{gone} is no longer verified"),
        ));
    }
    let is_exception = |pattern: &&String| pattern.starts_with('!');
    let added = new.exclude.iter();
    let added = added.filter(|p| !is_exception(p) && !old.exclude.contains(p));
    let lost = old.exclude.iter();
    let lost = lost.filter(|p| is_exception(p) && !new.exclude.contains(p));
    let changed: Vec<&str> = added.chain(lost).map(String::as_str).collect();
    let kept_of = |all: &[String], other: &[String]| -> Vec<String> {
        all.iter().filter(|p| other.contains(p)).cloned().collect()
    };
    let has_exceptions = new.exclude.iter().any(|p| is_exception(&p));
    let is_reordered = has_exceptions
        && kept_of(&old.exclude, &new.exclude) != kept_of(&new.exclude, &old.exclude);
    if !changed.is_empty() {
        let changed = quoted(changed);
        let why = format!("more may be left out: {changed} changed");
        found.push(WeakenedOption::new(&["exclude"], why));
    } else if is_reordered {
        let why = "more may be left out: the patterns are in another order".to_owned();
        found.push(WeakenedOption::new(&["exclude"], why));
    }
    let libraries = |project: &Project| -> Vec<PathBuf> {
        let folders = project.library.iter();
        folders.map(|path| inside(project, path)).collect()
    };
    let before = libraries(old);
    let added = libraries(new)
        .into_iter()
        .filter(|path| !before.contains(path));
    let added: Vec<String> = added.map(|path| veriframe::visible::path(&path)).collect();
    if !added.is_empty() {
        let added = quoted(added.iter().map(String::as_str));
        let why = format!("the contracts in {added} are assumed now");
        found.push(WeakenedOption::new(&["library"], why));
    }
    class_path(old, new, found);
}

/// Which classes are described by their class files, and by which.
fn class_path(old: &Project, new: &Project, found: &mut Vec<WeakenedOption>) {
    let places = |project: &Project| -> Vec<PathBuf> {
        let places = project.class_path.iter();
        places.map(|path| inside(project, path)).collect()
    };
    let (before, after) = (places(old), places(new));
    let added = after.iter().filter(|path| !before.contains(path));
    let added: Vec<String> = added.map(|path| veriframe::visible::path(path)).collect();
    if !added.is_empty() {
        let added = quoted(added.iter().map(String::as_str));
        let why = format!("classes without contracts in {added} may be used now");
        found.push(WeakenedOption::new(&["classpath"], why));
    } else if before != after && !after.is_empty() {
        // The first class of a name counts.
        let why =
            "classes may be others: the class path is in another order, or shorter".to_owned();
        found.push(WeakenedOption::new(&["classpath"], why));
    }
}

fn file_options(
    keys: &[&str],
    old: &FileOptions,
    new: &FileOptions,
    found: &mut Vec<WeakenedOption>,
) {
    let mut add = |key: &str, why: String| {
        let keys: Vec<&str> = keys.iter().copied().chain([key]).collect();
        found.push(WeakenedOption::new(&keys, why));
    };
    let codes = |options: &FileOptions| {
        let denied = options.deny.iter().flatten();
        denied
            .flat_map(|denied: &DenyArg| denied.codes())
            .collect::<Vec<_>>()
    };
    let after = codes(new);
    let mut gone: Vec<&str> = Vec::new();
    for code in codes(old) {
        if !after.contains(&code) && !gone.contains(&code.name()) {
            gone.push(code.name());
        }
    }
    let has_ignored = |options: &FileOptions| {
        let mut denied = options.deny.iter().flatten();
        denied.any(|denied| *denied == DenyArg::Ignored)
    };
    if has_ignored(old) && !has_ignored(new) {
        gone.push("ignored");
    }
    if !gone.is_empty() {
        let why = match gone.len() {
            1 => format!("{} is no longer denied", quoted(gone)),
            _ => format!("{} are no longer denied", quoted(gone)),
        };
        add("deny", why);
    }
    let is_weaker = |notation| rank(new.int, notation) < rank(old.int, notation);
    if is_weaker(Notation::Idf) || is_weaker(Notation::Java) {
        let name = |int: Option<IntArg>| match int {
            Some(IntArg::Unbounded) => "`unbounded`",
            Some(IntArg::Wrapping) => "`wrapping`",
            Some(IntArg::Checked) => "`checked`",
            None => "that of the notation",
        };
        let (before, after) = (name(old.int), name(new.int));
        add(
            "int",
            format!("the meaning of `int` is {after}, and was {before}"),
        );
    }
    if old.infer == Some(InferArg::Off) && new.infer != Some(InferArg::Off) {
        add("infer", "ghost statements may be missing now".to_owned());
    }
    let declared = Some(LibraryExceptionsArg::Declared);
    if new.library_exceptions == declared && old.library_exceptions != declared {
        let why = "members of Java's own classes are believed to throw only what they declare";
        add("library-exceptions", why.to_owned());
    }
    let limit = |options: &FileOptions| match options.rlimit {
        Some(0) => u64::MAX,
        limit => u64::from(limit.unwrap_or(Options::default().rlimit)),
    };
    if limit(new) > limit(old) {
        let shown = |limit: u64| match limit {
            u64::MAX => "none".to_owned(),
            limit => limit.to_string(),
        };
        let (before, after) = (shown(limit(old)), shown(limit(new)));
        add("rlimit", format!("the limit is {after}, and was {before}"));
    }
}

/// How much a meaning of `int` demands.
fn rank(int: Option<IntArg>, notation: Notation) -> u8 {
    match (int, notation) {
        (Some(IntArg::Unbounded), _) | (None, Notation::Idf) => 0,
        (Some(IntArg::Wrapping), _) => 1,
        (Some(IntArg::Checked), _) | (None, Notation::Java) => 2,
    }
}

fn limits(old: &Project, new: &Project, found: &mut Vec<WeakenedOption>) {
    if let Some(before) = old.timeout
        && new.timeout.is_none_or(|after| after > before)
    {
        let after = new.timeout.map_or_else(
            || "none".to_owned(),
            |after| format!("{} s", after.as_secs_f64()),
        );
        let why = format!("the limit is {after}, and was {} s", before.as_secs_f64());
        found.push(WeakenedOption::new(&["timeout"], why));
    }
    if let Some(before) = old.memory
        && new
            .memory
            .is_none_or(|after| after.in_bytes() > before.in_bytes())
    {
        let after = new.memory.map_or_else(
            || "that of the machine".to_owned(),
            |after| format!("{} bytes", after.in_bytes()),
        );
        let why = format!("the limit is {after}, and was {} bytes", before.in_bytes());
        found.push(WeakenedOption::new(&["memory"], why));
    }
}

fn policy(old: &ContractPolicy, new: &ContractPolicy, found: &mut Vec<WeakenedOption>) {
    let levels = |policy: &ContractPolicy| {
        [
            ("weakened", policy.weakened),
            ("removed", policy.removed),
            ("changed", policy.changed),
            ("strengthened", policy.strengthened),
            ("added", policy.added),
        ]
    };
    let name = |level: Level| match level {
        Level::Allow => "`allow`",
        Level::Warn => "`warn`",
        Level::Deny => "`deny`",
    };
    for ((key, before), (_, after)) in levels(old).into_iter().zip(levels(new)) {
        if after < before {
            let (before, after) = (name(before), name(after));
            let why = format!("it is {after}, and was {before}");
            found.push(WeakenedOption::new(&["contracts", key], why));
        }
    }
}
