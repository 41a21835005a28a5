//! The allocations of this process, which are the same in every run. The allocator counts for all
//! threads, so each test that allocates holds the lock.

use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use std::alloc::System;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Counts what the process allocates.
#[global_allocator]
pub static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

static ALONE: Mutex<()> = Mutex::new(());

/// Waits until no other test of this binary runs.
pub fn alone() -> MutexGuard<'static, ()> {
    // A failed test leaves nothing behind that matters here.
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}
