//! Query transcripts as files: one SMT-LIB file for each answered query of a check, with
//! names that do not depend on the order in which members are verified.

use super::listeners::{CheckedMember, Listeners};
use crate::ir::MemberId;
use crate::ir::reach::Obligation;
use crate::logic::transcript::AnsweredQuery;
use crate::logic::{Answer, Facts, Term};
use crate::symbolic::events::{Event, EventKind, Listener};
use rustc_hash::FxHashSet;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};
use std::{fs, io};

/// The folder of a run's transcripts.
#[derive(Debug)]
pub struct Transcripts {
    folder: PathBuf,
    /// The number of files of each check, by their common path.
    counts: Mutex<BTreeMap<PathBuf, u32>>,
    write_error: Mutex<Option<String>>,
}

impl Transcripts {
    /// Transcripts in a folder, which is created if needed.
    ///
    /// # Errors
    /// If the folder cannot be created.
    pub fn new(folder: &Path) -> io::Result<Transcripts> {
        fs::create_dir_all(folder)?;
        Ok(Transcripts {
            folder: folder.to_owned(),
            counts: Mutex::default(),
            write_error: Mutex::default(),
        })
    }

    /// Why a file could not be written, if one could not.
    #[must_use]
    pub fn write_error(&self) -> Option<String> {
        let write_error = self.write_error.lock();
        write_error.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The path of a check's files, without number and extension.
    fn stem(&self, check: &CheckedMember<'_>) -> PathBuf {
        let program = check.program;
        let mut stem = self.folder.clone();
        let parts = Path::new(check.file()).components();
        stem.extend(parts.filter_map(|part| match part {
            Component::Normal(name) => Some(name),
            _ => None,
        }));
        let mut name = file_name(&program.member_name(check.member));
        // Different names can become the same file name.
        let members = program.members.iter().take_while(|m| **m != check.member);
        let is_same = |other: &&MemberId| file_name(&program.member_name(**other)) == name;
        let earlier = members.filter(is_same).count();
        if earlier > 0 {
            name.push_str(&format!("~{}", earlier + 1));
        }
        if check.obligation == Obligation::Contract {
            name.push_str(".contract");
        }
        stem.push(name);
        stem
    }

    /// The number of the next file of a check, from 1.
    fn next(&self, stem: &Path) -> u32 {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(stem.to_owned()).or_default();
        *count += 1;
        *count
    }

    fn write(&self, path: &Path, text: &str) {
        let parent = path.parent().map_or(Ok(()), fs::create_dir_all);
        if let Err(error) = parent.and_then(|()| fs::write(path, text)) {
            let mut write_error = self
                .write_error
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            write_error.get_or_insert_with(|| {
                format!("cannot write `{}`: {error}", crate::visible::path(path))
            });
        }
    }
}

impl Listeners for Transcripts {
    fn listener(self: Arc<Self>, check: &CheckedMember<'_>) -> Rc<RefCell<dyn Listener>> {
        Rc::new(RefCell::new(FileListener {
            stem: self.stem(check),
            file: check.file().to_owned(),
            member: check.program.member_name(check.member),
            written: FxHashSet::default(),
            transcripts: self,
        }))
    }
}

/// A listener that writes each query once.
struct FileListener {
    transcripts: Arc<Transcripts>,
    /// The path of the files, without number and extension.
    stem: PathBuf,
    file: String,
    member: String,
    /// The queries so far, by newest path node, goal, facts and answer.
    written: FxHashSet<(Option<u64>, Term, Facts, Answer)>,
}

impl Listener for FileListener {
    fn on_event(&mut self, event: &Event<'_>) {
        let EventKind::Query { goal, answered, .. } = event.kind else {
            return;
        };
        let path = &event.state.path;
        let newest = path.newest().map(|node| node.serial);
        let key = (newest, goal, answered.facts, answered.answer);
        if !answered.is_new() || !self.written.insert(key) {
            return;
        }
        let number = self.transcripts.next(&self.stem);
        let header = [
            format!("{} of {}", self.member, self.file),
            match event.state.progress.span {
                None => "no line".to_owned(),
                Some(span) => format!("line {}", event.ctx.sources.start(span).line),
            },
            format!("answered by {:?}", answered.by),
        ];
        let name = self.stem.file_name().map(|name| name.to_string_lossy());
        let name = format!("{}-{number:04}.smt2", name.unwrap_or_default());
        let query = AnsweredQuery {
            path,
            goal,
            answered,
        };
        let text = query.script(event.terms, event.ctx.sorts, &header);
        self.transcripts
            .write(&self.stem.with_file_name(name), &text);
    }
}

/// A member's name as part of a file name.
fn file_name(member: &str) -> String {
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() || "._".contains(c) {
            c
        } else {
            '_'
        }
    };
    member.chars().map(plain).collect()
}
