//! Work that is shared out among the cores.
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::{panic, thread, time::Duration};

/// As many threads as there are cores.
pub fn all() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Shares the numbers below `n` out among threads, each of which adds what comes of them to a sum of its own; every
/// thread's sum. `watch` is given the count of what is done.
pub fn shared<T: Default + Send>(
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
        working.into_iter().map(|one| one.join().unwrap_or_else(|panic| panic::resume_unwind(panic))).collect()
    })
}

/// A bar on standard error while so many numbers are worked on, at a terminal only; until `ends` says that it is enough.
pub fn bar(n: u64, ends: impl Fn() -> bool) -> impl FnOnce(&AtomicU64) {
    move |done| {
        if !io::stderr().is_terminal() {
            return;
        }
        while done.load(Relaxed) < n && !ends() {
            draw(done.load(Relaxed), n);
            thread::sleep(Duration::from_millis(100));
        }
        draw(done.load(Relaxed), n);
        // Nobody is left to hear of a closed standard error.
        let _closed = writeln!(io::stderr());
    }
}

fn draw(done: u64, all: u64) {
    const WIDE: u64 = 40;
    let full = done * WIDE / all.max(1);
    let line: String = (0..WIDE).map(|at| if at < full { '#' } else { '.' }).collect();
    let _closed = write!(io::stderr(), "\r{line} {done} of {all}");
}
