//! Builds without remote caches: nothing is chosen silently instead.

use super::super::Failure;
use super::super::project::Project;
use super::RemoteArgs;
use veriframe::{Cache, RemoteUrl};

/// Refuses the remote cache at a URL, whatever else is asked for.
///
/// # Errors
/// Always.
pub fn open(
    _: &RemoteArgs,
    url: &RemoteUrl,
    _: Option<Cache>,
    _: &Project,
) -> Result<Cache, Failure> {
    Err(Failure::new(format!(
        "the remote cache {url} cannot be used, because this veriframe was built without remote caches: \
         build it with `cargo build --release --features remote-cache`, install the wheel, which has them \
         (`pip install veriframe`), or go on without with --remote-cache=off"
    )))
}

#[cfg(test)]
mod tests {
    use super::super::RemoteArgs;
    use super::open;
    use crate::commands::Failure;
    use crate::commands::project::Project;
    use clap::Parser;
    use std::path::PathBuf;
    use veriframe::{Cache, CacheMode, Exit, RemoteUrl};

    #[derive(Parser)]
    struct Arguments {
        #[command(flatten)]
        remote: RemoteArgs,
    }

    /// Whether a run with these arguments and a local cache goes on, and what is said if not.
    fn answer(args: &[&str], project: &Project, has_cache: bool) -> Result<bool, Failure> {
        let args = Arguments::parse_from(["verify"].iter().chain(args));
        let local = has_cache.then(|| Cache::new(PathBuf::from("none"), CacheMode::Use));
        let chosen = args.remote.beside_by(open, local, project)?;
        Ok(chosen.is_some_and(|cache| cache.shared().is_none()))
    }

    #[test]
    fn whoever_asks_for_a_remote_cache_is_told_how_to_get_it() {
        for args in [
            &["--remote-cache", "s3://bucket/x"][..],
            &["--remote-cache=s3://bucket/x", "--remote-cache-unsigned"],
            &[
                "--remote-cache=s3://bucket/x",
                "--remote-cache-mode=read-write",
            ],
        ] {
            for has_cache in [false, true] {
                let failure = answer(args, &Project::default(), has_cache).unwrap_err();
                assert_eq!(failure.exit(), Exit::Refused);
                let said = failure.to_string();
                for part in ["s3://bucket/x", "--features remote-cache", "pip install"] {
                    assert!(said.contains(part), "{args:?}: {said}");
                }
            }
        }
    }

    #[test]
    fn whoever_does_not_ask_for_one_goes_on() {
        // The environment of this test does not name the same place.
        let named = Project {
            remote_cache: RemoteUrl::of_text("s3://bucket-of-a-change/x").ok(),
            ..Project::default()
        };
        for project in [&Project::default(), &named] {
            for args in [&[][..], &["--remote-cache=off"]] {
                assert_eq!(answer(args, project, true), Ok(true), "{args:?}");
            }
        }
        let failure = answer(&["--remote-cache-mode=read-write"], &named, true).unwrap_err();
        assert!(failure.to_string().contains("name it with --remote-cache"));
    }
}
