//! `veriframe init`: writes a project file, and the workflow of a CI service if asked.

use super::Failure;
use super::project::NAME;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use veriframe::visible;

/// The folders that are taken for those of sources, if they exist.
const SOURCES: [&str; 2] = ["src/main/java", "src"];

/// The workflow, in the folder of the project.
const WORKFLOW: &str = ".github/workflows/veriframe.yml";

/// The text of the workflow.
const WORKFLOW_TEXT: &str = include_str!("../../docs/ci/github-workflow.yml");

/// Writes the files into a folder, and their names to `out`.
///
/// # Errors
/// If a file exists, or cannot be written. Then none is replaced.
pub fn init(folder: &Path, workflow: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let mut files = vec![(folder.join(NAME), text(folder))];
    if workflow {
        files.push((folder.join(WORKFLOW), WORKFLOW_TEXT.to_owned()));
    }
    let exists = |(path, _): &&(PathBuf, String)| path.exists();
    if let Some((path, _)) = files.iter().find(exists) {
        return Err(Failure::new(format!("{} exists", visible::path(path))));
    }
    for (path, text) in files {
        write(&path, &text)
            .map_err(|error| Failure::new(format!("{}: {error}", visible::path(&path))))?;
        writeln!(out, "wrote {}", visible::path(&path))
            .and_then(|()| out.flush())
            .map_err(|error| Failure::new(format!("it cannot be written: {error}")))?;
    }
    Ok(())
}

/// Writes a new file.
fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::File::create_new(path)?.write_all(text.as_bytes())
}

/// The text of the project file.
fn text(folder: &Path) -> String {
    let sources = SOURCES.iter().find(|path| folder.join(path).is_dir());
    let paths = sources.unwrap_or(&".");
    format!(
        "# What `veriframe verify` verifies, and how. https://crates.io/crates/veriframe, \
         docs/project.md

# Files and folders, relative to this file.
paths = [\"{paths}\"]

# What to leave out, as in a .gitignore.
# exclude = [\"generated/\"]

# Folders with contracts of libraries.
# library = [\"contracts\"]

# What is an error although it is only a warning, or nothing, by default: assume,
# ignored-contract, uncontracted, uncontracted-library, unproved-termination, warnings.
deny = [\"assume\", \"ignored-contract\"]

# What `veriframe contracts --against REV` makes of changes: allow, warn or deny.
[contracts]
weakened = \"deny\"
removed = \"deny\"
changed = \"deny\"
"
    )
}
