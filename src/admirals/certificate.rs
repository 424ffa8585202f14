//! Certificates of balance: what many battles on the same dice show about the sides and the players.
use naval::model::battle_results::{BattleResult, BattleResults};
use naval::model::certificate::{Census, CertifiedResults, HandicapEstimate, Interval, ScenarioChange, WinRates};
use naval::model::{Setup, Visibility, victory::VictoryEntry};
use naval::{Id, Inches, SideId, rules::special::SpecialRule};
use play::odds::wilson_interval;

/// Change of length that is tried, in turns.
const TURNS: i16 = 2;
/// Change of the sighting range that is tried by day. At night, half of it is tried.
const SIGHT_IN: i16 = 2;

/// Four battles for every seed on the same dice, with players A and B. The first letter has the first side.
pub struct PairedBattles {
    pub aa: BattleResults,
    pub ab: BattleResults,
    pub ba: BattleResults,
    pub bb: BattleResults,
}

impl PairedBattles {
    pub fn census(&self) -> Census {
        let mut census = Census::default();
        for battle in [&self.aa, &self.ab, &self.ba, &self.bb].into_iter().flat_map(|results| &results.battles) {
            let fired = battle.sides.iter().flat_map(|side| side.fire).any(|fire| 0 < fire.fired);
            census.battles += 1;
            census.refused += u64::from(0 < battle.refused + battle.waived);
            census.no_contact += u64::from(battle.contact.is_none());
            census.silent += u64::from(!fired);
        }
        census
    }

    /// Returns the balance of the sides and of the players.
    pub fn findings(&self, side: &SideId) -> CertifiedResults {
        let paired = |value: &dyn Fn(&BattleResult) -> f64| {
            let pairs = self.ab.battles.iter().zip(&self.ba.battles);
            mean(&pairs.map(|(ab, ba)| (value(ab) - value(ba)) / 2.0).collect::<Vec<_>>())
        };
        let margins = |results: &BattleResults| {
            mean(&results.battles.iter().map(|battle| f64::from(battle.margin())).collect::<Vec<_>>())
        };
        CertifiedResults {
            side: side.clone(),
            share_of_a: win_rate(&self.aa, side),
            share_of_b: win_rate(&self.bb, side),
            wins_of_a: Some(win_rates(&self.aa, side)),
            margin_of_a: margins(&self.aa),
            margin_of_b: margins(&self.bb),
            player: paired(&|battle| 100.0 * win_score(battle, side)),
            player_points: paired(&|battle| f64::from(battle.margin())),
            handicap: handicap(&self.aa),
            tried: Vec::new(),
        }
    }
}

/// 1 if the side won, 0.5 if neither did, otherwise 0.
fn win_score(battle: &BattleResult, side: &SideId) -> f64 {
    battle.winner.as_ref().map_or(0.5, |(won, _)| if won == side { 1.0 } else { 0.0 })
}

/// Returns the percentage of battles a side won. Draws count half.
pub fn win_rate(results: &BattleResults, side: &SideId) -> Interval {
    percentage(results, |battle| win_score(battle, side))
}

/// Returns the percentages of battles won by this side, the first, by the other, and by neither.
pub fn win_rates(results: &BattleResults, side: &SideId) -> WinRates {
    let counted = |is_counted: &dyn Fn(Option<&SideId>) -> bool| {
        percentage(results, |battle| f64::from(u8::from(is_counted(battle.winner.as_ref().map(|(won, _)| won)))))
    };
    WinRates {
        first: counted(&|won| won == Some(side)),
        second: counted(&|won| won.is_some_and(|won| won != side)),
        nobody: counted(&|won| won.is_none()),
    }
}

/// Returns the mean as a percentage, with its Wilson interval.
fn percentage(results: &BattleResults, counts: impl Fn(&BattleResult) -> f64) -> Interval {
    let n = results.battles.len() as f64;
    let share = results.battles.iter().map(counts).sum::<f64>() / n.max(1.0);
    let (low, high) = wilson_interval(share, n);
    rounded_interval(100.0 * share, 100.0 * low, 100.0 * high)
}

/// Whether a win rate is within the limits, given the battles fought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Balance {
    Fair,
    Off,
    /// More battles are needed.
    Open,
}

/// Fair if the whole interval is within twice the margin of 50%, off if all of it is beyond the margin.
pub fn classify_share(share: Interval, percent: u32) -> Balance {
    let (low, high, margin) = (share.low - 50.0, share.high - 50.0, f64::from(percent));
    if -2.0 * margin <= low && high <= 2.0 * margin {
        Balance::Fair
    } else if margin < low || high < -margin {
        Balance::Off
    } else {
        Balance::Open
    }
}

fn mean(values: &[f64]) -> Interval {
    let n = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / n;
    let squares = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
    let error = 1.96 * (squares / (n - 1.0).max(1.0) / n).sqrt();
    rounded_interval(mean, mean - error, mean + error)
}

fn rounded_interval(mean: f64, low: f64, high: f64) -> Interval {
    // Adding 0.0 turns negative zero into zero.
    let rounded = |value: f64| (value * 10.0).round() / 10.0 + 0.0;
    Interval { mean: rounded(mean), low: rounded(low), high: rounded(high) }
}

/// Returns the median margin and its interval by order statistics, in whole points.
fn handicap(results: &BattleResults) -> HandicapEstimate {
    let mut margins: Vec<i32> = results.battles.iter().map(BattleResult::margin).collect();
    margins.sort_unstable();
    let n = margins.len();
    let margin_at =
        |place: f64| margins.get((place.max(0.0) as usize).min(n.saturating_sub(1))).copied().unwrap_or_default();
    let half_width = 0.98 * (n as f64).sqrt();
    let middle = n as f64 / 2.0;
    let median = f64::midpoint(f64::from(margin_at(middle - 0.5)), f64::from(margin_at(middle)));
    HandicapEstimate {
        points: median.round() as i32,
        low: margin_at((middle - half_width).floor()),
        high: margin_at((middle + half_width).floor()),
    }
}

/// Returns changes that may make a scenario even, the smallest first.
pub fn changes(setup: &Setup, first_is_stronger: bool) -> Vec<ScenarioChange> {
    let sight = if setup.night { SIGHT_IN / 2 } else { SIGHT_IN };
    let mut changes = vec![
        ScenarioChange::Turns(TURNS),
        ScenarioChange::Turns(-TURNS),
        ScenarioChange::Sight(sight),
        ScenarioChange::Sight(-sight),
    ];
    let (stronger, weaker) = if first_is_stronger { (0, 1) } else { (1, 0) };
    let side = |index: usize| setup.sides.get(index).map(|side| &side.id);
    changes.extend(side(stronger).and_then(|side| removable_ship(setup, side)).map(ScenarioChange::Without));
    changes.extend(side(weaker).map(|side| ScenarioChange::DamageControl(side.clone())));
    changes
}

/// Returns a ship that the scenario can spare: no flagship, not named, the last such one of the smallest division.
fn removable_ship(setup: &Setup, side: &SideId) -> Option<Id> {
    let named_by_rules: Vec<Id> = setup.rules.iter().flat_map(SpecialRule::names).collect();
    let named_by_conditions: Vec<&Id> = setup.decide.iter().flatten().flat_map(VictoryEntry::names).collect();
    let is_named = |ship: &Id| named_by_rules.contains(ship) || named_by_conditions.contains(&ship);
    let force_flag = |ship: &Id| setup.sides.iter().any(|side| side.force_flag.as_ref() == Some(ship));
    let mut divisions: Vec<_> =
        setup.divisions.iter().filter(|division| division.side == *side && 1 < division.ships.len()).collect();
    divisions.sort_by_key(|division| division.ships.len());
    let removable = |division: &&naval::model::DivisionSetup| {
        let is_free = |ship: &&Id| division.flagship != **ship && !force_flag(ship) && !is_named(ship);
        division.ships.iter().rev().find(is_free).cloned()
    };
    divisions.iter().find_map(removable)
}

/// Returns the scenario with a change. `None` if the change is impossible.
pub fn with_change(setup: &Setup, change: &ScenarioChange) -> Option<Setup> {
    let mut setup = setup.clone();
    match change {
        ScenarioChange::Turns(more) => {
            setup.turns = setup.turns.checked_add_signed(*more).filter(|turns| 4 <= *turns)?;
        }
        ScenarioChange::Sight(more) => {
            let extend = |range: &mut Inches| *range = (*range + Inches::whole((*more).into())).max(Inches::whole(1));
            match &mut setup.visibility {
                Visibility::Steps(steps) => steps.iter_mut().for_each(|step| extend(&mut step.range)),
                Visibility::Rolled(ranges) => ranges.iter_mut().for_each(extend),
            }
        }
        ScenarioChange::Without(ship) => {
            setup.divisions.iter_mut().for_each(|division| division.ships.retain(|id| id != ship));
            setup.ships.retain(|entry| entry.card.id != *ship);
            setup.pickets.retain(|id| id != ship);
            setup.without_points.retain(|id| id != ship);
        }
        ScenarioChange::DamageControl(side) => {
            let side = setup.sides.iter_mut().find(|other| other.id == *side)?;
            side.damage_control += 1;
        }
    }
    Some(setup)
}
