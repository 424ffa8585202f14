//! Finds battles that are fair when fought: draws one after another until one passes. [10.5]
use std::io::{self, Write};

use crate::{
    commanders,
    many_battles::{BattleRequest, fight_many},
    prompt::Interrupts,
};
use admirals::{Balance, BattleStart, Commander, classify_share, win_rate, win_rates};
use load::Sources;
use naval::model::certificate::{Interval, WinRates};
use naval::model::{Setup, battle_results::BattleResults};
use session::Refusal;

const BATTLES_PER_ROUND: u64 = 200;
/// Maximum battles fought in a series. A draw has one series, and a second one to confirm it.
const MAX_BATTLES: u64 = 2_000;
pub const MAX_FAIR_DRAWS: u64 = 50;
/// Mixed (xor) into the seed for the battles that confirm the result.
const CONFIRMING_SEED: u64 = 0x5eed;

/// What many battles showed: the first side's win rate (draws count half), each side's wins, the number of battles.
#[derive(Clone, Copy)]
pub struct Fairness {
    pub share: Interval,
    pub wins: WinRates,
    pub n: u64,
}

impl Fairness {
    /// `Captains fought 400 battles: Japan wins 40.2%, Russia 37.8%, no side 22.0%. The win rate is 51.2% ...`
    pub fn describe(&self, setup: &Setup) -> String {
        let Interval { mean, low, high } = self.share;
        let (wins, n) = (show::certificate::win_shares(setup, &self.wins), self.n);
        format!("Captains fought {n} battles: {wins}. The win rate is {mean:.1}% ({low:.1} to {high:.1}).")
    }
}

/// A battle that is drawn, with its number from 1 and its seed.
#[derive(Clone, Copy)]
pub struct NumberedDraw {
    pub number: u64,
    pub seed: u64,
}

struct FairnessResult {
    balance: Balance,
    fairness: Fairness,
}

/// Searches for battles that are fair to within `percent`.
pub struct FairSearch {
    percent: u32,
    threads: Option<u16>,
    interrupts: Interrupts,
}

impl FairSearch {
    pub fn new(percent: u32, threads: Option<u16>) -> FairSearch {
        FairSearch { percent, threads, interrupts: Interrupts::catch() }
    }

    /// Returns the fairness of a draw if it is fair in battles with its own seed, and again in battles with another.
    /// Prints a line for each of these series.
    ///
    /// # Errors
    /// Ctrl-C: half a search has no result.
    pub fn confirm_fair(
        &self,
        sources: &Sources,
        setup: &Setup,
        draw: NumberedDraw,
    ) -> Result<Option<Fairness>, Refusal> {
        let (start, captains) = (BattleStart::from_setup(setup), commanders::all_commanders(sources, setup, &[])?);
        let result = self.judge_by_battles(setup, (&start, &captains), draw, draw.seed)?;
        print_draw(draw, &format!("{} {}", result.fairness.describe(setup), verdict_text(result.balance, false)));
        if result.balance != Balance::Fair {
            return Ok(None);
        }
        let result = self.judge_by_battles(setup, (&start, &captains), draw, draw.seed ^ CONFIRMING_SEED)?;
        print_draw(draw, &format!("{} {}", result.fairness.describe(setup), verdict_text(result.balance, true)));
        Ok((result.balance == Balance::Fair).then_some(result.fairness))
    }

    /// Fights up to [`MAX_BATTLES`] until the interval is within twice the percentage, or the win rate is clearly off.
    fn judge_by_battles(
        &self,
        setup: &Setup,
        (start, commanders): (&BattleStart, &[Commander]),
        draw: NumberedDraw,
        seed: u64,
    ) -> Result<FairnessResult, Refusal> {
        let stop: &(dyn Fn() -> bool + Sync) = &|| self.interrupts.is_pending();
        let (mut all, mut n) = (BattleResults::default(), 0);
        loop {
            let request =
                BattleRequest { start, commanders, seed, from: n, n: BATTLES_PER_ROUND, threads: self.threads, stop };
            all.battles.extend(fight_many(&request, None).0.battles);
            n += BATTLES_PER_ROUND;
            if (all.battles.len() as u64) < n {
                let what = "Interrupted: no fair battle was found";
                let (fought, NumberedDraw { number, seed }) = (all.battles.len(), draw);
                let progress =
                    format!("Seed {seed}: {fought} of {n} battles were fought, draw {number} of {MAX_FAIR_DRAWS}");
                let hint = format!("--seed {seed} continues with this draw, after {} others", number - 1);
                return Err(Refusal::not_there(format!("{what}. {progress}.")).hint(hint));
            }
            let side = &setup.sides[0].id;
            let share = win_rate(&all, side);
            let balance = classify_share(share, self.percent);
            if balance != Balance::Open || MAX_BATTLES <= n {
                return Ok(FairnessResult { balance, fairness: Fairness { share, wins: win_rates(&all, side), n } });
            }
        }
    }
}

pub fn print_draw(NumberedDraw { number, seed }: NumberedDraw, text: &str) {
    let _closed = writeln!(io::stderr(), "Draw {number} of {MAX_FAIR_DRAWS}, seed {seed}: {text}");
}

/// Describes the verdict of the first series, or of the `fresh` one that confirms it.
fn verdict_text(balance: Balance, fresh: bool) -> &'static str {
    match (balance, fresh) {
        (Balance::Fair, false) => "Fair at first: fought again with new seeds.",
        (Balance::Fair, true) => "Fair.",
        (Balance::Off, _) => "Not fair.",
        (Balance::Open, _) => "Undecided.",
    }
}
