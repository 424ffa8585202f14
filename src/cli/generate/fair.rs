//! Battles that are fair when they are fought: drawn one after the other until one stands. [10.5]
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

/// Battles that are fought at a time, and at most.
const AT_A_TIME: u64 = 200;
const MOST: u64 = 2_000;
/// Battles that are drawn up before the search is given up.
pub const DRAWS: u64 = 50;
/// Added to the seed for the battles that confirm what was found.
const FRESH: u64 = 0x5eed;

/// What many battles said of a scenario: the first side's share, with half of nobody's, who won them, and how many they were.
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

/// A battle that is drawn up: the how manyth, from 1, and by which seed.
#[derive(Clone, Copy)]
pub struct Draw {
    pub at: u64,
    pub seed: u64,
}

/// What was found of a battle by fighting it.
struct Found {
    judged: Judged,
    fair: Fair,
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

    /// Whether the scenario of a draw is fair, by battles of its seed and then by fresh ones: what those said. Each search
    /// tells a line.
    ///
    /// # Errors
    /// Ctrl-C: half a search has found nothing.
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

    /// Fights battles of `seed` until the interval lies within twice the percentage, or the share is shown to be off.
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

/// A line of the search, on standard error.
pub fn tell(Draw { at, seed }: Draw, says: &str) {
    // Nobody is left to hear of a closed standard error.
    let _closed = writeln!(io::stderr(), "Draw {at} of {DRAWS}, seed {seed}: {says}");
}

/// What comes of it: of fresh battles, or of the first.
fn said(judged: Judged, fresh: bool) -> &'static str {
    match (judged, fresh) {
        (Judged::Fair, false) => "Fair so far: fought once more with fresh seeds.",
        (Judged::Fair, true) => "Fair.",
        (Judged::Off, _) => "Not fair.",
        (Judged::Open, _) => "Not settled.",
    }
}
