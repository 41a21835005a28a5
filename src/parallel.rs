//! Threads of the front end: files and members are independent of each other, so they
//! are parsed and resolved in parallel. Results are returned in the order of the
//! inputs, whatever the number of threads is.

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The stack of a thread; deep recursion adds to it by itself.
const STACK: usize = 8 * 1024 * 1024;

/// A number of bytes of program text that takes longer to load than it takes to
/// start a thread.
const LARGE: usize = 32 * 1024;

/// The threads that a run of the front end may use.
#[derive(Debug, Default)]
pub struct Pool(Option<ThreadPool>);

impl Pool {
    /// A pool of at most `jobs` threads to load `bytes` of program text. Without threads
    /// if that would take longer.
    #[must_use]
    pub fn new(jobs: usize, bytes: usize) -> Pool {
        if jobs <= 1 || bytes < LARGE {
            return Pool::default();
        }
        let builder = ThreadPoolBuilder::new().num_threads(jobs).stack_size(STACK);
        // A system without a thread to spare leaves all work to the calling thread.
        Pool(builder.build().ok())
    }

    /// The results of `work` for all items, in their order.
    pub fn map<T: Sync, R: Send>(
        &self,
        items: &[T],
        work: impl Fn(&T) -> R + Sync + Send,
    ) -> Vec<R> {
        match &self.0 {
            Some(pool) if items.len() > 1 => pool.install(|| items.par_iter().map(work).collect()),
            _ => items.iter().map(work).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_results_is_that_of_the_items() {
        let items: Vec<usize> = (0..1000).collect();
        let doubled: Vec<usize> = items.iter().map(|n| 2 * n).collect();
        for jobs in [0, 1, 2, 5] {
            let pool = Pool::new(jobs, LARGE);
            assert_eq!(pool.0.is_some(), jobs > 1);
            assert_eq!(pool.map(&items, |n| 2 * n), doubled);
            let nested = pool.map(&items, |n| pool.map(&items, |m| m + n).len());
            assert_eq!(nested, vec![1000; 1000]);
        }
        assert!(Pool::new(2, LARGE - 1).0.is_none());
    }
}
