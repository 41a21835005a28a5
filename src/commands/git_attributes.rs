//! Which files of a revision git changes when it checks them out, by attributes: what was verified then
//! is not the text that the revision has.

use gix::ObjectId;
use gix::bstr::ByteSlice;
use gix::traverse::tree::recorder::Entry;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The attributes with which git changes more of a text than its line ends.
const ATTRIBUTES: [&str; 3] = ["ident", "filter", "working-tree-encoding"];

/// The files that have attributes.
const NAME: &str = ".gitattributes";

/// The most macros of attributes whose meaning is followed: people write none or a few.
const MOST_MACROS: usize = 64;

/// The files that have such an attribute.
#[derive(Debug, Default)]
pub struct Conversions {
    /// The patterns of folders.
    folders: Vec<(PathBuf, Patterns)>,
}

/// Which files below a folder have such an attribute.
#[derive(Debug)]
enum Patterns {
    /// All, as far as is known.
    All,
    /// Those that fit one of these.
    Some(Gitignore),
}

impl Conversions {
    /// Those of a tree with these files. Where attributes cannot be read, or are not understood, all files
    /// may have them.
    pub fn of_files(root: &gix::Tree<'_>, files: &[Entry]) -> Conversions {
        let named = files.iter().filter_map(|file| {
            let path = gix::path::from_bstr(file.filepath.as_bstr()).ok()?;
            let folder = path.parent().unwrap_or(Path::new("")).to_owned();
            path.ends_with(NAME).then_some((folder, file.oid))
        });
        Conversions::read(root, named)
    }

    /// Those that can concern a path of a tree.
    pub fn around(root: &gix::Tree<'_>, path: &Path) -> Conversions {
        let found = path.ancestors().skip(1).filter_map(|folder| {
            let entry = root.lookup_entry_by_path(folder.join(NAME)).ok()??;
            Some((folder.to_owned(), entry.object_id()))
        });
        Conversions::read(root, found)
    }

    fn read(root: &gix::Tree<'_>, files: impl Iterator<Item = (PathBuf, ObjectId)>) -> Conversions {
        let mut texts = Vec::new();
        let mut folders = Vec::new();
        for (folder, id) in files {
            match root.repo.find_object(id) {
                Ok(blob) => texts.push((folder, blob.data.to_str_lossy().into_owned())),
                Err(_) => folders.push((folder, Patterns::All)),
            }
        }
        // Git reads a line up to a NUL only, and who has other control characters hides something.
        let is_hidden = |c: char| c.is_control() && !"\t\r\n".contains(c);
        let is_plain = !texts.iter().any(|(_, text)| text.contains(is_hidden));
        match names(&texts).filter(|_| is_plain) {
            Some(names) => {
                let found = texts.into_iter().map(|(folder, text)| {
                    let patterns = patterns(&text, &names);
                    (folder, patterns)
                });
                folders.extend(found);
            }
            None => folders.push((PathBuf::new(), Patterns::All)),
        }
        Conversions { folders }
    }

    /// Whether a file may have such an attribute.
    pub fn has(&self, path: &Path) -> bool {
        self.folders.iter().any(|(folder, patterns)| {
            let Ok(inside) = path.strip_prefix(folder) else {
                return false;
            };
            match patterns {
                Patterns::All => true,
                Patterns::Some(patterns) => patterns
                    .matched_path_or_any_parents(inside, false)
                    .is_ignore(),
            }
        })
    }
}

/// What separates the words of a line.
const BLANKS: [char; 3] = [' ', '\t', '\r'];

/// The attributes, with the macros that have one of them among theirs; `None` if there are too many.
fn names(texts: &[(PathBuf, String)]) -> Option<BTreeSet<String>> {
    let mut names: BTreeSet<String> = ATTRIBUTES.map(str::to_owned).into();
    let lines = texts.iter().flat_map(|(_, text)| text.split('\n'));
    let is_quoted = |line: &str| line.trim_matches(BLANKS).starts_with('"');
    if lines
        .clone()
        .any(|line| is_quoted(line) && line.contains("[attr]"))
    {
        return None;
    }
    let macros: Vec<(&str, &str)> = lines
        .filter_map(|line| line.trim_matches(BLANKS).strip_prefix("[attr]"))
        .map(|line| line.split_once(BLANKS).unwrap_or((line, "")))
        .take(MOST_MACROS + 1)
        .collect();
    if macros.len() > MOST_MACROS {
        return None;
    }
    while let Some((name, _)) = macros
        .iter()
        .find(|(name, of)| !names.contains(*name) && sets(of, &names))
    {
        names.insert((*name).to_owned());
    }
    Some(names)
}

/// The patterns of a file that set one of these attributes.
fn patterns(text: &str, names: &BTreeSet<String>) -> Patterns {
    let mut builder = GitignoreBuilder::new("");
    for line in text.split('\n').map(|line| line.trim_matches(BLANKS)) {
        if line.starts_with('#') || line.starts_with("[attr]") {
            continue;
        }
        // A pattern in quotes may have blanks in it, and none behind it.
        if line.starts_with('"') && names.iter().any(|name| line.contains(name)) {
            return Patterns::All;
        }
        let (pattern, attributes) = line.split_once(BLANKS).unwrap_or((line, ""));
        if !sets(attributes, names) {
            continue;
        }
        // Other signs mean something else in patterns of files that are ignored, or are escaped.
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "_./*-".contains(c);
        let is_known = pattern.chars().all(is_plain) && !pattern.contains("***");
        if !is_known || builder.add_line(None, pattern).is_err() {
            return Patterns::All;
        }
    }
    builder.build().map_or(Patterns::All, Patterns::Some)
}

/// Whether attributes set one of these names.
fn sets(attributes: &str, names: &BTreeSet<String>) -> bool {
    attributes.split(BLANKS).any(|attribute| {
        let name = attribute.split('=').next().unwrap_or_default();
        names.contains(name)
    })
}
