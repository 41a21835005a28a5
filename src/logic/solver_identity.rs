//! The identity of the solver library, computed without loading it.

use super::z3::backend;
use std::fs;
use std::path::Path;
use std::time::UNIX_EPOCH;

/// The library that is loaded when it is first called, as the build found it.
struct Built {
    path: &'static str,
    size: &'static str,
    /// When it was last changed, in nanoseconds since 1970.
    changed: &'static str,
    hash: &'static str,
}

/// None if the library is loaded with the program.
const BUILT: Option<Built> = match (
    option_env!("VERIFRAME_Z3_PATH"),
    option_env!("VERIFRAME_Z3_SIZE"),
    option_env!("VERIFRAME_Z3_CHANGED"),
    option_env!("VERIFRAME_Z3_HASH"),
) {
    (Some(path), Some(size), Some(changed), Some(hash)) => Some(Built {
        path,
        size,
        changed,
        hash,
    }),
    _ => None,
};

/// What tells this solver from others: for the library that the build found, if
/// it is still there as it was, a hash of its contents; for any other what it
/// says of itself.
#[must_use]
pub fn solver_identity() -> String {
    match BUILT {
        Some(built) if is_as_built(&built) => format!("library {}", built.hash),
        _ => backend::version().to_owned(),
    }
}

fn is_as_built(built: &Built) -> bool {
    fs::metadata(Path::new(built.path)).is_ok_and(|file| {
        let changed = file.modified().ok();
        let changed = changed.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        file.len().to_string() == built.size
            && changed.is_some_and(|since| since.as_nanos().to_string() == built.changed)
    })
}
