//! `veriframe verify --watch`: verifies again after each change of a file.
//!
//! Each run is a process of its own, which has the other arguments and the same terminal: it looks
//! like a run without `--watch`, takes what a change does not concern from the proof cache, and
//! can be ended when the next change comes.
//!
//! Nothing is left of a run that is ended but its results in the proof cache. The start of a
//! process costs some milliseconds.

use super::files::STDIN;
use super::{Failure, project};
use console::Term;
use notify::event::{CreateKind, RemoveKind};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use rustix::process::{Pid, Signal, kill_process};
use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use veriframe::Exit;
use veriframe::visible::{self, Kind, Visible};

/// The option, which runs do not get.
const OPTION: &str = "--watch";

/// How long no further change must come before a run begins: a save is several changes.
const QUIET: Duration = Duration::from_millis(8);

/// The longest time until a run begins, whatever changes.
const LATEST: Duration = Duration::from_millis(200);

/// How often a run that goes on is looked at, and a signal while none does.
const STEP: Duration = Duration::from_millis(4);

/// How long a run that is outdated has to keep what it found.
const GRACE: Duration = Duration::from_millis(500);

/// What is watched, and how.
#[derive(Clone, Debug)]
pub struct Watched {
    /// Files, and folders with all that is in them.
    pub paths: Vec<PathBuf>,
    /// The project file, if there is one.
    pub project_file: Option<PathBuf>,
    /// Whether the proof cache is off, so that the runs need one for the time being.
    pub needs_cache: bool,
}

/// Verifies now and after each change, until Ctrl-C. The exit is that of the last run.
///
/// # Errors
/// If there is nothing to watch, or no run can be started.
pub fn watch(watched: &Watched, ended: &AtomicBool) -> Result<Exit, Failure> {
    if watched.paths.iter().any(|path| path == Path::new(STDIN)) {
        return Err(Failure::new(
            "--watch needs files, and `-` is standard input",
        ));
    }
    let cache = watched.needs_cache.then(tempfile::tempdir).transpose();
    let cache = cache.map_err(|error| Failure::new(format!("no temporary folder: {error}")))?;
    let (sender, changes) = channel();
    let told = move |event: notify::Result<Event>| {
        // A watcher that cannot tell what changed says so by an event without paths.
        if let Some(path) = event.map_or(Some(PathBuf::new()), |event| concerned(&event)) {
            // Nobody listens at the end.
            let _ = sender.send(path);
        }
    };
    let mut watcher = notify::recommended_watcher(told).map_err(|error| cannot_watch(&error))?;
    for (folder, is_whole) in folders(watched) {
        add(&mut watcher, &folder, is_whole)?;
    }
    let mut screen = Screen::new();
    let mut cause = None;
    loop {
        screen.begin(cause.as_deref());
        let start = Instant::now();
        let child = start_run(cache.as_ref())?;
        cause = match attend(child, &changes, ended)? {
            Attended::Outdated(path) => Some(path),
            Attended::Ended(status) => {
                screen.end(start.elapsed());
                // Nothing is awaited after Ctrl-C.
                let Some(path) = next(&changes, ended) else {
                    return Ok(exit_of(status));
                };
                Some(path)
            }
        };
        wait_for_quiet(&changes);
    }
}

/// The path that changed, if a verdict may depend on it.
fn concerned(event: &Event) -> Option<PathBuf> {
    let is_folder = matches!(
        event.kind,
        EventKind::Create(CreateKind::Folder) | EventKind::Remove(RemoveKind::Folder)
    );
    if matches!(event.kind, EventKind::Access(_)) {
        return None;
    }
    if event.need_rescan() {
        return Some(PathBuf::new());
    }
    let is_source = |path: &&PathBuf| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        let is_project = path.file_name().is_some_and(|name| name == project::NAME);
        is_project || is_folder || matches!(extension, Some("idf" | "java"))
    };
    event.paths.iter().find(is_source).cloned()
}

/// The folders to watch: editors replace files, so that a file is watched by its folder.
fn folders(watched: &Watched) -> BTreeSet<(PathBuf, bool)> {
    let folder_of = |file: &Path| match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    };
    let paths = watched.paths.iter();
    let mut all: BTreeSet<(PathBuf, bool)> = paths
        .map(|path| {
            if path.is_dir() {
                (path.clone(), true)
            } else {
                (folder_of(path), false)
            }
        })
        .collect();
    all.extend(watched.project_file.iter().map(|f| (folder_of(f), false)));
    // A folder that is watched with all that is in it need not be watched twice.
    let whole: Vec<PathBuf> = all
        .iter()
        .filter(|(_, w)| *w)
        .map(|(f, _)| f.clone())
        .collect();
    all.retain(|(folder, is_whole)| *is_whole || !whole.contains(folder));
    all
}

fn add(watcher: &mut RecommendedWatcher, folder: &Path, is_whole: bool) -> Result<(), Failure> {
    let mode = if is_whole {
        RecursiveMode::Recursive
    } else {
        RecursiveMode::NonRecursive
    };
    match watcher.watch(folder, mode) {
        Ok(()) => Ok(()),
        // The run says it.
        Err(error) if matches!(error.kind, notify::ErrorKind::PathNotFound) => Ok(()),
        Err(error) => Err(cannot_watch(&error)),
    }
}

fn cannot_watch(error: &notify::Error) -> Failure {
    let advice = match error.kind {
        notify::ErrorKind::MaxFilesWatch => {
            "; name fewer folders, or raise the limit fs.inotify.max_user_watches"
        }
        _ => "",
    };
    Failure::new(format!("--watch: files cannot be watched: {error}{advice}"))
}

/// Starts a run, with the arguments of this process but for `--watch`.
fn start_run(cache: Option<&TempDir>) -> Result<Child, Failure> {
    let program = env::current_exe();
    let program = program.map_err(|error| Failure::broken(format!("--watch: {error}")))?;
    let mut command = Command::new(program);
    let mut arguments = without_watch(env::args_os().skip(1));
    if let Some(cache) = cache {
        without_cache_off(&mut arguments);
        command.env(super::cache::VARIABLE, cache.path());
    }
    command.args(arguments);
    let started = command.spawn();
    started.map_err(|error| Failure::broken(format!("--watch: no run can be started: {error}")))
}

/// The arguments of a run.
fn without_watch(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut is_option = true;
    arguments
        .filter(|argument| {
            is_option &= argument != "--";
            !(is_option && argument == OPTION)
        })
        .collect()
}

/// Removes `--cache off`, so that the environment says where the cache is.
fn without_cache_off(arguments: &mut Vec<OsString>) {
    arguments.retain(|argument| argument != "--cache=off");
    let is_off = |pair: &[OsString]| pair == ["--cache", "off"];
    if let Some(at) = arguments.windows(2).position(is_off) {
        arguments.drain(at..at + 2);
    }
}

/// What became of a run.
enum Attended {
    /// It ended.
    Ended(ExitStatus),
    /// It was ended because this file changed.
    Outdated(PathBuf),
}

/// Waits for the end of a run; a change ends it, and so does Ctrl-C.
fn attend(
    mut child: Child,
    changes: &Receiver<PathBuf>,
    ended: &AtomicBool,
) -> Result<Attended, Failure> {
    let lost = |error: io::Error| Failure::broken(format!("--watch: a run was lost: {error}"));
    let mut outdated = None;
    // When it was asked to end, and whether that was here.
    let mut asked: Option<(Instant, bool)> = None;
    loop {
        if let Some(status) = child.try_wait().map_err(lost)? {
            return Ok(match outdated {
                Some(path) if !ended.load(Ordering::Relaxed) => Attended::Outdated(path),
                _ => Attended::Ended(status),
            });
        }
        match asked {
            // The terminal sends Ctrl-C to the run, too.
            None if ended.load(Ordering::Relaxed) => asked = Some((Instant::now(), false)),
            None => {
                if let Ok(path) = changes.recv_timeout(STEP) {
                    // It keeps the results that it has in the cache.
                    terminate(&child);
                    outdated = Some(path);
                    asked = Some((Instant::now(), true));
                }
            }
            Some((since, true)) if since.elapsed() > GRACE => {
                child.kill().map_err(lost)?;
                std::thread::sleep(STEP);
            }
            Some((since, false)) if since.elapsed() > GRACE => {
                terminate(&child);
                asked = Some((Instant::now(), true));
            }
            Some(_) => std::thread::sleep(STEP),
        }
    }
}

/// Asks a run to end. If it has ended meanwhile, nothing is to do.
fn terminate(child: &Child) {
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    if let Some(pid) = pid {
        let _ = kill_process(pid, Signal::TERM);
    }
}

/// The exit that a run's status stands for.
fn exit_of(status: ExitStatus) -> Exit {
    let all = [
        Exit::Verified,
        Exit::NotVerified,
        Exit::Refused,
        Exit::Stopped,
    ];
    let code = status.code();
    let mut found = all.into_iter();
    found
        .find(|exit| code == Some(exit.code().into()))
        .unwrap_or(Exit::Internal)
}

/// Waits for the next change; `None` on Ctrl-C.
fn next(changes: &Receiver<PathBuf>, ended: &AtomicBool) -> Option<PathBuf> {
    while !ended.load(Ordering::Relaxed) {
        match changes.recv_timeout(25 * STEP) {
            Ok(path) => return Some(path),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
    None
}

/// Waits until no further change comes.
fn wait_for_quiet(changes: &Receiver<PathBuf>) {
    let start = Instant::now();
    while changes.recv_timeout(QUIET).is_ok() && start.elapsed() < LATEST {}
}

/// The screen: on a terminal, it shows the last run alone.
struct Screen {
    term: Term,
    is_terminal: bool,
}

impl Screen {
    fn new() -> Screen {
        let term = Term::stdout();
        let is_terminal = term.is_term();
        Screen { term, is_terminal }
    }

    /// Makes room for a run. What cannot be shown is not shown: the reports are the runs' own.
    fn begin(&mut self, cause: Option<&Path>) {
        if self.is_terminal {
            let _ = self.term.clear_screen();
        } else if let Some(cause) = cause {
            let text = Kind::Text { color: false };
            let _ = writeln!(Visible::new(&self.term, text), "--- {}", changed(cause));
        }
    }

    fn end(&mut self, time: Duration) {
        if self.is_terminal {
            let line = format!(
                "watching; the last run took {} ms; Ctrl-C ends",
                time.as_millis()
            );
            let _ = writeln!(self.term, "{}", console::style(line).dim());
        }
        let _ = self.term.flush();
    }
}

/// What changed, in words.
fn changed(path: &Path) -> String {
    let here = env::current_dir().unwrap_or_default();
    if path.as_os_str().is_empty() {
        "files changed".to_owned()
    } else {
        format!(
            "{} changed",
            visible::path(path.strip_prefix(here).unwrap_or(path))
        )
    }
}

/// The flag that Ctrl-C sets. The runs, which get the signal of the terminal, too, end by
/// themselves.
///
/// # Errors
/// If the signal handler cannot be registered.
pub fn on_ctrl_c() -> io::Result<Arc<AtomicBool>> {
    let ended = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register(signal, ended.clone())?;
    }
    Ok(ended)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

    use super::*;
    use notify::event::{AccessKind, DataChange, ModifyKind};

    fn event(kind: EventKind, path: &str) -> Event {
        Event::new(kind).add_path(PathBuf::from(path))
    }

    #[test]
    fn sources_the_project_file_and_folders_concern_a_run_and_nothing_else() {
        let edit = EventKind::Modify(ModifyKind::Data(DataChange::Any));
        let is = |kind, path| concerned(&event(kind, path)).is_some();
        for path in ["/p/a.idf", "/p/A.java", "/p/veriframe.toml"] {
            assert!(is(edit, path), "{path}");
            assert!(is(EventKind::Remove(RemoveKind::File), path), "{path}");
            assert!(!is(EventKind::Access(AccessKind::Read), path), "{path}");
        }
        for path in [
            "/p/a.idf~",
            "/p/.a.idf.swp",
            "/p/c.pack",
            "/p/target",
            "/p/4913",
        ] {
            assert!(!is(edit, path), "{path}");
        }
        assert!(is(EventKind::Create(CreateKind::Folder), "/p/new"));
        assert!(!is(EventKind::Create(CreateKind::File), "/p/new"));
    }

    #[test]
    fn a_run_has_the_other_arguments() {
        let given = ["verify", "--watch", "a", "--", "--watch"].map(OsString::from);
        let kept = without_watch(given.into_iter());
        assert_eq!(kept, ["verify", "a", "--", "--watch"].map(OsString::from));
        for off in [&["--cache", "off"][..], &["--cache=off"]] {
            let mut given: Vec<OsString> = ["verify"].map(OsString::from).to_vec();
            given.extend(off.iter().map(OsString::from));
            given.push(OsString::from("a"));
            without_cache_off(&mut given);
            assert_eq!(given, ["verify", "a"].map(OsString::from));
        }
    }

    #[test]
    fn files_are_watched_by_their_folders_and_no_folder_twice() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.idf");
        std::fs::write(&file, "").unwrap();
        let watched = |paths: Vec<PathBuf>| Watched {
            paths,
            project_file: Some(PathBuf::from("veriframe.toml")),
            needs_cache: false,
        };
        let here = (PathBuf::from("."), false);
        let own = folder.path().to_owned();
        let found = folders(&watched(vec![file.clone()]));
        assert_eq!(found, BTreeSet::from([here.clone(), (own.clone(), false)]));
        let found = folders(&watched(vec![file, own.clone()]));
        assert_eq!(found, BTreeSet::from([here, (own, true)]));
    }

    #[test]
    fn many_changes_of_a_save_are_one() {
        let (sender, changes) = channel();
        for _ in 0..20 {
            sender.send(PathBuf::new()).unwrap();
        }
        wait_for_quiet(&changes);
        assert!(changes.try_recv().is_err());
        // And endless ones do not keep a run from beginning.
        let start = Instant::now();
        let over = AtomicBool::new(false);
        let over = &over;
        std::thread::scope(|scope| {
            scope.spawn(move || {
                while !over.load(Ordering::Relaxed) && start.elapsed() < 10 * LATEST {
                    let _ = sender.send(PathBuf::new());
                    std::thread::sleep(Duration::from_millis(1));
                }
            });
            wait_for_quiet(&changes);
            over.store(true, Ordering::Relaxed);
        });
        assert!(start.elapsed() < 5 * LATEST);
    }
}
