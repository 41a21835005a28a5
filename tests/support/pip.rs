//! Python packages that tests use, from PyPI.

use super::said;
use std::path::Path;
use std::process::Command;

/// Installs a package into a folder; false, and said, without pip or network.
pub fn installs(package: &str, folder: &Path) -> bool {
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "install", "--quiet"]);
    pip.args(["--disable-pip-version-check", "--upgrade", "--target"]);
    let why = match pip.arg(folder).arg(package).output() {
        Ok(done) if done.status.success() => return true,
        Ok(done) => said(&done),
        Err(error) => format!("there is no python3: {error}"),
    };
    super::tools::skip("pip", &format!("{package} cannot be installed: {why}"));
    false
}
