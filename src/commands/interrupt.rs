//! Ctrl-C: the first asks a run to stop and to say what it knows, a second ends
//! the process at once.

use signal_hook::consts::SIGINT;
use signal_hook::flag;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use veriframe::Exit;

/// What Ctrl-C sets from now on.
///
/// # Errors
/// If the system does not let signals be handled.
pub fn on_ctrl_c() -> io::Result<Arc<AtomicBool>> {
    let asked = Arc::new(AtomicBool::new(false));
    // In this order: the first signal finds the flag unset, and then sets it.
    flag::register_conditional_shutdown(SIGINT, Exit::Stopped.code().into(), asked.clone())?;
    flag::register(SIGINT, asked.clone())?;
    Ok(asked)
}
