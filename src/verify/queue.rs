//! A queue of tasks for several workers. A task can begin when its dependencies are done.
//! Of the tasks that can begin, the one with the longest chain of dependent work comes
//! first. (A single worker takes the tasks in their order: no other order is faster.) If
//! all tasks are small, the calling thread does what it can before workers are started.
//! The result of a task must not depend on any of this.
//!
//! Contract and body of a member are two tasks in one queue; a contract waits for contracts that it
//! uses, members in a cycle are checked one after the other. Results are in source order, whatever
//! the number of workers. The branches of one check stay on one worker: its terms, its path
//! conditions and what the prover and Z3 know are shared by its paths and belong to one thread.
//! Another worker would execute the path once more from its beginning and repeat its queries, so
//! counts would depend on the number of workers, and paths that meet again could not be merged.
//! What bounds the gain from more cores is the longest check (`cargo bench -- cores`).

use crate::parallel::threads;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::panic::resume_unwind;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope};
use std::time::Duration;

/// The stack size of a worker; deep recursion extends it.
pub(super) const STACK: usize = 8 * 1024 * 1024;

/// The stack size of a thread that waits for workers.
const SMALL_STACK: usize = 128 * 1024;

/// How long the first worker is alone if there is little work.
const HEAD_START: Duration = Duration::from_millis(1);

/// How long a result can wait for others. Waking the receiving thread for each result
/// costs more than a small task.
const PAUSE: Duration = Duration::from_millis(5);

/// The scheduling data of a task.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Task {
    /// An estimate of the work, in any unit.
    pub size: u64,
    /// The dependencies, by index: they precede this task.
    pub after: Vec<usize>,
}

impl Task {
    /// A task without dependencies.
    #[cfg(test)]
    fn independent(size: u64) -> Task {
        let after = Vec::new();
        Task { size, after }
    }
}

/// The state that a task leaves behind on its thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreadState {
    /// None: the next task can run on the same thread.
    Clean,
    /// State that the next task must not meet: it gets a new thread.
    Used,
}

/// The thread that runs a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runner {
    /// The thread that called [`run`]. It has to give up tasks that would take long or
    /// leave state behind.
    Caller,
    /// A worker.
    Worker,
}

/// The number of workers.
#[derive(Clone, Copy, Debug)]
pub struct Workers {
    /// The maximum number at a time.
    pub max: usize,
    /// The maximum total size of the tasks that the caller first tries without workers.
    pub max_caller_size: u64,
    /// The maximum total size of the tasks for which the first worker is alone for a
    /// moment: it is often done by then.
    pub max_head_start_size: u64,
}

/// Runs a task; `None` gives it up. A task given up by the caller is run again by a
/// worker.
pub type Work<'w, T> = &'w (dyn Fn(usize, Runner) -> Option<(T, ThreadState)> + Sync);

/// Runs all tasks, and calls `done` with each index and result soon after it is known, on
/// the calling thread. A task is left out only if a worker gives it up or no thread can
/// be started.
pub fn run<T: Send>(
    tasks: &[Task],
    workers: Workers,
    work: Work<'_, T>,
    mut done: impl FnMut(usize, T),
) {
    let jobs = workers.max;
    let queue = Queue::new(tasks, jobs);
    let sizes = tasks.iter().map(|task| task.size);
    let size = sizes.fold(0, u64::saturating_add);
    if size <= workers.max_caller_size {
        queue.work_here(work, &mut done);
    }
    if queue.left() == 0 {
        return;
    }
    thread::scope(|scope| {
        queue.start_worker(scope, work);
        if size <= workers.max_head_start_size {
            queue.pause(HEAD_START);
        }
        for _ in 1..threads(jobs, queue.left()) {
            queue.start_worker(scope, work);
        }
        while let Some(results) = queue.results() {
            for (index, result) in results {
                done(index, result);
            }
            queue.pause(PAUSE);
        }
    });
}

/// The state shared by the workers.
struct Queue<T> {
    /// By task: its size plus the longest chain of tasks that depend on it; 0 for one
    /// worker.
    weights: Vec<u64>,
    /// By task: the tasks that depend on it.
    waiting: Vec<Vec<usize>>,
    state: Mutex<State<T>>,
    /// Signals workers without a task.
    changed: Condvar,
    /// Signals the thread that receives the results.
    news: Condvar,
}

struct State<T> {
    /// The tasks that can begin: the heaviest first, of equal ones the first.
    ready: BinaryHeap<(u64, Reverse<usize>)>,
    /// By task: the number of unfinished dependencies.
    missing: Vec<usize>,
    /// The number of unfinished tasks.
    left: usize,
    /// The results that have not been received.
    results: Vec<(usize, T)>,
    /// Whether a thread waits for the next result.
    listening: bool,
    /// The number of workers.
    workers: usize,
    /// The number of workers without a task.
    idle: usize,
}

impl<T> State<T> {
    /// Whether there will be more results.
    fn has_more(&self) -> bool {
        self.left > 0 && self.workers > 0
    }
}

impl<T> Queue<T> {
    fn new(tasks: &[Task], jobs: usize) -> Queue<T> {
        let mut weights: Vec<u64> = tasks.iter().map(|task| task.size).collect();
        let mut waiting = vec![Vec::new(); tasks.len()];
        for (index, task) in tasks.iter().enumerate().rev() {
            let weight = weights.get(index).copied().unwrap_or(0);
            for &earlier in &task.after {
                debug_assert!(earlier < index, "tasks wait for earlier ones only");
                if let (Some(waiting), Some(heaviest), Some(task)) = (
                    waiting.get_mut(earlier),
                    weights.get_mut(earlier),
                    tasks.get(earlier),
                ) {
                    waiting.push(index);
                    *heaviest = (*heaviest).max(task.size.saturating_add(weight));
                }
            }
        }
        if jobs == 1 {
            weights.fill(0);
        }
        let missing: Vec<usize> = tasks.iter().map(|task| task.after.len()).collect();
        let free = missing.iter().zip(&weights).enumerate();
        let free = free.filter(|(_, (missing, _))| **missing == 0);
        let ready = free.map(|(task, (_, weight))| (*weight, Reverse(task)));
        Queue {
            state: Mutex::new(State {
                ready: ready.collect(),
                missing,
                left: tasks.len(),
                results: Vec::new(),
                listening: false,
                workers: 0,
                idle: 0,
            }),
            weights,
            waiting,
            changed: Condvar::new(),
            news: Condvar::new(),
        }
    }

    /// Runs tasks on this thread until one is given up or leaves state behind.
    fn work_here(&self, work: Work<'_, T>, done: &mut impl FnMut(usize, T)) {
        while let Some(task) = self.begin() {
            let Some((result, thread)) = work(task, Runner::Caller) else {
                return self.leave(task);
            };
            self.finish(task, Some(result));
            for (task, result) in self.results().into_iter().flatten() {
                done(task, result);
            }
            if thread == ThreadState::Used {
                return;
            }
        }
    }

    /// Starts a worker: a sequence of threads, as long as there is work. If none can be
    /// started, the other workers do the work.
    fn start_worker<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>, work: Work<'scope, T>)
    where
        T: Send + 'scope,
    {
        let started = Started::by(self);
        // The next thread starts when the last one has ended, to reuse its memory.
        let place = move || {
            let _registration = started;
            while self.run_tasks(scope, work) == ThreadState::Used {}
        };
        // If the system has no thread to spare, the other workers do the work.
        let builder = thread::Builder::new().stack_size(SMALL_STACK);
        let _ = builder.spawn_scoped(scope, place);
    }

    /// Runs tasks on a new thread until there are none, or until one leaves state behind.
    fn run_tasks<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        work: Work<'scope, T>,
    ) -> ThreadState
    where
        T: Send + 'scope,
    {
        let worker = move || {
            while let Some(task) = self.next() {
                // A task that a worker gives up is left out: no other thread would run
                // it.
                let done = work(task, Runner::Worker);
                let (result, thread) = done
                    .map_or((None, ThreadState::Clean), |(result, thread)| {
                        (Some(result), thread)
                    });
                self.finish(task, result);
                if thread == ThreadState::Used {
                    return thread;
                }
            }
            ThreadState::Clean
        };
        let builder = thread::Builder::new().stack_size(STACK);
        let Ok(worker) = builder.spawn_scoped(scope, worker) else {
            return ThreadState::Clean;
        };
        worker.join().unwrap_or_else(|panic| resume_unwind(panic))
    }

    /// A task that can begin, if there is one now.
    fn begin(&self) -> Option<usize> {
        let (_, Reverse(task)) = self.state().ready.pop()?;
        Some(task)
    }

    /// Returns a task that has begun, to be run by another thread.
    fn leave(&self, task: usize) {
        let weight = self.weights.get(task).copied().unwrap_or(0);
        self.state().ready.push((weight, Reverse(task)));
    }

    /// The next task, as soon as there is one; `None` when all are done.
    fn next(&self) -> Option<usize> {
        let mut state = self.state();
        while state.left > 0 {
            if let Some((_, Reverse(task))) = state.ready.pop() {
                return Some(task);
            }
            state.idle += 1;
            let woken = self.changed.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
            state.idle -= 1;
        }
        None
    }

    /// Finishes a task: tasks that depended on it alone can begin. Only idle threads with
    /// something to do are woken, because waking takes as long as a small task.
    fn finish(&self, task: usize, result: Option<T>) {
        let mut state = self.state();
        state.left -= 1;
        for &next in self.waiting.get(task).into_iter().flatten() {
            let Some(missing) = state.missing.get_mut(next) else {
                continue;
            };
            *missing -= 1;
            if *missing == 0 {
                let weight = self.weights.get(next).copied().unwrap_or(0);
                state.ready.push((weight, Reverse(next)));
            }
        }
        state.results.extend(result.map(|result| (task, result)));
        let over = state.left == 0;
        // This worker takes one of the tasks itself.
        let more = state.idle > 0 && (over || state.ready.len() > 1);
        let news = std::mem::take(&mut state.listening) || over;
        drop(state);
        if more {
            self.changed.notify_all();
        }
        if news {
            self.news.notify_one();
        }
    }

    /// The results that have not been received, as soon as there are any; `None` when
    /// there are no more.
    fn results(&self) -> Option<Vec<(usize, T)>> {
        let mut state = self.state();
        while state.results.is_empty() && state.has_more() {
            state.listening = true;
            let woken = self.news.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
        }
        let results = std::mem::take(&mut state.results);
        (!results.is_empty()).then_some(results)
    }

    /// Waits for some time, or until there will be no more results.
    fn pause(&self, time: Duration) {
        let has_more = |state: &mut State<T>| state.has_more();
        // A poisoned lock ends the pause and has no other effect.
        drop(self.news.wait_timeout_while(self.state(), time, has_more));
    }

    /// The number of unfinished tasks.
    fn left(&self) -> usize {
        self.state().left
    }

    fn state(&self) -> MutexGuard<'_, State<T>> {
        // Nothing that can panic runs while the lock is held.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The registration of a worker in the queue, which ends with the worker, even by a
/// panic.
struct Started<'q, T>(&'q Queue<T>);

impl<'q, T> Started<'q, T> {
    fn by(queue: &'q Queue<T>) -> Started<'q, T> {
        queue.state().workers += 1;
        Started(queue)
    }
}

impl<T> Drop for Started<'_, T> {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.workers -= 1;
        let (others, last) = (state.idle > 0, !state.has_more());
        drop(state);
        // The other workers take over its tasks. If there are none, there will be no more
        // results.
        if others {
            self.0.changed.notify_all();
        }
        if last {
            self.0.news.notify_one();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::collections::BTreeSet;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn task(size: u64, after: &[usize]) -> Task {
        Task {
            size,
            after: after.to_vec(),
        }
    }

    fn no_more_than(max: usize) -> Workers {
        Workers {
            max,
            max_caller_size: 0,
            max_head_start_size: u64::MAX,
        }
    }

    /// The order in which tasks begin if each is done before the next begins.
    fn order(tasks: &[Task], jobs: usize) -> Vec<usize> {
        let queue = Queue::new(tasks, jobs);
        let next = || queue.next().inspect(|&task| queue.finish(task, Some(())));
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn the_largest_task_comes_first_and_of_equal_ones_the_first() {
        let tasks = [3, 9, 1, 9].map(Task::independent);
        assert_eq!(order(&tasks, 2), [1, 3, 0, 2]);
        assert_eq!(order(&[], 2), [] as [usize; 0]);
    }

    #[test]
    fn a_task_on_which_much_hangs_comes_before_a_larger_one() {
        let tasks = [
            task(5, &[]),
            task(1, &[]),
            task(1, &[1]),
            task(10, &[2]),
            task(4, &[0, 2]),
        ];
        assert_eq!(order(&tasks, 2), [1, 2, 3, 0, 4]);
        assert_eq!(order(&tasks, 1), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn a_task_begins_when_all_that_it_waits_for_are_done() {
        // Each depends on some earlier tasks, in an irregular pattern.
        let after = |n: usize| (0..n).filter(|m| (n * 7 + m * 5) % 11 < 3).collect();
        let tasks: Vec<Task> = (0..200)
            .map(|n| Task {
                size: (n as u64 * 31) % 17,
                after: after(n),
            })
            .collect();
        let finished = Mutex::new(BTreeSet::new());
        let work = |index: usize, _| {
            let known = finished.lock().unwrap().clone();
            assert!(tasks[index].after.iter().all(|m| known.contains(m)));
            finished.lock().unwrap().insert(index);
            Some(((), ThreadState::Clean))
        };
        for jobs in [1, 2, 8, 1000] {
            let mut results = 0;
            run(&tasks, no_more_than(jobs), &work, |_, ()| results += 1);
            assert_eq!(results, tasks.len(), "{jobs}");
            finished.lock().unwrap().clear();
        }
    }

    #[test]
    fn small_tasks_need_no_worker_up_to_the_first_that_is_given_up() {
        let tasks: Vec<Task> = (0..9).map(|_| Task::independent(1)).collect();
        let work = |index: usize, by| {
            (index < 5 || by == Runner::Worker).then_some((by, ThreadState::Clean))
        };
        for (max_caller_size, here) in [(9, 5), (8, 0)] {
            let mut all = Vec::new();
            let workers = Workers {
                max: 1,
                max_caller_size,
                max_head_start_size: 0,
            };
            run(&tasks, workers, &work, |index, by| all.push((index, by)));
            let by = |index| {
                if index < here {
                    Runner::Caller
                } else {
                    Runner::Worker
                }
            };
            let expected: Vec<(usize, Runner)> = (0..9).map(|index| (index, by(index))).collect();
            assert_eq!(all, expected, "{max_caller_size}");
        }
    }

    #[test]
    fn what_workers_give_up_is_left_out() {
        let tasks: Vec<Task> = (0..9).map(|_| Task::independent(1)).collect();
        for jobs in [1, 3] {
            let mut all = BTreeSet::new();
            let work = |index: usize, _| index.is_multiple_of(2).then_some(((), ThreadState::Used));
            run(&tasks, no_more_than(jobs), &work, |index, ()| {
                all.insert(index);
            });
            assert_eq!(all, BTreeSet::from([0, 2, 4, 6, 8]), "{jobs}");
        }
    }

    thread_local! {
        static MARKS: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
    }

    #[test]
    fn no_task_meets_what_one_left_behind_that_said_so() {
        let tasks: Vec<Task> = (0..50).map(|_| Task::independent(1)).collect();
        let met = AtomicUsize::new(0);
        let work = |index: usize, _| {
            let marks = MARKS.with_borrow(Vec::clone);
            assert!(marks.iter().all(|mark| mark % 2 == 0), "{marks:?}");
            met.fetch_add(marks.len(), Ordering::Relaxed);
            MARKS.with_borrow_mut(|marks| marks.push(index));
            match index % 2 {
                0 => Some(((), ThreadState::Clean)),
                _ => Some(((), ThreadState::Used)),
            }
        };
        run(&tasks, no_more_than(1), &work, |_, ()| {});
        assert_ne!(met.into_inner(), 0, "clean threads are used again");
    }
}
