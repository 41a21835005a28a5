//! Builds with remote caches: the one that is chosen, with what is believed of it.

use super::super::Failure;
use super::super::console;
use super::super::project::Project;
use super::{ModeArg, RemoteArgs};
use std::env;
use std::io::Write;
use std::path::Path;
use veriframe::remote::{Access, Remote, Secret};
use veriframe::{Cache, RemoteUrl};

/// The environment variable with the key.
const KEY: &str = "VERIFRAME_CACHE_KEY";

/// The local cache with the remote one at a URL beside it.
///
/// # Errors
/// If it cannot be used as it is asked for.
pub fn open(
    args: &RemoteArgs,
    url: &RemoteUrl,
    local: Option<Cache>,
    project: &Project,
) -> Result<Cache, Failure> {
    let local = local.ok_or_else(|| {
        Failure::new(
            "--remote-cache is beside the local cache, which is off: name a folder with --cache",
        )
    })?;
    let key = env::var_os(KEY).unwrap_or_default();
    let key = key.to_string_lossy();
    let Some(access) = args.access(&key)? else {
        let _ = writeln!(
            console::stderr(false),
            "warning: the remote cache {url} is not used: without the key in {KEY}, its \
                 entries might be forged"
        );
        return Ok(local);
    };
    let folder = &project.folder;
    let root = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    let remote = Remote::new(url.clone(), root, access);
    Ok(local.beside(Box::new(remote)))
}

impl RemoteArgs {
    /// What is believed; `None` if nothing can be.
    fn access(&self, key: &str) -> Result<Option<Access>, Failure> {
        let secret = if key.trim().is_empty() {
            None
        } else {
            Some(Secret::of_text(key).map_err(|why| Failure::new(format!("{KEY}: {why}")))?)
        };
        match (self.remote_cache_unsigned, self.remote_cache_mode, secret) {
            (true, ModeArg::Read, None) => Ok(Some(Access::Unsigned)),
            (true, _, _) => Err(Failure::new(format!(
                "--remote-cache-unsigned is for reading without a key: leave it out, or \
                 --remote-cache-mode and {KEY}"
            ))),
            (false, ModeArg::Read, secret) => Ok(secret.map(Access::Read)),
            (false, ModeArg::ReadWrite, Some(secret)) => Ok(Some(Access::ReadWrite(secret))),
            (false, ModeArg::ReadWrite, None) => Err(Failure::new(format!(
                "--remote-cache-mode=read-write needs the key in {KEY}: make one with `openssl \
                 rand -hex 32`, and give it to trusted runs alone"
            ))),
        }
    }
}
