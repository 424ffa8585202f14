//! Work that is shared out among the cores, and a bar while they work.
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::{thread, time::Duration};

/// As many threads as there are cores.
pub fn all() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// What came of the numbers below `n`, shared out among threads, in their order: from the first on as far as none is missing.
/// A number that was not worked on comes to nothing.
pub fn unbroken<T: Send>(
    n: u64,
    threads: usize,
    work: impl Fn(u64) -> Option<T> + Sync,
    watch: impl FnOnce(&AtomicU64),
) -> Vec<T> {
    let add = |own: &mut Vec<(u64, T)>, at: u64| own.extend(work(at).map(|found| (at, found)));
    let mut all: Vec<(u64, T)> = search::shared(n, threads, add, watch).into_iter().flatten().collect();
    all.sort_by_key(|(at, _)| *at);
    let whole = all.into_iter().enumerate().take_while(|(place, (at, _))| *place as u64 == *at);
    whole.map(|(_, (_, found))| found).collect()
}

/// A bar on standard error while so many numbers are worked on, at a terminal only; until `ends` says that it is enough.
pub fn bar(n: u64, ends: impl Fn() -> bool) -> impl FnOnce(&AtomicU64) {
    move |done| {
        if !io::stderr().is_terminal() {
            return;
        }
        // Whoever gives up counts too: once it is enough, nothing more is drawn.
        while !ends() {
            let worked_on = done.load(Relaxed);
            draw(worked_on, n);
            if n <= worked_on {
                break;
            }
            thread::sleep(Duration::from_millis(100));
        }
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
