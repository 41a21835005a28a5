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
use veriframe::{Cache, RemoteUrl};

#[cfg(feature = "remote-cache")]
mod built;
#[cfg(any(test, not(feature = "remote-cache")))]
mod unbuilt;

#[cfg(feature = "remote-cache")]
use built::open;
#[cfg(not(feature = "remote-cache"))]
use unbuilt::open;

/// The environment variable with the URL of the store that project files may name.
pub const PLACE: &str = "VERIFRAME_REMOTE_CACHE";

/// The arguments of `verify` that concern a remote cache.
#[derive(Clone, Default, Args)]
pub struct RemoteArgs {
    /// A cache that several machines share, beside the local one: `s3://`, `gs://`, `az://`,
    /// `https://`, `http://` or `file://`. Entries signed with the key in VERIFRAME_CACHE_KEY are
    /// believed [default: what the project file names, if VERIFRAME_REMOTE_CACHE names the same]
    #[arg(long, value_name = "URL|off", value_parser = place)]
    remote_cache: Option<CacheAddress>,

    /// Whether results of this run are added to the remote cache
    #[arg(long, value_enum, value_name = "MODE", default_value_t = ModeArg::Read)]
    remote_cache_mode: ModeArg,

    /// Believe entries of the remote cache without a key, so that whoever can write to it decides
    /// what is verified; these results are not kept locally
    #[arg(long, requires = "remote_cache")]
    remote_cache_unsigned: bool,
}

/// Opens the remote cache at a URL beside the local cache; that is off only if the URL is of the command
/// line.
type Open = fn(&RemoteArgs, &RemoteUrl, Option<Cache>, &Project) -> Result<Cache, Failure>;

/// What becomes of results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum ModeArg {
    /// They are not added
    #[default]
    Read,
    /// Those of members that verify are signed and added, without any text of the sources
    ReadWrite,
}

/// The argument of `--remote-cache`.
#[derive(Clone, Debug)]
enum CacheAddress {
    Off,
    At(RemoteUrl),
}

fn place(text: &str) -> Result<CacheAddress, String> {
    match text {
        "off" => Ok(CacheAddress::Off),
        url => RemoteUrl::of_text(url).map(CacheAddress::At),
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
    /// If the remote cache cannot be used as it is asked for, or is not in this build.
    pub fn beside(self, local: Option<Cache>, project: &Project) -> Result<Option<Cache>, Failure> {
        self.beside_by(open, local, project)
    }

    fn beside_by(
        &self,
        open: Open,
        local: Option<Cache>,
        project: &Project,
    ) -> Result<Option<Cache>, Failure> {
        let of_project = match (&self.remote_cache, &local) {
            (None, Some(_)) => of_project(project)?,
            _ => None,
        };
        let url = match &self.remote_cache {
            Some(CacheAddress::Off) => None,
            Some(CacheAddress::At(url)) => Some(url),
            None => of_project.as_ref(),
        };
        match url {
            Some(url) => open(self, url, local, project).map(Some),
            None => {
                self.refuse_without_place()?;
                Ok(local)
            }
        }
    }

    /// Refuses to write to a remote cache if there is none.
    fn refuse_without_place(&self) -> Result<(), Failure> {
        let is_off = matches!(self.remote_cache, Some(CacheAddress::Off));
        if self.remote_cache_mode == ModeArg::ReadWrite && !is_off {
            return Err(Failure::new(
                "--remote-cache-mode=read-write needs a remote cache: name it with --remote-cache",
            ));
        }
        Ok(())
    }
}
