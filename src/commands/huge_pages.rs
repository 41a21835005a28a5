//! Huge pages of memory. The kernel clears a page before a program has it, and the allocator asks for
//! pages of 2 MB: a run of a few milliseconds pays for memory that it never uses. A large run is faster
//! with them.

/// The memory in use, in bytes, from which on huge pages are worth it.
#[cfg(target_os = "linux")]
const LARGE: u64 = 64 * 1024 * 1024;

/// Whether the process has huge pages.
#[derive(Debug, Default)]
pub struct HugePages {
    #[cfg(target_os = "linux")]
    are_allowed: bool,
}

impl HugePages {
    /// Does without them from now on: what has been allocated stays as it is. Without effect on other
    /// systems, and where the kernel refuses it.
    pub fn avoid() {
        #[cfg(target_os = "linux")]
        let _ = rustix::thread::disable_transparent_huge_pages(true);
    }

    /// Allows them once this much memory is in use.
    #[cfg_attr(
        not(target_os = "linux"),
        expect(unused_variables, reason = "only Linux has the setting")
    )]
    pub fn allow_from(&mut self, used: u64) {
        #[cfg(target_os = "linux")]
        if used > LARGE && !self.are_allowed {
            self.are_allowed = true;
            let _ = rustix::thread::disable_transparent_huge_pages(false);
        }
    }
}
