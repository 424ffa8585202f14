//! Distributes numbered work among threads.
use std::{
    panic,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    thread,
};

/// Distributes the numbers below `n` among threads, each of which adds its results to its own sum. Returns all sums.
/// `watch` gets the counter of completed numbers.
pub fn run_parallel<T: Default + Send>(
    n: u64,
    threads: usize,
    add: impl Fn(&mut T, u64) + Sync,
    watch: impl FnOnce(&AtomicU64),
) -> Vec<T> {
    let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
    let work = || {
        let mut sum = T::default();
        loop {
            let number = next.fetch_add(1, Relaxed);
            if n <= number {
                return sum;
            }
            add(&mut sum, number);
            done.fetch_add(1, Relaxed);
        }
    };
    thread::scope(|scope| {
        let working: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        watch(&done);
        working.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| panic::resume_unwind(panic))).collect()
    })
}
