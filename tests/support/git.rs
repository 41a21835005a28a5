//! Repositories for tests of what differs between two revisions.

use super::{folder, said};
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// Runs git in a folder, with an author.
pub fn git(folder: &Path, args: &[&str]) {
    let settings = ["user.name=n", "user.email=e@e", "init.defaultBranch=main"];
    let mut command = Command::new("git");
    for setting in settings {
        command.args(["-c", setting]);
    }
    let done = command.args(args).current_dir(folder).output().unwrap();
    assert!(done.status.success(), "git {args:?}: {}", said(&done));
}

/// A repository whose first and only revision, `v1`, has these files.
pub fn repository(files: &[(&str, &str)]) -> TempDir {
    let folder = folder(files);
    for args in [
        &["init", "-q"][..],
        &["add", "."],
        &["commit", "-q", "-m", "first"],
        &["tag", "v1"],
    ] {
        git(folder.path(), args);
    }
    folder
}
