//! Which files of a revision git changes when it checks them out, by attributes: what was verified then
//! is not the text that the revision has.

use gix::bstr::{BStr, ByteSlice};
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The attributes with which git changes more of a text than its line ends.
const ATTRIBUTES: [&str; 3] = ["ident", "filter", "working-tree-encoding"];

/// The files that have such an attribute.
#[derive(Debug, Default)]
pub struct Conversions {
    /// Patterns, each with the folder below which they apply; all files there if they are not understood.
    rules: Vec<(PathBuf, Option<Gitignore>)>,
}

impl Conversions {
    /// Those of a tree. Where attributes cannot be read, all files may have them.
    pub fn of_tree(root: &gix::Tree<'_>) -> Conversions {
        let mut texts = Vec::new();
        let mut rules = Vec::new();
        for entry in root.traverse().breadthfirst.files().unwrap_or_default() {
            let is_attributes = entry.filepath.ends_with(b".gitattributes");
            let path = gix::path::from_bstr(BStr::new(&entry.filepath)).ok();
            let Some(path) = path.filter(|path| is_attributes && path.ends_with(".gitattributes"))
            else {
                continue;
            };
            let folder = path.parent().unwrap_or(Path::new("")).to_owned();
            match root.repo.find_object(entry.oid) {
                Ok(blob) => texts.push((folder, blob.data.to_str_lossy().into_owned())),
                Err(_) => rules.push((folder, None)),
            }
        }
        let mut names: BTreeSet<String> = ATTRIBUTES.map(str::to_owned).into();
        // A macro may have others in it.
        let lines = texts.iter().flat_map(|(_, text)| text.lines());
        let macros: Vec<(&str, &str)> = lines
            .filter_map(|line| line.trim().strip_prefix("[attr]"))
            .map(|line| line.split_once(char::is_whitespace).unwrap_or((line, "")))
            .collect();
        while let Some((name, _)) = macros
            .iter()
            .find(|(name, of)| !names.contains(*name) && sets(of, &names))
        {
            names.insert((*name).to_owned());
        }
        for (folder, text) in &texts {
            for line in text.lines().map(str::trim) {
                if !line.starts_with('#') && !line.starts_with("[attr]") {
                    rules.extend(rule(folder, line, &names));
                }
            }
        }
        Conversions { rules }
    }

    /// Whether a file may have such an attribute.
    pub fn has(&self, path: &Path) -> bool {
        self.rules.iter().any(|(folder, patterns)| {
            let Ok(inside) = path.strip_prefix(folder) else {
                return false;
            };
            let is_match = |patterns: &Gitignore| {
                let found = patterns.matched_path_or_any_parents(inside, false);
                found.is_ignore()
            };
            patterns.as_ref().is_none_or(is_match)
        })
    }
}

/// The rule of a line, if it sets one of these attributes.
fn rule(
    folder: &Path,
    line: &str,
    names: &BTreeSet<String>,
) -> Option<(PathBuf, Option<Gitignore>)> {
    // A pattern in quotes may have blanks and escapes in it.
    let (pattern, attributes) = match line.starts_with('"') {
        true => (None, line),
        false => {
            let (pattern, rest) = line.split_once(char::is_whitespace)?;
            (Some(pattern), rest)
        }
    };
    if !sets(attributes, names) {
        return None;
    }
    let patterns = pattern.and_then(|pattern| {
        let mut builder = GitignoreBuilder::new("");
        builder.add_line(None, pattern).ok()?;
        builder
            .build()
            .ok()
            .filter(|found| found.num_ignores() == 1)
    });
    Some((folder.to_owned(), patterns))
}

/// Whether attributes set one of these names.
fn sets(attributes: &str, names: &BTreeSet<String>) -> bool {
    let mut attributes = attributes.split_whitespace();
    attributes.any(|attribute| {
        let name = attribute.split('=').next().unwrap_or_default();
        names.contains(name)
    })
}
