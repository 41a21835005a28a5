//! `veriframe verify --fix`: shows the edits of hints as a unified diff, and writes them to the
//! files.

use super::Failure;
use super::replace::{Replacement, replace};
use similar::TextDiff;
use std::collections::BTreeSet;
use veriframe::report::verification::verdicts;
use veriframe::{Counts, FileReport, Hint, Loaded, SourceMap, Status, Stop, Workspace, with_edits};

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

impl Fixed {
    /// The workspace as the files leave it; `None` if nothing changes.
    pub(super) fn edited(&self, workspace: &Workspace) -> Option<Workspace> {
        let has_changes = !self.files.is_empty();
        has_changes.then(|| workspace.with_texts(&self.files))
    }
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
    let mut hints: Vec<(Option<Named<'_>>, &Hint)> = Vec::new();
    for report in reports {
        let file = sources.file(report.file).name();
        for diagnostic in report.all_diagnostics() {
            let name = diagnostic.member.as_deref();
            let member = name.map(|name| Named { file, name });
            hints.extend(diagnostic.hint.as_ref().map(|hint| (member, hint)));
        }
    }
    let mut fixed = Fixed::default();
    let mut accepted: Vec<&Hint> = Vec::new();
    let mut mended: Vec<Named<'_>> = Vec::new();
    for (member, hint) in &hints {
        let together: Vec<&Hint> = accepted.iter().copied().chain([*hint]).collect();
        let mut members = mended.clone();
        members.extend(member);
        let is_alone = accepted.is_empty();
        let files = changed(sources, &together);
        let wanted = Wanted {
            sources,
            reports,
            mended: &members,
        };
        let is_good = |files: &[(String, String)]| {
            is_alone || wanted.verifies(&workspace.with_texts(files), stop)
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
        let before = text_of(sources, name).unwrap_or_default();
        let diff = TextDiff::from_lines(before, text);
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

/// The text of the file with this name.
fn text_of<'s>(sources: &'s SourceMap, name: &str) -> Option<&'s str> {
    let mut files = sources.files().map(|(_, file)| file);
    files
        .find(|file| file.name() == name)
        .map(|file| file.text())
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

/// A member, by its file and its name: in an edited file its place can be another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Named<'m> {
    file: &'m str,
    name: &'m str,
}

/// What must verify: what verified before, and the members with hints.
#[derive(Clone, Copy)]
struct Wanted<'w> {
    sources: &'w SourceMap,
    reports: &'w [FileReport],
    mended: &'w [Named<'w>],
}

impl Wanted<'_> {
    /// Whether it verifies in an edited workspace.
    fn verifies(self, edited: &Workspace, stop: &Stop) -> bool {
        let loaded = edited.load();
        let reports = loaded.check(stop, &|_| ());
        let after: BTreeSet<Named<'_>> = verified(loaded.sources(), &reports).collect();
        let before = verified(self.sources, self.reports);
        let mut all = before.chain(self.mended.iter().copied());
        all.all(|member| after.contains(&member))
    }
}

/// The members that verified.
fn verified<'r>(
    sources: &'r SourceMap,
    reports: &'r [FileReport],
) -> impl Iterator<Item = Named<'r>> {
    reports.iter().flat_map(|report| {
        let file = sources.file(report.file).name();
        let members = report.members.iter();
        let verified = members.filter(|member| member.status == Status::Verified);
        verified.map(move |member| Named {
            file,
            name: &member.name,
        })
    })
}

/// Writes changed files.
///
/// # Errors
/// If a file is not what was verified, or cannot be written.
pub(super) fn apply(sources: &SourceMap, fixed: &Fixed) -> Result<(), Failure> {
    let files = fixed.files.iter().filter_map(|(name, after)| {
        let before = text_of(sources, name)?;
        Some(Replacement {
            name,
            before,
            after,
        })
    });
    replace(&files.collect::<Vec<_>>())
}

/// The summary of the files that were written, as they are now.
pub(super) fn summary(reports: &[FileReport]) -> String {
    let mut counts = Counts::default();
    for report in reports {
        counts += report.counts();
    }
    format!("written; with these edits: {}\n", verdicts(counts))
}

#[cfg(test)]
mod tests {
    use super::*;
    use veriframe::Options;

    #[test]
    fn a_member_is_told_by_its_file_and_its_name() {
        let text = "class C { static int same(int n) ensures result = n; { return n; } }";
        let mut workspace = Workspace::new(Options::default());
        workspace.set("a.idf", text);
        workspace.set("b.idf", text);
        let loaded = workspace.load();
        let reports = loaded.check(&Stop::default(), &|_| ());
        let wanted = Wanted {
            sources: loaded.sources(),
            reports: &reports,
            mended: &[],
        };
        let edited = |name: &str, text: &str| {
            let files = [(name.to_owned(), text.to_owned())];
            wanted.verifies(&workspace.with_texts(&files), &Stop::default())
        };
        assert!(edited("a.idf", &format!("// {text}\n{text}")));
        // The member of this name in the other file still verifies.
        assert!(!edited("a.idf", &text.replace("result = n", "result > n")));
        assert!(!edited("b.idf", &text.replace("result = n", "result > n")));
    }
}
