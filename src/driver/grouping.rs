//! The partition of files into programs.

use crate::notation::Notation;
use crate::source::{FileId, SourceFile, SourceMap};
use crate::syntax;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The files of each program, ordered by first file: each `.idf` file is a program, all
/// `.java` files with a package are one, and those without a package in the same folder.
pub(super) fn programs(sources: &SourceMap) -> Vec<Vec<FileId>> {
    programs_of(sources.files())
}

/// The programs of the first `count` files, and those of the others.
pub(super) fn in_two(sources: &SourceMap, count: usize) -> (Vec<Vec<FileId>>, Vec<Vec<FileId>>) {
    let first = programs_of(sources.files().take(count));
    (first, programs_of(sources.files().skip(count)))
}

fn programs_of<'s>(files: impl Iterator<Item = (FileId, &'s SourceFile)>) -> Vec<Vec<FileId>> {
    let mut programs: Vec<Vec<FileId>> = Vec::new();
    let mut java: BTreeMap<PathBuf, usize> = BTreeMap::new();
    for (file, source) in files {
        if source.notation() == Notation::Idf {
            programs.push(vec![file]);
            continue;
        }
        let folder = if syntax::has_package(source.name(), source.text()) {
            PathBuf::new()
        } else {
            let folder = Path::new(source.name()).parent();
            Path::new(".").join(folder.unwrap_or(Path::new("")))
        };
        let at = *java.entry(folder).or_insert(programs.len());
        match programs.get_mut(at) {
            Some(program) => program.push(file),
            None => programs.push(vec![file]),
        }
    }
    programs
}
