//! Huge pages of memory. The kernel clears a page before a program has it, and the allocator asks for
//! pages of 2 MB: a run of a few milliseconds pays for memory that it never uses. A longer run is faster
//! with them. Without effect on other systems than Linux, and where the kernel refuses it.

/// Does without huge pages from now on: what has been allocated stays as it is.
pub fn avoid() {
    #[cfg(target_os = "linux")]
    let _ = rustix::thread::disable_transparent_huge_pages(true);
}

/// Allows huge pages again.
pub fn allow() {
    #[cfg(target_os = "linux")]
    let _ = rustix::thread::disable_transparent_huge_pages(false);
}
