//! Files that results are written to: beside, and renamed at the end, so that a file is never half
//! written, and never one of the inputs. A stream of events is renamed at its beginning.

use super::Failure;
use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::TempPath;
use veriframe::visible::{self, Kind, Visible};

/// A file that takes its place when it is complete.
#[derive(Debug)]
pub struct Pending {
    temporary: TempPath,
    target: PathBuf,
}

impl Pending {
    /// Puts the file in its place.
    ///
    /// # Errors
    /// If it cannot be renamed.
    pub fn finish(self) -> io::Result<()> {
        let renamed = self.temporary.persist(&self.target);
        renamed.map_err(|error| error.error)
    }
}

/// Opens a file for results. What is no regular file, such as `/dev/stdout` or a pipe, is written as it
/// is. A link is replaced: a change could bring one that points to any file, device or pipe.
///
/// # Errors
/// If it cannot be written.
pub fn create(path: &Path) -> io::Result<(File, Option<Pending>)> {
    let target = path.to_owned();
    let before = fs::metadata(&target).ok();
    let is_device = ["/dev", "/proc"]
        .iter()
        .any(|folder| path.starts_with(folder));
    let is_link = fs::symlink_metadata(&target).is_ok_and(|data| data.is_symlink());
    let is_special = before.as_ref().is_some_and(|data| !data.is_file());
    if is_device || is_special && !is_link {
        return Ok((File::create(&target)?, None));
    }
    let before = before.filter(|_| !is_link);
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    fs::metadata(folder)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".veriframe-").suffix(".tmp");
    #[cfg(unix)]
    let permissions = <fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o666);
    #[cfg(unix)]
    builder.permissions(permissions);
    let temporary = match builder.tempfile_in(folder) {
        Ok(temporary) => temporary,
        // The file may be written, but nothing beside it.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied && !is_link => {
            return Ok((File::create(&target)?, None));
        }
        Err(error) => return Err(error),
    };
    let (file, temporary) = temporary.into_parts();
    if let Some(before) = before {
        // A file that may not be written is not replaced.
        File::options().write(true).open(&target)?;
        let _ = fs::set_permissions(&temporary, before.permissions());
    }
    Ok((file, Some(Pending { temporary, target })))
}

/// Writes a whole file as [`create`] does.
///
/// # Errors
/// If it cannot be written.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let (mut file, pending) = create(path)?;
    file.write_all(bytes)?;
    pending.map_or(Ok(()), Pending::finish)
}

/// Writes a whole file of this kind, in which what is deceptive is visible.
///
/// # Errors
/// If it cannot be written.
pub fn write_visible(path: &Path, text: &str, kind: Kind) -> io::Result<()> {
    let mut bytes = Vec::new();
    let mut shown = Visible::new(&mut bytes, kind);
    shown.write_all(text.as_bytes())?;
    shown.flush()?;
    drop(shown);
    write(path, &bytes)
}

/// Refuses outputs that are inputs, under another name, too.
///
/// # Errors
/// If one of them is.
pub fn refuse_inputs<'p>(
    outputs: impl IntoIterator<Item = &'p Path>,
    inputs: impl FnOnce() -> Vec<PathBuf>,
) -> Result<(), Failure> {
    let known = |path: &Path| {
        let path = path.to_owned();
        let data = fs::metadata(&path).ok().filter(Metadata::is_file)?;
        Some(Present { path, data })
    };
    let outputs: Vec<Present> = outputs.into_iter().filter_map(known).collect();
    if outputs.is_empty() {
        return Ok(());
    }
    for input in inputs().iter().filter_map(|path| known(path)) {
        if let Some(output) = outputs.iter().find(|output| output.is_same(&input)) {
            let is = if output.path == input.path {
                String::new()
            } else {
                format!(" as {}", visible::path(&input.path))
            };
            return Err(Failure::new(format!(
                "{}: this file is read{is}, and results would replace it: name another file",
                visible::path(&output.path)
            )));
        }
    }
    Ok(())
}

/// A file that is there.
struct Present {
    path: PathBuf,
    #[cfg_attr(not(unix), expect(dead_code, reason = "paths tell there"))]
    data: Metadata,
}

impl Present {
    /// Whether it is the same file, under whatever name.
    #[cfg(unix)]
    fn is_same(&self, other: &Present) -> bool {
        use std::os::unix::fs::MetadataExt;
        (self.data.dev(), self.data.ino()) == (other.data.dev(), other.data.ino())
    }

    /// Whether it is the same file, under whatever name.
    #[cfg(not(unix))]
    fn is_same(&self, other: &Present) -> bool {
        fs::canonicalize(&self.path).ok() == fs::canonicalize(&other.path).ok()
    }
}
