//! What every layer of veriframe may use: source files and places in them, diagnostics, floating-point numbers, the notations
//! of programs, signals to stop, the threads of a run, and traces. It knows no program and no logic.

pub mod bits;
pub mod diagnostics;
pub mod floating;
pub mod notation;
pub mod parallel;
pub mod source;
pub mod stack;
pub mod stop;
pub mod trace;
pub mod visible;
