//! Shares work among the cores, and shows a progress bar.
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::{thread, time::Duration};

pub fn core_count() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Runs `work` on the numbers below `n` in threads. Returns the results in order, up to the first missing or `None`.
pub fn run_in_order<T: Send>(
    n: u64,
    threads: usize,
    work: impl Fn(u64) -> Option<T> + Sync,
    watch: impl FnOnce(&AtomicU64),
) -> Vec<T> {
    let add = |results: &mut Vec<(u64, T)>, number: u64| results.extend(work(number).map(|result| (number, result)));
    let mut all: Vec<(u64, T)> = search::run_parallel(n, threads, add, watch).into_iter().flatten().collect();
    all.sort_by_key(|(number, _)| *number);
    let gapless = all.into_iter().enumerate().take_while(|(place, (number, _))| *place as u64 == *number);
    gapless.map(|(_, (_, result))| result).collect()
}

/// Returns a progress bar for `n` numbers on standard error, at a terminal only. It ends when `ends` holds.
pub fn progress_bar(n: u64, ends: impl Fn() -> bool) -> impl FnOnce(&AtomicU64) {
    move |done| {
        if !io::stderr().is_terminal() {
            return;
        }
        // Tasks that stop early count as done, so stop drawing as soon as `ends` holds.
        while !ends() {
            let worked_on = done.load(Relaxed);
            draw_bar(worked_on, n);
            if n <= worked_on {
                break;
            }
            thread::sleep(Duration::from_millis(100));
        }
        let _closed = writeln!(io::stderr());
    }
}

fn draw_bar(done: u64, all: u64) {
    const BAR_WIDTH: u64 = 40;
    let full = done * BAR_WIDTH / all.max(1);
    let line: String = (0..BAR_WIDTH).map(|column| if column < full { '#' } else { '.' }).collect();
    let _closed = write!(io::stderr(), "\r{line} {done} of {all}");
}
