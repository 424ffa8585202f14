//! Battles that are fair when they are fought: drawn one after the other until one stands. [10.5]
use crate::{
    commanders,
    many::{Wanted, fought},
    prompt::Interrupts,
};
use admirals::{Commander, Judged, Start, judged, share};
use load::Sources;
use naval::{Setup, battles::Many, certificate::Interval};
use session::Problem;

/// Battles that are fought at a time, and at most.
const AT_A_TIME: u64 = 200;
const MOST: u64 = 2_000;
/// Battles that are drawn up before the search is given up.
pub const DRAWS: u64 = 50;
/// Added to the seed for the battles that confirm what was found.
const FRESH: u64 = 0x5eed;

/// What many battles said of a scenario: the first side's share, and of how many.
#[derive(Clone, Copy)]
pub struct Fair {
    pub share: Interval,
    pub n: u64,
}

impl Fair {
    /// `Japan wins 51.2% (46.1 to 56.3) of 400 battles between captains.`
    pub fn says(&self, setup: &Setup) -> String {
        let side = setup.sides.first().map_or("", |side| &side.name);
        let Interval { mean, low, high } = self.share;
        format!("{side} wins {mean:.1}% ({low:.1} to {high:.1}) of {} battles between captains.", self.n)
    }
}

/// Looks for fair battles, so many in a hundred either way.
pub struct Search {
    percent: u32,
    threads: Option<u16>,
    interrupts: Interrupts,
}

impl Search {
    pub fn of(percent: u32, threads: Option<u16>) -> Search {
        Search { percent, threads, interrupts: Interrupts::caught() }
    }

    /// Whether a scenario is fair, by battles of its seed and then by fresh ones: what those said.
    ///
    /// # Errors
    /// Ctrl-C: half a search has found nothing.
    pub fn stands(&self, sources: &Sources, setup: &Setup, seed: u64) -> Result<Option<Fair>, Problem> {
        let (start, captains) = (Start::of(setup), commanders::all(sources, setup, &[])?);
        Ok(match self.judged(setup, &start, &captains, seed)? {
            Some(_) => self.judged(setup, &start, &captains, seed ^ FRESH)?,
            None => None,
        })
    }

    /// Fights until the interval lies within twice the percentage, or the share is shown to be off.
    fn judged(&self, setup: &Setup, start: &Start, who: &[Commander], seed: u64) -> Result<Option<Fair>, Problem> {
        let stop: &(dyn Fn() -> bool + Sync) = &|| self.interrupts.waits();
        let (mut all, mut n) = (Many::default(), 0);
        while n < MOST {
            let wanted = Wanted { start, who, seed, from: n, n: AT_A_TIME, threads: self.threads, stop };
            all.battles.extend(fought(&wanted, None).0.battles);
            n += AT_A_TIME;
            if (all.battles.len() as u64) < n {
                return Err(Problem::new("interrupted: no fair battle was found"));
            }
            let share = share(&all, &setup.sides[0].id);
            match judged(share, self.percent) {
                Judged::Fair => return Ok(Some(Fair { share, n })),
                Judged::Off => return Ok(None),
                Judged::Open => {}
            }
        }
        Ok(None)
    }
}
