//! Query transcripts as files: one SMT-LIB file for each answered query of a check, with
//! names that do not depend on the order in which members are verified.

use crate::ir::reach::Obligation;
use crate::logic::transcript::AnsweredQuery;
use crate::logic::{Answer, Facts, Term};
use crate::symbolic::events::{Event, EventKind, Listener};
use rustc_hash::FxHashSet;
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::{fs, io};

/// The folder of a run's transcripts.
#[derive(Debug)]
pub struct Transcripts {
    folder: PathBuf,
    trouble: Mutex<Option<String>>,
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
            trouble: Mutex::default(),
        })
    }

    /// Why a file could not be written, if one could not.
    #[must_use]
    pub fn trouble(&self) -> Option<String> {
        let trouble = self.trouble.lock();
        trouble.unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn write(&self, path: &Path, text: &str) {
        let parent = path.parent().map_or(Ok(()), fs::create_dir_all);
        if let Err(error) = parent.and_then(|()| fs::write(path, text)) {
            let mut trouble = self.trouble.lock().unwrap_or_else(PoisonError::into_inner);
            trouble.get_or_insert_with(|| format!("cannot write `{}`: {error}", path.display()));
        }
    }
}

/// Where the queries of a check belong.
#[derive(Clone, Copy, Debug)]
pub struct Place<'p> {
    /// The name of the source file.
    pub file: &'p str,
    /// The full name of the member.
    pub member: &'p str,
    /// The check.
    pub obligation: Obligation,
    /// How many earlier members have the same file name.
    pub earlier: usize,
}

/// The transcript of one check of a member. Its engines number their queries one after
/// the other.
#[derive(Debug)]
pub struct MemberTranscript {
    transcripts: Arc<Transcripts>,
    /// The path of the files, without number and extension.
    stem: PathBuf,
    file: String,
    member: String,
    next: Arc<AtomicU32>,
}

impl MemberTranscript {
    /// An empty transcript.
    #[must_use]
    pub fn new(transcripts: Arc<Transcripts>, place: &Place<'_>) -> MemberTranscript {
        let mut stem = transcripts.folder.clone();
        let parts = Path::new(place.file).components();
        stem.extend(parts.filter_map(|part| match part {
            Component::Normal(name) => Some(name),
            _ => None,
        }));
        let mut name = file_name(place.member);
        if place.earlier > 0 {
            name.push_str(&format!("~{}", place.earlier + 1));
        }
        if place.obligation == Obligation::Contract {
            name.push_str(".contract");
        }
        stem.push(name);
        MemberTranscript {
            transcripts,
            stem,
            file: place.file.to_owned(),
            member: place.member.to_owned(),
            next: Arc::default(),
        }
    }

    /// A listener for the next engine.
    #[must_use]
    pub fn listener(&self) -> FileListener {
        FileListener {
            transcripts: self.transcripts.clone(),
            stem: self.stem.clone(),
            file: self.file.clone(),
            member: self.member.clone(),
            next: self.next.clone(),
            written: FxHashSet::default(),
        }
    }
}

/// A listener that writes each query once.
#[derive(Debug)]
pub struct FileListener {
    transcripts: Arc<Transcripts>,
    stem: PathBuf,
    file: String,
    member: String,
    next: Arc<AtomicU32>,
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
        let number = self.next.fetch_add(1, Ordering::Relaxed) + 1;
        let header = [
            format!("{} of {}", self.member, self.file),
            match event.span {
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
#[must_use]
pub fn file_name(member: &str) -> String {
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() || "._".contains(c) {
            c
        } else {
            '_'
        }
    };
    member.chars().map(plain).collect()
}
