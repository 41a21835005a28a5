//! The choice of a remote cache beside the local one. A change that is to be checked may change the
//! project file, and a run asks the place that is used for objects, and shows part of its answers. So
//! the place that the file names is used only where the environment names the same one. Entries are
//! believed if they are signed; to believe others, and to write, only the command line can ask for.

use super::Failure;
use super::console;
use super::project::Project;
use clap::{Args, ValueEnum};
use std::env;
use std::io::Write;
use std::path::Path;
use veriframe::Cache;
use veriframe::remote::{Access, Remote, RemoteUrl, Secret};

/// The environment variable with the key.
pub const KEY: &str = "VERIFRAME_CACHE_KEY";

/// The environment variable with the URL of the store that project files may name.
pub const PLACE: &str = "VERIFRAME_REMOTE_CACHE";

/// The arguments of `verify` that concern a remote cache.
#[derive(Args)]
pub struct RemoteArgs {
    /// A cache that several machines share, beside the local one: `s3://`, `gs://`, `az://`,
    /// `https://`, `http://` or `file://`. Entries signed with the key in VERIFRAME_CACHE_KEY are
    /// believed [default: what the project file names, if VERIFRAME_REMOTE_CACHE names the same]
    #[arg(long, value_name = "URL|off", value_parser = place)]
    remote_cache: Option<Place>,

    /// Whether results of this run are added to the remote cache
    #[arg(long, value_enum, value_name = "MODE", default_value_t = ModeArg::Read)]
    remote_cache_mode: ModeArg,

    /// Believe entries of the remote cache without a key, so that whoever can write to it decides
    /// what is verified; these results are not kept locally
    #[arg(long, requires = "remote_cache")]
    remote_cache_unsigned: bool,
}

/// What becomes of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ModeArg {
    /// They are not added
    Read,
    /// Those of members that verify are signed and added, without any text of the sources
    ReadWrite,
}

/// The argument of `--remote-cache`.
#[derive(Clone, Debug)]
enum Place {
    Off,
    At(RemoteUrl),
}

fn place(text: &str) -> Result<Place, String> {
    match text {
        "off" => Ok(Place::Off),
        url => RemoteUrl::of_text(url).map(Place::At),
    }
}

/// The store that the project file names, if the environment names the same one.
fn of_project(project: &Project) -> Result<Option<RemoteUrl>, Failure> {
    let Some(url) = &project.remote_cache else {
        return Ok(None);
    };
    let named = env::var(PLACE).unwrap_or_default();
    let named = match named.trim() {
        "" | "off" => None,
        text => {
            let parsed = RemoteUrl::of_text(text);
            Some(parsed.map_err(|why| Failure::new(format!("{PLACE}: {why}")))?)
        }
    };
    if named.as_ref() == Some(url) {
        return Ok(named);
    }
    let _ = writeln!(
        console::stderr(false),
        "warning: the remote cache {url} of the project file is not used: a change could name any \
         place there; set {PLACE}={url} where this one is meant"
    );
    Ok(None)
}

impl RemoteArgs {
    /// The local cache with the remote one beside it, if there is one.
    ///
    /// # Errors
    /// If the remote cache cannot be used as it is asked for.
    pub fn beside(self, local: Option<Cache>, project: &Project) -> Result<Option<Cache>, Failure> {
        let key = env::var_os(KEY).unwrap_or_default();
        let key = key.to_string_lossy().into_owned();
        let is_named = matches!(self.remote_cache, Some(Place::At(_)));
        let of_project = match (&self.remote_cache, &local) {
            (None, Some(_)) => of_project(project)?,
            _ => None,
        };
        let url = match &self.remote_cache {
            Some(Place::Off) => None,
            Some(Place::At(url)) => Some(url),
            None => of_project.as_ref(),
        };
        let Some(url) = url else {
            self.refuse_without_place()?;
            return Ok(local);
        };
        let Some(local) = local else {
            return if !is_named {
                Ok(None)
            } else {
                Err(Failure::new(
                    "--remote-cache is beside the local cache, which is off: name a folder with \
                 --cache",
                ))
            };
        };
        let Some(access) = self.access(&key)? else {
            let _ = writeln!(
                console::stderr(false),
                "warning: the remote cache {url} is not used: without the key in {KEY}, its \
                 entries might be forged"
            );
            return Ok(Some(local));
        };
        let folder = &project.folder;
        let root = if folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            folder
        };
        let remote = Remote::new(url.clone(), root, access);
        Ok(Some(local.beside(Box::new(remote))))
    }

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

    /// Refuses to write to a remote cache if there is none.
    fn refuse_without_place(&self) -> Result<(), Failure> {
        let is_off = matches!(self.remote_cache, Some(Place::Off));
        if self.remote_cache_mode == ModeArg::ReadWrite && !is_off {
            return Err(Failure::new(
                "--remote-cache-mode=read-write needs a remote cache: name it with --remote-cache",
            ));
        }
        Ok(())
    }
}
