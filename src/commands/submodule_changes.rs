//! Submodules whose contracts cannot be compared, because a commit of one is not in its repository here:
//! listed like a changed contract that is assumed.

use super::contents::{Submodule, Submodules};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use veriframe::visible;
use veriframe::{ContractChanges, Weakened, Workspace};

/// A submodule that cannot be compared.
pub struct Uncompared {
    path: PathBuf,
    why: String,
    /// The newer texts, as far as there are some.
    texts: String,
    /// Whether the older place and the newer one are without it.
    is_unread: [bool; 2],
}

/// The submodules with programs that cannot be compared, in two places with these workspaces. A new one
/// weakens nothing.
pub fn of_programs(submodules: &[Submodules; 2], workspaces: &[Workspace; 2]) -> Vec<Uncompared> {
    let [before, _] = submodules;
    let mut found = uncompared(submodules);
    found.retain(|path| before.contains_key(*path));
    let texts = |path: &Path| {
        let [_, newer] = workspaces;
        let files = newer.files().filter(|file| is_below(file.name(), path));
        files.map(|file| file.text()).collect()
    };
    let described = found.into_iter();
    described
        .map(|path| described_as(submodules, path, texts(path)))
        .collect()
}

/// The submodules with library contracts that cannot be compared: a new one has contracts that are
/// assumed.
pub fn of_libraries(submodules: &[Submodules; 2], workspaces: &[Workspace; 2]) -> Vec<Uncompared> {
    let texts = |path: &Path| {
        let [_, newer] = workspaces;
        let files = newer.libraries();
        let files = files.filter(|file| is_below(file.name(), path));
        files.map(|file| file.text().to_owned()).collect()
    };
    let found = uncompared(submodules).into_iter();
    found
        .map(|path| described_as(submodules, path, texts(path)))
        .collect()
}

fn is_below(name: &str, path: &Path) -> bool {
    Path::new(name).starts_with(path)
}

/// The paths of submodules that are not read in one of two places, unless they are at the same commit and
/// read in none.
fn uncompared(submodules: &[Submodules; 2]) -> Vec<&Path> {
    let [before, after] = submodules;
    let paths: BTreeSet<&PathBuf> = before.keys().chain(after.keys()).collect();
    let is_unread = |submodule: Option<&Submodule>| submodule.is_some_and(|s| !s.is_read);
    let paths = paths.into_iter().filter(|path| {
        let (old, new) = (before.get(*path), after.get(*path));
        (is_unread(old) || is_unread(new)) && old != new
    });
    paths.map(PathBuf::as_path).collect()
}

fn described_as(submodules: &[Submodules; 2], path: &Path, texts: String) -> Uncompared {
    let [before, after] = submodules.each_ref().map(|all| match all.get(path) {
        None => "not there or left out".to_owned(),
        Some(Submodule { commit, .. }) => commit.map_or_else(
            || "at an unknown commit".to_owned(),
            |commit| format!("at {}", commit.to_hex_with_len(12)),
        ),
    });
    Uncompared {
        path: path.to_owned(),
        why: format!(
            "it is {after}, and was {before}: not both can be read, so that their contracts are not \
             compared; check it out with the commits of both"
        ),
        texts,
        is_unread: submodules
            .each_ref()
            .map(|all| all.get(path).is_some_and(|submodule| !submodule.is_read)),
    }
}

/// Gives the place that is without a submodule what the other one has of it, so that programs that use it
/// can be compared.
pub fn fill(uncompared: &[Uncompared], workspaces: &mut [Workspace; 2]) {
    let [older, newer] = workspaces;
    for Uncompared {
        path, is_unread, ..
    } in uncompared
    {
        match is_unread {
            [true, false] => copy(newer, older, path),
            [false, true] => copy(older, newer, path),
            [true, true] | [false, false] => {}
        }
    }
}

fn copy(from: &Workspace, to: &mut Workspace, path: &Path) {
    for file in from.files().filter(|file| is_below(file.name(), path)) {
        to.set(file.name(), file.text());
    }
    for file in from.libraries().filter(|file| is_below(file.name(), path)) {
        to.set_library(file.name(), file.text());
    }
}

/// What is not compared, in lines.
pub fn lines(uncompared: &[Uncompared]) -> Vec<String> {
    let line = |Uncompared { path, why, .. }: &Uncompared| {
        format!("submodule {}: {why}", visible::path(path))
    };
    uncompared.iter().map(line).collect()
}

/// Adds what cannot be compared, in the place of members that are in it, and counts it.
pub fn add(changes: &mut ContractChanges, uncompared: Vec<Uncompared>) -> usize {
    let mut known = BTreeSet::new();
    for Uncompared {
        path, why, texts, ..
    } in uncompared
    {
        let sources = &changes.sources;
        changes
            .members
            .retain(|member| !is_below(sources.file(member.span.file).name(), &path));
        if !known.insert(path.clone()) {
            continue;
        }
        let name = path.display().to_string();
        let weakened = Weakened {
            member: format!("submodule {}", visible::path(&path)),
            place: 0..0,
            why,
            more: texts,
        };
        changes.add_weakened(name, String::new(), [weakened]);
    }
    known.len()
}
