//! Native stack for recursion over programs.

/// Native stack for dropping trees, at about 100 bytes per level.
pub(in crate::resolve) const DROP_STACK: usize = 64 * 1024 * 1024;

/// Runs `f` with enough native stack for one more level of nesting.
pub(in crate::resolve) fn deep<T>(f: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, f)
}
