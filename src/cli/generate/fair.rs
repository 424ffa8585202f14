//! Finds battles that are fair when fought: draws one after another until one passes. [10.5]
use std::io::{self, Write};

use crate::{
    commanders,
    many::{Wanted, fought},
    prompt::Interrupts,
};
use admirals::{Commander, Judged, Start, judged, share, win_shares};
use load::Sources;
use naval::model::certificate::{Interval, Wins};
use naval::model::{Setup, battles::Many};
use session::Refusal;

/// Battles fought at a time, and the maximum for one draw.
const AT_A_TIME: u64 = 200;
const MOST: u64 = 2_000;
/// Battles drawn before the search gives up.
pub const DRAWS: u64 = 50;
/// Mixed (xor) into the seed for the battles that confirm the result.
const FRESH: u64 = 0x5eed;

/// What many battles showed: the first side's win rate (undecided battles count half), the wins, the battles.
#[derive(Clone, Copy)]
pub struct Fair {
    pub share: Interval,
    pub wins: Wins,
    pub n: u64,
}

impl Fair {
    /// `Japan wins 40.2%, Russia 37.8%, nobody 22.0% of 400 battles between captains: a share of 51.2% (46.1 to 56.3).`
    pub fn says(&self, setup: &Setup) -> String {
        let Interval { mean, low, high } = self.share;
        let (wins, n) = (show::certificate::win_shares(setup, &self.wins), self.n);
        format!("{wins} of {n} battles between captains: a share of {mean:.1}% ({low:.1} to {high:.1}).")
    }
}

/// A battle that is drawn, with its number from 1 and its seed.
#[derive(Clone, Copy)]
pub struct Draw {
    pub at: u64,
    pub seed: u64,
}

/// What fighting a battle showed.
struct Found {
    judged: Judged,
    fair: Fair,
}

/// Searches for battles that are fair to within `percent`.
pub struct Search {
    percent: u32,
    threads: Option<u16>,
    interrupts: Interrupts,
}

impl Search {
    pub fn of(percent: u32, threads: Option<u16>) -> Search {
        Search { percent, threads, interrupts: Interrupts::caught() }
    }

    /// Returns the fairness of a draw if it is fair by battles of its seed and again by fresh ones. Prints a line for
    /// each.
    ///
    /// # Errors
    /// Ctrl-C: half a search has no result.
    pub fn stands(&self, sources: &Sources, setup: &Setup, draw: Draw) -> Result<Option<Fair>, Refusal> {
        let (start, captains) = (Start::of(setup), commanders::all(sources, setup, &[])?);
        let found = self.judged(setup, (&start, &captains), draw, draw.seed)?;
        tell(draw, &format!("{} {}", found.fair.says(setup), said(found.judged, false)));
        if found.judged != Judged::Fair {
            return Ok(None);
        }
        let found = self.judged(setup, (&start, &captains), draw, draw.seed ^ FRESH)?;
        tell(draw, &format!("{} {}", found.fair.says(setup), said(found.judged, true)));
        Ok((found.judged == Judged::Fair).then_some(found.fair))
    }

    /// Fights battles of `seed` until the interval is within twice the percentage, or the win rate is clearly off.
    fn judged(
        &self,
        setup: &Setup,
        (start, who): (&Start, &[Commander]),
        draw: Draw,
        seed: u64,
    ) -> Result<Found, Refusal> {
        let stop: &(dyn Fn() -> bool + Sync) = &|| self.interrupts.waits();
        let (mut all, mut n) = (Many::default(), 0);
        loop {
            let wanted = Wanted { start, who, seed, from: n, n: AT_A_TIME, threads: self.threads, stop };
            all.battles.extend(fought(&wanted, None).0.battles);
            n += AT_A_TIME;
            if (all.battles.len() as u64) < n {
                let what = "interrupted: no fair battle was found";
                let (fought, Draw { at, seed }) = (all.battles.len(), draw);
                let far = format!("{fought} of {n} battles of seed {seed} were fought, draw {at} of {DRAWS}");
                let hint = format!("--seed {seed} goes on with it; {} were drawn before it", at - 1);
                return Err(Refusal::not_there(format!("{what}; {far}")).hint(hint));
            }
            let side = &setup.sides[0].id;
            let share = share(&all, side);
            let judged = judged(share, self.percent);
            if judged != Judged::Open || MOST <= n {
                return Ok(Found { judged, fair: Fair { share, wins: win_shares(&all, side), n } });
            }
        }
    }
}

/// Prints a line of the search on standard error.
pub fn tell(Draw { at, seed }: Draw, says: &str) {
    // A closed standard error has no reader.
    let _closed = writeln!(io::stderr(), "Draw {at} of {DRAWS}, seed {seed}: {says}");
}

/// Describes the verdict of the first or of the fresh battles.
fn said(judged: Judged, fresh: bool) -> &'static str {
    match (judged, fresh) {
        (Judged::Fair, false) => "Fair so far: fought once more with fresh seeds.",
        (Judged::Fair, true) => "Fair.",
        (Judged::Off, _) => "Not fair.",
        (Judged::Open, _) => "Not settled.",
    }
}
