//! `veriframe verify --fix`: shows the edits of hints as a unified diff, and writes them to the
//! files.

use super::Failure;
use similar::TextDiff;
use std::fs;
use std::path::Path;
use veriframe::{
    Diagnostic, FileReport, Hint, Listener, Loaded, SourceMap, Status, Stop, Workspace, with_edits,
};

/// What becomes of hints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fix {
    /// Their difference is shown.
    Show,
    /// It is shown, and written to the files.
    Apply,
}

/// The files with the hints of a run that go together.
#[derive(Debug, Default)]
pub(super) struct Fixed {
    /// The name and the new text of each changed file.
    files: Vec<(String, String)>,
    /// The differences.
    pub diff: String,
    /// The number of hints that are left out: with the others, something does not verify.
    left_out: usize,
}

/// The hints of a run, applied one after the other: each has been tried alone, so what they
/// change together is verified again.
pub(super) fn fixed(
    workspace: &Workspace,
    loaded: &Loaded,
    reports: &[FileReport],
    stop: &Stop,
) -> Fixed {
    let sources = loaded.sources();
    let diagnostics = reports.iter().flat_map(FileReport::all_diagnostics);
    let hints: Vec<(&Diagnostic, &Hint)> = diagnostics
        .filter_map(|diagnostic| Some((diagnostic, diagnostic.hint.as_ref()?)))
        .collect();
    let mut fixed = Fixed::default();
    let mut accepted: Vec<&Hint> = Vec::new();
    let mut mended: Vec<&str> = Vec::new();
    for (diagnostic, hint) in &hints {
        let together: Vec<&Hint> = accepted.iter().copied().chain([*hint]).collect();
        let mut members = mended.clone();
        members.extend(diagnostic.member.as_deref());
        let is_alone = accepted.is_empty();
        let files = changed(sources, &together);
        let is_good = |files: &[(String, String)]| {
            is_alone
                || verifies(
                    workspace,
                    files,
                    Wanted {
                        reports,
                        members: &members,
                    },
                    stop,
                )
        };
        match files {
            Some(files) if is_good(&files) => {
                (accepted, mended) = (together, members);
                fixed.files = files;
            }
            _ => fixed.left_out += 1,
        }
    }
    for (name, text) in &fixed.files {
        let mut before = sources.files().map(|(_, file)| file);
        let before = before.find(|file| file.name() == name);
        let diff = TextDiff::from_lines(before.map_or("", |file| file.text()), text);
        fixed.diff += &diff.unified_diff().header(name, name).to_string();
    }
    match (hints.len(), fixed.left_out) {
        (0, _) => fixed.diff += "no edit was found with which a failed member verifies\n",
        (_, 0) => {}
        (_, left_out) => {
            fixed.diff += &format!("hints left out, because others concern the same: {left_out}\n");
        }
    }
    fixed
}

/// The files with these hints; `None` if two of them change the same place.
fn changed(sources: &SourceMap, hints: &[&Hint]) -> Option<Vec<(String, String)>> {
    let mut edits: Vec<_> = hints.iter().flat_map(|hint| &hint.edits).cloned().collect();
    edits.sort_by_key(|edit| edit.span);
    let mut pairs = edits.iter().zip(edits.iter().skip(1));
    let overlap = pairs.any(|(one, next)| {
        one.span.file == next.span.file
            && next.span.start < one.span.end.max(one.span.start + 1)
            && hints.len() > 1
    });
    if overlap {
        return None;
    }
    Some(with_edits(sources, &edits))
}

/// What must verify.
#[derive(Clone, Copy)]
struct Wanted<'w> {
    reports: &'w [FileReport],
    members: &'w [&'w str],
}

/// Whether what verified before, and the members with hints, verify with changed files.
fn verifies(
    workspace: &Workspace,
    files: &[(String, String)],
    wanted: Wanted<'_>,
    stop: &Stop,
) -> bool {
    let mut edited = workspace.clone();
    for (name, text) in files {
        edited.set(name.clone(), text.clone());
    }
    let silent: Listener<'_> = &|_| ();
    let reports = edited.load().check(stop, silent);
    let mut before = wanted.reports.iter().flat_map(|report| &report.members);
    let is_verified = |name: &str| {
        let mut after = reports.iter().flat_map(|report| &report.members);
        after.any(|member| member.name == name && member.status == Status::Verified)
    };
    before.all(|member| member.status != Status::Verified || is_verified(&member.name))
        && wanted.members.iter().all(|name| is_verified(name))
}

/// Writes changed files.
///
/// # Errors
/// If a file is not what was verified, or cannot be written.
pub(super) fn apply(sources: &SourceMap, fixed: &Fixed) -> Result<(), Failure> {
    for (name, _) in &fixed.files {
        let now = fs::read_to_string(Path::new(name));
        let now = now.map_err(|error| Failure::new(format!("{name}: cannot be read: {error}")))?;
        let mut files = sources.files().map(|(_, file)| file);
        if !files.any(|file| file.name() == name && file.text() == now) {
            let message = format!("{name}: changed since it was verified; nothing was written");
            return Err(Failure::new(message));
        }
    }
    for (name, text) in &fixed.files {
        fs::write(Path::new(name), text)
            .map_err(|error| Failure::new(format!("{name}: cannot be written: {error}")))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

    use super::*;
    use veriframe::Options;

    #[test]
    fn a_file_that_changed_since_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["a.idf", "b.idf"].map(|name| folder.path().join(name));
        let names = paths.each_ref().map(|path| path.display().to_string());
        let mut workspace = Workspace::new(Options::default());
        for (path, name) in paths.iter().zip(&names) {
            fs::write(path, "class C { }").unwrap();
            workspace.set(name.clone(), "class C { }");
        }
        fs::write(&paths[1], "class D { }").unwrap();
        let fixed = Fixed {
            files: names.map(|name| (name, "class E { }".to_owned())).to_vec(),
            ..Fixed::default()
        };
        assert!(apply(&workspace.sources(), &fixed).is_err());
        let texts = paths.map(|path| fs::read_to_string(path).unwrap());
        assert_eq!(texts, ["class C { }", "class D { }"]);
    }
}
