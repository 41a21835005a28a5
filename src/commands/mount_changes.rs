//! Submodules whose contracts cannot be compared, because a commit of one is not in its repository here,
//! and links that lead to nothing that a revision has: listed like a changed contract that is assumed.

use super::revision_contents::{Mount, Mounts};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use veriframe::visible;
use veriframe::{ContractChanges, Weakened, Workspace};

/// A submodule or a link that cannot be compared.
pub struct Uncompared {
    path: PathBuf,
    /// `submodule`, `link` or `file`.
    kind: &'static str,
    why: String,
    /// The newer texts, as far as there are some.
    texts: String,
    /// Whether the older place and the newer one are without it.
    is_unread: [bool; 2],
}

/// The submodules with programs that cannot be compared, in two places with these workspaces. A new one
/// that is read weakens nothing; of one that is not checked out, nothing is verified.
pub fn of_programs(mounts: &[Mounts; 2], workspaces: &[Workspace; 2]) -> Vec<Uncompared> {
    let [before, after] = mounts;
    let is_unread = |path: &Path| after.get(path).is_some_and(|mount| !mount.is_read());
    let mut found = uncompared(mounts);
    found.retain(|path| before.contains_key(*path) || is_unread(path));
    let texts = |path: &Path| {
        let [_, newer] = workspaces;
        let files = newer.files().filter(|file| is_below(file.name(), path));
        files.map(|file| file.text()).collect()
    };
    let described = found.into_iter();
    described
        .map(|path| described_as(mounts, path, texts(path)))
        .collect()
}

/// The submodules with library contracts that cannot be compared: a new one has contracts that are
/// assumed.
pub fn of_libraries(mounts: &[Mounts; 2], workspaces: &[Workspace; 2]) -> Vec<Uncompared> {
    let texts = |path: &Path| {
        let [_, newer] = workspaces;
        let files = newer.libraries();
        let files = files.filter(|file| is_below(file.name(), path));
        files.map(|file| file.text().to_owned()).collect()
    };
    let found = uncompared(mounts).into_iter();
    found
        .map(|path| described_as(mounts, path, texts(path)))
        .collect()
}

fn is_below(name: &str, path: &Path) -> bool {
    Path::new(name).starts_with(path)
}

/// The paths of submodules that are not read in one of two places, unless they are at the same commit and
/// read in none.
fn uncompared(mounts: &[Mounts; 2]) -> Vec<&Path> {
    let [before, after] = mounts;
    let paths: BTreeSet<&PathBuf> = before.keys().chain(after.keys()).collect();
    let is_unread = |mount: Option<&Mount>| mount.is_some_and(|mount| !mount.is_read());
    let paths = paths.into_iter().filter(|path| {
        let (old, new) = (before.get(*path), after.get(*path));
        // Only the commit of a submodule says what is in it.
        let is_unknown = matches!(old, Some(Mount::LostLink | Mount::Converted));
        (is_unread(old) || is_unread(new)) && (old != new || is_unknown)
    });
    paths.map(PathBuf::as_path).collect()
}

fn described_as(mounts: &[Mounts; 2], path: &Path, texts: String) -> Uncompared {
    let both = mounts.each_ref().map(|all| all.get(path).copied());
    let has = |mount: Mount| both.contains(&Some(mount));
    let (kind, why) = if has(Mount::LostLink) {
        let why = "a revision has a link there to something that it does not have, so that the contracts \
                   are not compared; replace it by a file, or by a link to one that git tracks";
        ("link", why.to_owned())
    } else if has(Mount::Converted) {
        let why = "git changes its text when it is checked out (`ident`, `filter` or \
                   `working-tree-encoding` in `.gitattributes`), so that what was verified is not what a \
                   revision has, and its contracts are not compared; take the attribute away for programs";
        ("file", why.to_owned())
    } else {
        let [before, after] = both.map(|mount| match mount {
            Some(Mount::Submodule { commit, .. }) => commit.map_or_else(
                || "at an unknown commit".to_owned(),
                |commit| format!("at {}", commit.to_hex_with_len(12)),
            ),
            Some(Mount::LostLink | Mount::Converted) | None => "not there or left out".to_owned(),
        });
        let why = format!(
            "it is {after}, and was {before}: not both can be read, so that their contracts are not \
             compared; check it out with the commits of both"
        );
        ("submodule", why)
    };
    Uncompared {
        path: path.to_owned(),
        kind,
        why,
        texts,
        is_unread: both.map(|mount| mount.is_some_and(|mount| !mount.is_read())),
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
    let line = |of: &Uncompared| format!("{} {}: {}", of.kind, visible::path(&of.path), of.why);
    uncompared.iter().map(line).collect()
}

/// Adds what cannot be compared, in the place of members that are in it, and counts it.
pub fn add(changes: &mut ContractChanges, uncompared: Vec<Uncompared>) -> usize {
    let mut known = BTreeSet::new();
    for Uncompared {
        path,
        kind,
        why,
        texts,
        ..
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
            member: format!("{kind} {}", visible::path(&path)),
            place: 0..0,
            why,
            more: texts,
        };
        changes.add_weakened(name, String::new(), [weakened]);
    }
    known.len()
}
