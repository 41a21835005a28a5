//! A queue of tasks for several workers: a task is begun when all those that it
//! waits for are done, and of those that can be begun the one first that most
//! work hangs on. (One worker takes them in their order: it is done no sooner with
//! any other.) If all of them are small, the calling thread does what it can before
//! there are workers. What comes of a task must not depend on any of that.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::panic::resume_unwind;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope};
use std::time::Duration;

/// The stack of a worker; deep recursion adds to it by itself.
pub(super) const STACK: usize = 8 * 1024 * 1024;

/// The stack of a thread that waits for workers.
const SMALL_STACK: usize = 128 * 1024;

/// How long the first worker is alone if there is little to do.
const ALONE: Duration = Duration::from_millis(1);

/// How long a result may wait for others. To be woken for each of them costs a
/// worker and the thread that takes them more than a small task does.
const PAUSE: Duration = Duration::from_millis(5);

/// What a queue has to know of a task.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Task {
    /// An estimate of the work, in any unit.
    pub size: u64,
    /// The tasks to wait for, by index: they stand before this one.
    pub after: Vec<usize>,
}

impl Task {
    /// A task that waits for no other.
    #[cfg(test)]
    fn alone(size: u64) -> Task {
        let after = Vec::new();
        Task { size, after }
    }
}

/// What a task left behind on its thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thread {
    /// Nothing: the next task can run there too.
    Clean,
    /// Something that the next task must not meet: it gets a new thread.
    Used,
}

/// Who does a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The thread that called [`run`], which has to give up what would take long, or
    /// would leave something behind.
    Caller,
    /// A worker.
    Worker,
}

/// How many workers there are.
#[derive(Clone, Copy, Debug)]
pub struct Workers {
    /// The most at a time.
    pub most: usize,
    /// The largest size of all tasks together for which it is tried without any.
    pub spared: u64,
    /// The largest size of all tasks together for which the first is alone for a
    /// moment, for it may well have done them by then.
    pub alone: u64,
}

/// Does a task, unless it is given up: then it is done again by somebody else.
pub type Work<'w, T> = &'w (dyn Fn(usize, By) -> Option<(T, Thread)> + Sync);

/// Does all tasks, and calls `done` with each index and result soon after they come,
/// on the calling thread. A task is left out only if the system gives no more threads.
pub fn run<T: Send>(
    tasks: &[Task],
    workers: Workers,
    work: Work<'_, T>,
    mut done: impl FnMut(usize, T),
) {
    let jobs = workers.most;
    let queue = Queue::new(tasks, jobs);
    let sizes = tasks.iter().map(|task| task.size);
    let size = sizes.fold(0, u64::saturating_add);
    if size <= workers.spared {
        queue.work_here(work, &mut done);
    }
    if queue.left() == 0 {
        return;
    }
    thread::scope(|scope| {
        queue.start_worker(scope, work);
        if size <= workers.alone {
            queue.pause(ALONE);
        }
        for _ in 1..jobs.min(queue.left()) {
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

/// What workers share.
struct Queue<T> {
    /// By task: its size with the longest chain of tasks that wait for it; 0 for
    /// one worker.
    weights: Vec<u64>,
    /// By task: those that wait for it.
    waiting: Vec<Vec<usize>>,
    state: Mutex<State<T>>,
    /// What workers without a task wait for.
    changed: Condvar,
    /// What the thread that takes the results waits for.
    news: Condvar,
}

struct State<T> {
    /// What can be begun: the heaviest is at the top, of equal ones the first.
    ready: BinaryHeap<(u64, Reverse<usize>)>,
    /// By task: how many it still waits for.
    missing: Vec<usize>,
    /// How many tasks are not done yet.
    left: usize,
    /// What came of tasks, until it is taken.
    results: Vec<(usize, T)>,
    /// Whether somebody is to be told of the next result.
    listening: bool,
    /// How many workers there are.
    workers: usize,
    /// How many of them have no task.
    idle: usize,
}

impl<T> State<T> {
    /// Whether there will be more results.
    fn goes_on(&self) -> bool {
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

    /// Does tasks on this thread, up to the first that is given up.
    fn work_here(&self, work: Work<'_, T>, done: &mut impl FnMut(usize, T)) {
        while let Some(task) = self.begin() {
            let Some((result, thread)) = work(task, By::Caller) else {
                return self.leave(task);
            };
            self.finish(task, Some(result));
            for (task, result) in self.results().into_iter().flatten() {
                done(task, result);
            }
            if thread == Thread::Used {
                return;
            }
        }
    }

    /// Starts a worker, and after it the next one, for as long as there is work for
    /// one; without it the others do the work.
    fn start_worker<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>, work: Work<'scope, T>)
    where
        T: Send + 'scope,
    {
        let started = Started::by(self);
        // The next one starts when the last has ended, to use the same memory again.
        let place = move || {
            let _hired = started;
            while self.run_tasks(scope, work) == Thread::Used {}
        };
        // A system without a thread to spare leaves the work to the other workers.
        let builder = thread::Builder::new().stack_size(SMALL_STACK);
        let _ = builder.spawn_scoped(scope, place);
    }

    /// Has a thread do tasks until there are none, or until it has done one that left
    /// something behind.
    fn run_tasks<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        work: Work<'scope, T>,
    ) -> Thread
    where
        T: Send + 'scope,
    {
        let worker = move || {
            while let Some(task) = self.next() {
                // What a worker gives up is left out: nobody else would do it.
                let done = work(task, By::Worker);
                let (result, thread) = done.map_or((None, Thread::Clean), |(result, thread)| {
                    (Some(result), thread)
                });
                self.finish(task, result);
                if thread == Thread::Used {
                    return thread;
                }
            }
            Thread::Clean
        };
        let builder = thread::Builder::new().stack_size(STACK);
        let Ok(worker) = builder.spawn_scoped(scope, worker) else {
            return Thread::Clean;
        };
        worker.join().unwrap_or_else(|panic| resume_unwind(panic))
    }

    /// A task that can be begun, if there is one now.
    fn begin(&self) -> Option<usize> {
        let (_, Reverse(task)) = self.state().ready.pop()?;
        Some(task)
    }

    /// A task was begun, but is to be done by somebody else.
    fn leave(&self, task: usize) {
        let weight = self.weights.get(task).copied().unwrap_or(0);
        self.state().ready.push((weight, Reverse(task)));
    }

    /// The next task, once there is one; `None` when all are done.
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

    /// A task is done: those that waited for it alone can be begun. Who does not
    /// wait, or finds nothing new, is not woken: that takes as long as a small task.
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
        // This worker takes one of them itself.
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

    /// Results that nobody has taken, once there are any; `None` when all are taken.
    fn results(&self) -> Option<Vec<(usize, T)>> {
        let mut state = self.state();
        while state.results.is_empty() && state.goes_on() {
            state.listening = true;
            let woken = self.news.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
        }
        let results = std::mem::take(&mut state.results);
        (!results.is_empty()).then_some(results)
    }

    /// Waits for some time, or until there will be no more results.
    fn pause(&self, time: Duration) {
        let goes_on = |state: &mut State<T>| state.goes_on();
        // A lock that is poisoned ends the pause, and nothing else.
        drop(self.news.wait_timeout_while(self.state(), time, goes_on));
    }

    /// How many tasks are not done yet.
    fn left(&self) -> usize {
        self.state().left
    }

    fn state(&self) -> MutexGuard<'_, State<T>> {
        // Nothing that can panic runs while it is locked.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A worker's place in the queue, which it leaves when it ends, however it does.
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
        let (others, last) = (state.idle > 0, !state.goes_on());
        drop(state);
        // What it would have begun is left to others; without any, there is no more.
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

    fn no_more_than(most: usize) -> Workers {
        Workers {
            most,
            spared: 0,
            alone: u64::MAX,
        }
    }

    /// The order in which tasks are begun, if each is done before the next begins.
    fn order(tasks: &[Task], jobs: usize) -> Vec<usize> {
        let queue = Queue::new(tasks, jobs);
        let next = || queue.next().inspect(|&task| queue.finish(task, Some(())));
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn the_largest_task_comes_first_and_of_equal_ones_the_first() {
        let tasks = [3, 9, 1, 9].map(Task::alone);
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
        // Each waits for some of those before it, in a pattern without system.
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
            Some(((), Thread::Clean))
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
        let tasks: Vec<Task> = (0..9).map(|_| Task::alone(1)).collect();
        let work =
            |index: usize, by| (index < 5 || by == By::Worker).then_some((by, Thread::Clean));
        for (spared, here) in [(9, 5), (8, 0)] {
            let mut all = Vec::new();
            let workers = Workers {
                most: 1,
                spared,
                alone: 0,
            };
            run(&tasks, workers, &work, |index, by| all.push((index, by)));
            let by = |index| if index < here { By::Caller } else { By::Worker };
            let expected: Vec<(usize, By)> = (0..9).map(|index| (index, by(index))).collect();
            assert_eq!(all, expected, "{spared}");
        }
    }

    #[test]
    fn what_workers_give_up_is_left_out() {
        let tasks: Vec<Task> = (0..9).map(|_| Task::alone(1)).collect();
        for jobs in [1, 3] {
            let mut all = BTreeSet::new();
            let work = |index: usize, _| index.is_multiple_of(2).then_some(((), Thread::Used));
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
        let tasks: Vec<Task> = (0..50).map(|_| Task::alone(1)).collect();
        let met = AtomicUsize::new(0);
        let work = |index: usize, _| {
            let marks = MARKS.with_borrow(Vec::clone);
            assert!(marks.iter().all(|mark| mark % 2 == 0), "{marks:?}");
            met.fetch_add(marks.len(), Ordering::Relaxed);
            MARKS.with_borrow_mut(|marks| marks.push(index));
            match index % 2 {
                0 => Some(((), Thread::Clean)),
                _ => Some(((), Thread::Used)),
            }
        };
        run(&tasks, no_more_than(1), &work, |_, ()| {});
        assert_ne!(met.into_inner(), 0, "clean threads are used again");
    }
}
