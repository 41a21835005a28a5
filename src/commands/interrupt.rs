//! Ctrl-C and SIGTERM: the first signal stops the run, which then reports its results so far; the
//! second one ends the process immediately.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use veriframe::Exit;

/// Registers a flag that Ctrl-C and SIGTERM set.
///
/// # Errors
/// If signal handlers cannot be registered.
pub fn on_ctrl_c() -> io::Result<Arc<AtomicBool>> {
    let asked = Arc::new(AtomicBool::new(false));
    // The order matters: at the first signal, the conditional shutdown must find the flag unset.
    for signal in [SIGINT, SIGTERM] {
        flag::register_conditional_shutdown(signal, Exit::Stopped.code().into(), asked.clone())?;
        flag::register(signal, asked.clone())?;
    }
    Ok(asked)
}

/// Registers a flag that Ctrl-C sets, however often; SIGTERM ends the process.
///
/// # Errors
/// If the signal handler cannot be registered.
pub fn on_each_ctrl_c() -> io::Result<Arc<AtomicBool>> {
    let asked = Arc::new(AtomicBool::new(false));
    flag::register(SIGINT, asked.clone())?;
    Ok(asked)
}
