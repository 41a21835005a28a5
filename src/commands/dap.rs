//! `veriframe dap`: a debugging session for an editor, by the Debug Adapter Protocol.

use super::{Failure, files, run};
use std::io::{self, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use veriframe::debug::dap::{self, Launched, Launcher};
use veriframe::debug::{self, Debugger, Recorder};
use veriframe::{Aliases, Exit, ExploreRequest, Merging, Options, RunRefusal, Stop, Workspace};

/// Serves one client over standard input and output, or over a port of this machine.
///
/// # Errors
/// If the port or the connection fails.
pub fn dap(port: Option<u16>, options: &Options) -> Result<Exit, Failure> {
    let failed = |error: io::Error| Failure::new(format!("the connection: {error}"));
    let mut programs = Programs { options };
    match port {
        None => dap::serve(io::stdin(), &mut io::stdout(), &mut programs).map_err(failed)?,
        Some(port) => {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(failed)?;
            let address = listener.local_addr().map_err(failed)?;
            // A port 0 is one that the system chooses.
            // In one piece, as clients wait for it.
            let text = format!("listening on {address}\n");
            let _ = io::stderr().write_all(text.as_bytes());
            let (stream, _) = listener.accept().map_err(failed)?;
            let mut output = stream.try_clone().map_err(failed)?;
            dap::serve(stream, &mut output, &mut programs).map_err(failed)?;
        }
    }
    Ok(Exit::Verified)
}

/// Reads the programs that are to be debugged.
struct Programs<'o> {
    options: &'o Options,
}

impl Launcher for Programs<'_> {
    fn launch(
        &mut self,
        wanted: &Launched,
        stop: &Stop,
        work: &mut dyn FnMut(&mut Debugger<'_, '_>),
    ) -> Result<(), String> {
        let recorder = Arc::new(Recorder::new(&wanted.member));
        let mut workspace = Workspace::new(Options {
            members: vec![wanted.member.clone()],
            merge: Merging::Off,
            listeners: vec![recorder.clone()],
            ..self.options.clone()
        });
        let paths: Vec<PathBuf> = wanted.paths.iter().map(PathBuf::from).collect();
        let read = files::read_all(&paths, &[], &mut workspace);
        read.map_err(|failure| failure.to_string())?;
        let loaded = workspace.load();
        let result = if wanted.run {
            let start = ExploreRequest {
                aliases: Aliases::default(),
                member: wanted.member.clone(),
                inputs: wanted.inputs.clone(),
                from_contract: false,
                forks: usize::MAX,
                steps: super::debug::STEPS,
                leaves: usize::MAX,
                rlimit: self.options.rlimit,
            };
            debug::live(&loaded, &start, work)
        } else {
            debug::recorded(&loaded, &wanted.member, &recorder, stop, work)
        };
        result.map_err(|refusal| match refusal {
            RunRefusal::Errors(reports) => {
                let mut errors = reports.iter().flat_map(|report| &report.diagnostics);
                let first = errors.next().map(|error| {
                    let at = loaded.sources().start(error.span);
                    let file = loaded.sources().file(error.span.file).name();
                    format!("{file}:{}: {}", at.line, error.message())
                });
                first.unwrap_or_else(|| "the program has errors".to_owned())
            }
            RunRefusal::DependsOnErrors { message, .. } => message,
            RunRefusal::Entry { message, entries } => {
                let close = run::close_names(Some(&wanted.member), &entries);
                format!("{message}{close}")
            }
        })
    }
}
