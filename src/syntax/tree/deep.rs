//! Deep trees: the nesting limit, and how trees of that depth are traversed and dropped
//! without stack overflow.
//!
//! The parser is table-driven and needs no stack. But derived code (`Drop`, `Clone`,
//! `PartialEq`) recurses and cannot grow the stack on the way. Hence the limit, and a
//! stack that is large enough for it.

use super::ast;

/// The maximal nesting depth of expressions, statements and types; deeper programs are
/// refused with `unsupported`.
pub const MAX_NESTING: usize = 10_000;

/// Derived code needs 3 to 4 KiB per level without optimisation (most for nested
/// blocks); this is three times as much. Unused stack is only reserved.
const DEEP_STACK: usize = MAX_NESTING * 12 * 1024;

/// Runs code that may need stack for [`MAX_NESTING`] levels.
pub fn on_deep_stack<R>(f: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(DEEP_STACK, DEEP_STACK, f)
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
