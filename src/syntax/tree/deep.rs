//! Deep trees: how deep a program may nest, and how trees of that depth are
//! walked and dropped without running out of stack.
//!
//! The parser itself is table-driven and needs no stack. What does is the code
//! that the compiler derives (`Drop`, `Clone`, `PartialEq`), in which stack
//! cannot be grown on the way: hence the limit, and a stack large enough for it.

use super::ast;

/// How deep expressions, statements and types may nest; deeper ones are
/// refused with `unsupported`.
pub const MAX_NESTING: usize = 10_000;

/// Derived code was measured to take 3 to 4 KiB a level without optimisation (nested
/// blocks take the most); this is three times as much. What is
/// not used of this is only reserved.
const DEEP_STACK: usize = MAX_NESTING * 12 * 1024;

/// Runs code that may need stack for [`MAX_NESTING`] levels.
pub fn on_deep_stack<R>(f: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(DEEP_STACK, DEEP_STACK, f)
}

/// Runs one level of a recursion that has no limit of its own.
pub fn level<R>(f: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(64 * 1024, 1024 * 1024, f)
}

impl Drop for ast::File {
    fn drop(&mut self) {
        let (classes, main) = (
            std::mem::take(&mut self.classes),
            std::mem::take(&mut self.main),
        );
        if !classes.is_empty() || !main.is_empty() {
            on_deep_stack(|| drop((classes, main)));
        }
    }
}
