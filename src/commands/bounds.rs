//! What a checkout may have read: files within it. A change can bring links, and a project file that
//! names paths; what they lead to is not of the change, and reports quote what is read.

use super::checkout::{is_of_git, resolved, root_around};
use super::{Failure, project};
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use veriframe::visible;

/// The environment variable by which links are followed wherever they lead, with the value `follow`:
/// for trees of links that a build tool makes.
const LINKS: &str = "VERIFRAME_LINKS";

/// The most bytes of a project file, or of a file that it names.
const MOST: u64 = 1 << 22;

/// The most bytes of a report of an earlier run.
const MOST_OF_REPORT: u64 = 1 << 28;

/// A folder that is not left.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// The folder, without links on the way.
    root: PathBuf,
}

impl Bounds {
    /// The innermost checkout of git that a folder is in; without one, the innermost folder around it
    /// that has a project file, or else the folder itself.
    pub fn around(folder: &Path) -> Bounds {
        let folder = resolved(folder);
        let has_project = |around: &&Path| fs::symlink_metadata(around.join(project::NAME)).is_ok();
        let root = root_around(&folder).or_else(|| folder.ancestors().find(has_project));
        Bounds {
            root: root.unwrap_or(&folder).to_owned(),
        }
    }

    /// Whether a path leads to something within, all links followed. What git keeps for itself, such as
    /// credentials in its configuration, is not within.
    pub fn has(&self, path: &Path) -> bool {
        let path = resolved(path);
        path.strip_prefix(&self.root)
            .is_ok_and(|inside| !is_of_git(inside))
    }

    /// Whether a link is to be followed.
    pub fn has_link(&self, link: &Path) -> bool {
        self.has(link) || std::env::var_os(LINKS).is_some_and(|value| value == "follow")
    }
}

/// The text of a file that is found by its name, not named: a link may not lead out.
///
/// # Errors
/// If it does, or if the file cannot be read.
pub fn read_found(file: &Path) -> Result<String, Failure> {
    refuse_link_out(file)?;
    read(file)
}

/// The text of a report of an earlier run, which may be in the checkout: a link may not lead out.
///
/// # Errors
/// As [`read_found`].
pub fn read_report(file: &Path) -> Result<String, Failure> {
    refuse_link_out(file)?;
    text_of(file, read_up_to(file, MOST_OF_REPORT)?)
}

fn refuse_link_out(file: &Path) -> Result<(), Failure> {
    let folder = file.parent().filter(|path| !path.as_os_str().is_empty());
    let is_link = fs::symlink_metadata(file).is_ok_and(|data| data.is_symlink());
    if is_link && !Bounds::around(folder.unwrap_or(Path::new("."))).has_link(file) {
        return Err(Failure::new(format!(
            "{}: it is a link out of the checkout, and is not read: replace it by a file",
            visible::path(file)
        )));
    }
    Ok(())
}

/// The text of a regular file that is no larger than what people write.
///
/// # Errors
/// If it is no such file, or cannot be read.
pub fn read(file: &Path) -> Result<String, Failure> {
    text_of(file, read_bytes(file)?)
}

fn text_of(file: &Path, bytes: Vec<u8>) -> Result<String, Failure> {
    let not_text = || Failure::new(format!("{}: not UTF-8 text", visible::path(file)));
    String::from_utf8(bytes).map_err(|_| not_text())
}

/// The bytes of such a file.
///
/// # Errors
/// As [`read`].
pub fn read_bytes(file: &Path) -> Result<Vec<u8>, Failure> {
    read_up_to(file, MOST)
}

fn read_up_to(file: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    let about = |why: &str| Failure::new(format!("{}: {why}", visible::path(file)));
    // A pipe would be waited for when it is opened.
    let data = fs::metadata(file).map_err(|error| about(&error.to_string()))?;
    if !data.is_file() {
        return Err(about("it is not a regular file"));
    }
    let opened = File::open(file).map_err(|error| about(&error.to_string()))?;
    let mut bytes = Vec::new();
    let taken = opened.take(most + 1).read_to_end(&mut bytes);
    taken.map_err(|error| about(&error.to_string()))?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length > most) {
        return Err(about(&format!("it has more than {} MiB", most >> 20)));
    }
    Ok(bytes)
}
