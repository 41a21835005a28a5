//! The programs that a command reads, with their options: what its arguments and the project file
//! say.

use super::Failure;
use super::arguments::{ProgramArgs, ProjectArgs, class_path};
use super::files::{Inputs, absolute};
use super::memory::Limit;
use super::project::{FileOptions, Project};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;
use veriframe::visible;
use veriframe::{Loaded, Options, Workspace};

/// What to say where nothing names a program.
pub(super) const NO_PATHS: &str =
    "name files or folders, or write a project file with their `paths` (veriframe init)";

/// The programs that a command other than `verify` reads.
#[derive(Clone, Debug, Default)]
pub struct Programs {
    /// Files and folders.
    pub paths: Vec<PathBuf>,
    /// What is left out when folders are searched, with the folder to which it is relative.
    pub exclude: Vec<(PathBuf, Vec<String>)>,
    /// Folders with library specifications.
    pub specs: Vec<PathBuf>,
    /// Jars and folders of class files.
    pub class_path: Vec<PathBuf>,
    /// The options of all files.
    pub options: Options,
    /// The options of the files in some folders, which are paths from the root, the innermost
    /// first.
    pub folders: Vec<(PathBuf, veriframe::FileOptions)>,
    /// The resource limit of a query that the project file names.
    pub rlimit: Option<u32>,
    /// The time limit that the project file names.
    pub timeout: Option<Duration>,
    /// The memory limit that the project file names.
    pub memory: Option<Limit>,
}

impl Programs {
    /// The programs of a command line.
    ///
    /// # Errors
    /// If the project file cannot be read, or says something that is not known.
    pub fn of(
        paths: Vec<PathBuf>,
        jobs: Option<NonZeroUsize>,
        args: &ProgramArgs,
        project: &ProjectArgs,
    ) -> Result<Programs, Failure> {
        let project = Project::named(project.project.as_deref())?;
        let given = FileOptions {
            int: args.int,
            ..FileOptions::default()
        };
        let folders = project.options_of_folders().into_iter();
        let folders = folders.map(|(folder, own)| (folder, options_of(&given.over(&own))));
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let jobs = jobs.or(project.jobs).map_or(cores, NonZeroUsize::get);
        let of_files = options_of(&given.over(&project.options));
        let mut specs = args.spec.clone();
        specs.extend(project.library.iter().cloned());
        Ok(Programs {
            paths: if paths.is_empty() {
                project.paths.clone()
            } else {
                paths
            },
            exclude: vec![(project.folder.clone(), project.exclude.clone())],
            specs,
            class_path: class_path(&args.classpath, &project),
            options: Options {
                jobs,
                ..of_files.over(&Options::default())
            },
            folders: folders.collect(),
            rlimit: project.options.rlimit,
            timeout: project.timeout,
            memory: project.memory,
        })
    }

    /// The programs in their options, with the options of their folders.
    ///
    /// # Errors
    /// If nothing names a program, or a path cannot be read.
    pub(super) fn load(&self) -> Result<Loaded, Failure> {
        self.load_with(self.options.clone())
    }

    /// The same with other options of all files.
    ///
    /// # Errors
    /// If nothing names a program, or a path cannot be read.
    pub(super) fn load_with(&self, options: Options) -> Result<Loaded, Failure> {
        if self.paths.is_empty() {
            return Err(Failure::new(NO_PATHS));
        }
        let inputs = Inputs {
            paths: &self.paths,
            exclude: &self.exclude,
            specs: &self.specs,
            class_path: &self.class_path,
            stdin_name: None,
        };
        let mut workspace = Workspace::new(options);
        inputs.read(&mut workspace)?;
        set_options_of_folders(&self.folders, &mut workspace);
        Ok(workspace.load())
    }
}

/// What concerns the meaning of programs and the proof of single members. What is denied concerns
/// the verdict of a run alone.
fn options_of(own: &FileOptions) -> veriframe::FileOptions {
    let meant = FileOptions {
        deny: None,
        ..own.clone()
    };
    meant.files()
}

/// Gives the files in folders their options, of the innermost folder.
pub(super) fn set_options_of_folders(
    folders: &[(PathBuf, veriframe::FileOptions)],
    workspace: &mut Workspace,
) {
    let names: Vec<String> = workspace.files().map(|f| f.name().to_owned()).collect();
    for name in names {
        if let Some((_, options)) = options_around(folders, Path::new(&name)) {
            workspace.set_options(name, options.clone());
        }
    }
}

/// The innermost of these folders that a file is in, with its options.
fn options_around<'f>(
    folders: &'f [(PathBuf, veriframe::FileOptions)],
    file: &Path,
) -> Option<&'f (PathBuf, veriframe::FileOptions)> {
    let path = absolute(file);
    folders.iter().find(|(folder, _)| path.starts_with(folder))
}

/// Refuses files of which two names are in folders with different options: a link could choose those that
/// demand less.
///
/// # Errors
/// If there is one.
pub(super) fn refuse_two_options(
    folders: &[(PathBuf, veriframe::FileOptions)],
    aliases: &[[PathBuf; 2]],
) -> Result<(), Failure> {
    for names in aliases {
        let [first, second] = names
            .each_ref()
            .map(|name| options_around(folders, name).map(|(folder, _)| folder));
        if first != second {
            let [first, second] = names.each_ref().map(|name| visible::path(name));
            return Err(Failure::new(format!(
                "{second}: it is the same file as {first}, and the project file has other options for its \
                 folder: take one of them away, or exclude it"
            )));
        }
    }
    Ok(())
}
