//! The native stack, which must not limit how deep programs and terms are nested.

/// The least stack that a level of nesting finds, in bytes.
const RED_ZONE: usize = 64 * 1024;

/// What is added to the stack where less is left, in bytes.
const PIECE: usize = 1024 * 1024;

/// Runs `f` with enough native stack for one more level of nesting.
pub fn deep<R>(f: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(RED_ZONE, PIECE, f)
}
