//! Parallelism: files and members are independent, so they are parsed and resolved in parallel,
//! and so are the inputs of a test. Results are returned in input order, independent of the
//! number of threads.

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The stack size of a thread; deep recursion extends it.
const STACK: usize = 8 * 1024 * 1024;

/// The least size of program text, in bytes, for which starting threads pays off.
const LARGE: usize = 32 * 1024;

/// The program text, in bytes, that is enough work for one of several threads.
const SHARE: usize = LARGE / 8;

/// The most threads at a time, however many are asked for: each has a stack, and workers that use
/// Z3 have one of their own.
const MOST: usize = 256;

/// How many threads there are for so many jobs and so many pieces of work: no more than can be busy.
#[must_use]
pub fn threads(jobs: usize, pieces: usize) -> usize {
    jobs.min(pieces).min(MOST)
}

/// The threads of a front-end run.
#[derive(Debug, Default)]
pub struct Pool(Option<ThreadPool>);

impl Pool {
    /// A pool of at most `jobs` threads for `bytes` of program text; without threads if
    /// those would not pay off.
    #[must_use]
    pub fn new(jobs: usize, bytes: usize) -> Pool {
        if jobs <= 1 || bytes < LARGE {
            return Pool::default();
        }
        let jobs = threads(jobs, bytes / SHARE);
        let builder = ThreadPoolBuilder::new().num_threads(jobs).stack_size(STACK);
        // If no thread can be started, the calling thread does all work.
        Pool(builder.build().ok())
    }

    /// Applies `work` to all items and returns the results in input order.
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

/// Applies `work` to all items on up to `jobs` threads, each with a state of its own, and returns
/// the results in input order. If no thread can be started, the calling thread does all work.
pub fn each_with<T: Sync, R: Send, S>(
    jobs: usize,
    items: &[T],
    begin: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &T) -> R + Sync,
) -> Vec<R> {
    let next = Mutex::new(items.iter().enumerate());
    let rest = || {
        let mut state = None;
        let mut done = Vec::new();
        loop {
            let item = next.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((number, item)) = item else {
                return done;
            };
            done.push((number, work(state.get_or_insert_with(&begin), item)));
        }
    };
    let mut results: Vec<(usize, R)> = thread::scope(|scope| {
        let started = (1..threads(jobs, items.len())).map(|_| {
            let thread = thread::Builder::new().stack_size(STACK);
            thread.spawn_scoped(scope, rest)
        });
        let started: Vec<_> = started.filter_map(Result::ok).collect();
        let mut results = rest();
        for thread in started {
            match thread.join() {
                Ok(more) => results.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        results
    });
    results.sort_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
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
        let size = |jobs, bytes| {
            Pool::new(jobs, bytes)
                .0
                .map(|pool| pool.current_num_threads())
        };
        assert_eq!(size(4, LARGE), Some(4));
        assert_eq!(size(10_000, LARGE), Some(8));
        assert_eq!(threads(10_000, 3), 3);
        assert_eq!(threads(10_000, 1_000_000), MOST);
        for jobs in [0, 1, 2, 5] {
            let counted = each_with(jobs, &items, || 2, |factor, n| *factor * n);
            assert_eq!(counted, doubled);
        }
    }
}
