//! Edits of texts: where a clause or a statement goes, and edits of edited texts.

use crate::diagnostics::Edit;
use crate::notation::Notation;
use crate::source::{FileId, SourceFile, SourceMap, Span};
use crate::syntax::tree::ast::{Clause, ClauseKind};
use std::ops::Range;

/// The text of a file in which something is edited.
#[derive(Clone, Copy, Debug)]
pub(super) struct Page<'t> {
    /// The file.
    pub id: FileId,
    /// Its name and text.
    pub source: &'t SourceFile,
    /// How contracts are written there. A ghost member of a `.java` file is in a comment as a
    /// whole.
    pub notation: Notation,
}

/// What a list of clauses belongs to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clauses<'t> {
    /// The clauses that there are.
    pub all: &'t [Clause],
    /// The member or the loop.
    pub owner: Span,
    /// Where the body begins, or the `;` instead of one.
    pub body: usize,
}

impl<'t> Page<'t> {
    /// The page of a file.
    pub(super) fn new(sources: &'t SourceMap, id: FileId) -> Page<'t> {
        let source = sources.file(id);
        Page {
            id,
            source,
            notation: source.notation(),
        }
    }

    /// The text of a range.
    fn text(self, range: Range<usize>) -> &'t str {
        self.source.text().get(range).unwrap_or_default()
    }

    /// The text on the line of a place that stands before it.
    fn before(self, at: usize) -> &'t str {
        let text = self.text(0..at);
        text.get(text.rfind('\n').map_or(0, |end| end + 1)..)
            .unwrap_or_default()
    }

    /// The white space at the beginning of the line of a place.
    fn indent(self, at: usize) -> &'t str {
        let line = self.before(at);
        let rest = line.trim_start_matches([' ', '\t']);
        line.get(..line.len() - rest.len()).unwrap_or_default()
    }

    /// An insertion.
    pub(super) fn insert(self, at: usize, text: String) -> Edit {
        let span = Span::new(self.id, at, at);
        Edit { span, text }
    }

    /// One more clause, after those of its kind.
    pub(super) fn clause(self, clauses: Clauses<'_>, kind: ClauseKind, condition: &str) -> Edit {
        let clause = format!("{} {condition};", self.keyword(kind));
        let mut same = clauses.all.iter().filter(|clause| clause.kind == kind);
        let after = match kind {
            ClauseKind::Ensures | ClauseKind::Decreases => same.next_back().or(clauses.all.last()),
            _ => same.next_back(),
        };
        let own_line = |prefix: &str| ["", "//@", "@"].contains(&prefix.trim());
        if let Some(after) = after {
            let prefix = self.before(after.span.start as usize);
            let text = if own_line(prefix) {
                format!("\n{prefix}{clause}")
            } else {
                format!(" {clause}")
            };
            return self.insert(after.span.end as usize, text);
        }
        if let Some(first) = clauses.all.first() {
            let start = first.span.start as usize;
            let prefix = self.before(start);
            let text = if own_line(prefix) {
                format!("{clause}\n{prefix}")
            } else {
                format!("{clause} ")
            };
            return self.insert(start, text);
        }
        self.first_clause(clauses, &clause)
    }

    /// The first clause of a member or a loop.
    fn first_clause(self, clauses: Clauses<'_>, clause: &str) -> Edit {
        let start = clauses.owner.start as usize;
        let indent = self.indent(start);
        if self.notation == Notation::Java {
            return if self.before(start).trim().is_empty() {
                let line = start - self.before(start).len();
                let clause = self.notation.on_a_line(clause);
                self.insert(line, format!("{indent}{clause}\n"))
            } else {
                let clause = self.notation.in_a_line(clause);
                self.insert(start, format!("{clause} "))
            };
        }
        let end = self.text(0..clauses.body).trim_end().len();
        let text = match self.text(clauses.body..clauses.body + 1) {
            ";" => format!(" {clause} "),
            _ => format!("\n{indent}  {clause}\n{indent}"),
        };
        let span = Span::new(self.id, end, clauses.body);
        Edit { span, text }
    }

    /// A modifier that only annotations have, before the type of a member.
    pub(super) fn modifier(self, ty: Span, modifier: &str) -> Edit {
        let modifier = self.notation.in_a_line(modifier);
        self.insert(ty.start as usize, format!("{modifier} "))
    }

    /// A ghost statement before a statement.
    pub(super) fn statement_before(self, at: usize, statement: &str) -> Edit {
        let (before, indent) = (self.before(at), self.indent(at));
        let text = if before.trim().is_empty() {
            format!("{}\n{indent}", self.notation.on_a_line(statement))
        } else {
            format!("{} ", self.notation.in_a_line(statement))
        };
        self.insert(at, text)
    }

    /// A ghost statement at the beginning of a block.
    pub(super) fn statement_in(self, block: Span, statement: &str) -> Edit {
        let indent = self.indent(block.start as usize);
        let statement = self.notation.on_a_line(statement);
        let text = match self.notation {
            Notation::Java => format!("\n{indent}  {statement}\n{indent}  "),
            Notation::Idf => format!("\n{indent}  {statement}"),
        };
        self.insert(block.start as usize + 1, text)
    }

    /// A ghost statement behind a statement.
    pub(super) fn statement_after(self, stmt: Span, statement: &str) -> Edit {
        let indent = self.indent(stmt.start as usize);
        let statement = self.notation.on_a_line(statement);
        self.insert(stmt.end as usize, format!("\n{indent}{statement}"))
    }

    fn keyword(self, kind: ClauseKind) -> &'static str {
        match kind {
            ClauseKind::Requires => "requires",
            ClauseKind::Ensures => "ensures",
            ClauseKind::Decreases => "decreases",
            ClauseKind::Invariant => self.notation.invariant(),
            ClauseKind::Signals => "signals",
        }
    }
}

/// The sources after edits, which do not overlap.
pub(super) fn edited(sources: &SourceMap, edits: &[Edit]) -> SourceMap {
    let mut edits: Vec<&Edit> = edits.iter().collect();
    edits.sort_by_key(|edit| edit.span);
    let mut files: Vec<FileId> = edits.iter().map(|edit| edit.span.file).collect();
    files.dedup();
    let mut sources = sources.clone();
    for file in files {
        let mut text = sources.file(file).text().to_owned();
        let here = edits.iter().rev().filter(|edit| edit.span.file == file);
        for edit in here {
            let (start, end) = (edit.span.start as usize, edit.span.end as usize);
            if text.is_char_boundary(start) && text.is_char_boundary(end) && end <= text.len() {
                text.replace_range(start..end, &edit.text);
            }
        }
        sources = sources.with_text(file, text);
    }
    sources
}

/// Edits with the line ends of the files that they change.
pub(super) fn with_line_ends(sources: &SourceMap, mut edits: Vec<Edit>) -> Vec<Edit> {
    for edit in &mut edits {
        let text = sources.file(edit.span.file).text();
        if has_long_ends(text, edit.span.start as usize) {
            let short = edit.text.replace("\r\n", "\n");
            edit.text = short.replace('\n', "\r\n");
        }
    }
    edits
}

/// Whether the line of a place ends in CR LF; of the last line, the one before it.
fn has_long_ends(text: &str, at: usize) -> bool {
    let rest = text.get(at..).unwrap_or_default();
    let end = rest.find('\n').map(|end| at + end);
    let end = end.or_else(|| text.rfind('\n'));
    let line = end.and_then(|end| text.get(..end));
    line.is_some_and(|line| line.ends_with('\r'))
}

/// Edits that do what first some edits do, and then others of the text that these leave; `None`
/// if a later edit replaces both text of an earlier one and other text.
pub(super) fn composed(first: &[Edit], then: &[Edit]) -> Option<Vec<Edit>> {
    let mut all = first.to_vec();
    all.sort_by_key(|edit| edit.span);
    // From the end, so that places of edits before stay those of the text that `first` leaves.
    let mut then: Vec<&Edit> = then.iter().collect();
    then.sort_by_key(|edit| std::cmp::Reverse(edit.span));
    for edit in then {
        compose(&mut all, edit)?;
    }
    Some(all)
}

/// Adds an edit of the text that sorted edits leave.
fn compose(all: &mut Vec<Edit>, edit: &Edit) -> Option<()> {
    let (start, end) = (i64::from(edit.span.start), i64::from(edit.span.end));
    // What is added to places of the original by the edits before.
    let mut shift = 0;
    let mut at = all.len();
    for (index, earlier) in all.iter_mut().enumerate() {
        if earlier.span.file != edit.span.file {
            if earlier.span.file > edit.span.file {
                at = index;
                break;
            }
            continue;
        }
        let from = i64::from(earlier.span.start) + shift;
        let length = i64::try_from(earlier.text.len()).ok()?;
        // What is inserted at the beginning of an earlier text becomes part of it.
        if end < from || (end == from && start < from) {
            at = index;
            break;
        }
        if from <= start && end <= from + length {
            let inner = usize::try_from(start - from).ok()?..usize::try_from(end - from).ok()?;
            earlier.text.get(inner.clone())?;
            earlier.text.replace_range(inner, &edit.text);
            return Some(());
        }
        if start < from + length {
            return None;
        }
        shift += length - i64::from(earlier.span.end - earlier.span.start);
    }
    let place = |n: i64| usize::try_from(n - shift).ok();
    let span = Span::new(edit.span.file, place(start)?, place(end)?);
    let text = edit.text.clone();
    all.insert(at, Edit { span, text });
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(start: usize, end: usize, text: &str) -> Edit {
        Edit {
            span: Span::new(FileId::numbered(0), start, end),
            text: text.to_owned(),
        }
    }

    #[test]
    fn composed_edits_do_what_one_after_the_other_does() {
        let mut sources = SourceMap::default();
        let file = sources.add("a.idf", "one two three four");
        let first = [edit(3, 3, " and"), edit(8, 13, "3")];
        let once = edited(&sources, &first);
        assert_eq!(once.file(file).text(), "one and two 3 four");
        for (then, text) in [
            (vec![edit(0, 3, "1")], "1 and two 3 four"),
            (vec![edit(4, 7, "or")], "one or two 3 four"),
            (vec![edit(7, 7, " then")], "one and then two 3 four"),
            (vec![edit(8, 11, "2"), edit(14, 18, "4")], "one and 2 3 4"),
            (
                vec![edit(18, 18, "!"), edit(4, 4, "& ")],
                "one & and two 3 four!",
            ),
        ] {
            let all = composed(&first, &then).unwrap();
            let found = edited(&sources, &all);
            assert_eq!(found.file(file).text(), text);
        }
        assert_eq!(composed(&first, &[edit(5, 9, "")]), None);
    }

    #[test]
    fn a_clause_stands_after_those_of_its_kind() {
        let added = |name: &str, text: &str| {
            let mut sources = SourceMap::default();
            let file = sources.add(name, text);
            let tree = crate::syntax::parse(file, text, sources.file(file).notation()).0;
            let site = super::super::site::Site::first(&tree, &sources).unwrap();
            let page = site.page;
            let clause = page.clause(site.clauses(), ClauseKind::Requires, "n > 0");
            edited(&sources, &[clause]).file(file).text().to_owned()
        };
        let idf = |text: &str| added("a.idf", text);
        assert_eq!(
            idf("class C {\n  void m(int n) {\n  }\n}"),
            "class C {\n  void m(int n)\n    requires n > 0;\n  {\n  }\n}"
        );
        assert_eq!(
            idf("class C {\n  void m(int n)\n    requires true;\n    ensures true;\n  { }\n}"),
            "class C {\n  void m(int n)\n    requires true;\n    requires n > 0;\n    ensures true;\n  { }\n}"
        );
        assert_eq!(
            idf("class C {\n  void m(int n) ensures true; { }\n}"),
            "class C {\n  void m(int n) requires n > 0; ensures true; { }\n}"
        );
        let java = |text: &str| added("C.java", text);
        assert_eq!(
            java("class C {\n  void m(int n) { }\n}"),
            "class C {\n  //@ requires n > 0;\n  void m(int n) { }\n}"
        );
        assert_eq!(
            java("class C {\n  //@ ensures true;\n  void m(int n) { }\n}"),
            "class C {\n  //@ requires n > 0;\n  //@ ensures true;\n  void m(int n) { }\n}"
        );
    }
}
