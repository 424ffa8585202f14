//! The chance of a battle before it is fought: the referee's own ruling decides every round with every die.
//!
//! A round is ruled once for each possible field. The results are then summed over the rounds.
use std::collections::HashMap;

use super::{
    eventless_battle::{CallerDice, EventlessBattle, play_round},
    field_graph::{FieldGraph, SplitWizardTable},
    keys::MAX_RANKS,
    policy::Policy,
};
use crate::model::{Army, Counts, Field, Rank, RoundSpell, Setup, Step};

/// Number of fields above which a battle is sampled instead.
const MAX_FIELDS: usize = 150_000;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Duration {
    /// Decided by a die: one more than it shows. [SC-11]
    Die,
    /// This many are left, including the current one.
    Left(u8),
}

/// The possible ends of a battle under a policy.
#[derive(Clone, PartialEq, Debug)]
pub struct Forecast {
    /// Every end: the army then, whether the battle was won, and the chance. The chances sum to 1.
    pub ends: Vec<(Army, bool, f64)>,
    /// Number of battles sampled, or `None` if exact.
    pub sampled: Option<u32>,
}

impl Forecast {
    /// Returns the forecast of an area taken without a battle.
    pub fn certain(army: Army) -> Forecast {
        Forecast { ends: vec![(army, true, 1.0)], sampled: None }
    }

    /// Combines several possible battles, with chances that sum to 1.
    pub fn combine(battles: Vec<(f64, Forecast)>) -> Forecast {
        let mut ends = EndCounts::default();
        let sampled = battles.iter().filter_map(|(_, battle)| battle.sampled).min();
        for (chance, battle) in battles {
            for (army, won, part) in battle.ends {
                ends.count(army, won, chance * part);
            }
        }
        Forecast { sampled, ..ends.sorted() }
    }

    /// Returns the chance to win.
    pub fn win(&self) -> f64 {
        // The sum of nothing is negative zero.
        self.ends.iter().filter(|(_, won, _)| *won).map(|(.., chance)| chance).sum::<f64>() + 0.0
    }

    /// Returns the standard error of the chance to win, or 0 if exact.
    pub fn error(&self) -> f64 {
        self.sampled.map_or(0.0, |count| (self.win() * (1.0 - self.win()) / f64::from(count)).sqrt())
    }

    /// Returns the chance of each number of own losses, from 0 on.
    pub fn losses(&self, army: &Army) -> Vec<f64> {
        let before = army.fighters();
        let mut chances = vec![0.0; before as usize + 1];
        for (left, _, chance) in &self.ends {
            chances[before.saturating_sub(left.fighters()) as usize] += chance;
        }
        chances
    }

    /// Returns the expected own losses.
    pub fn mean_losses(&self, army: &Army) -> f64 {
        self.losses(army).iter().enumerate().map(|(lost, chance)| lost as f64 * chance).sum()
    }
}

/// Forecasts a battle that begins or is under way, under a policy for losses and spells. [SC-11 to SC-16]
///
/// Exact to the rounding of a 64-bit float, or `None` if there are too many fields or enemy ranks.
pub fn forecast(setup: &Setup, field: &Field, rounds: Duration, policy: Policy) -> Option<Forecast> {
    forecast_within(MAX_FIELDS, setup, field, rounds, policy)
}

/// Forecasts a battle with at most `max_fields` fields. See [`forecast()`].
pub(crate) fn forecast_within(
    max_fields: usize,
    setup: &Setup,
    field: &Field,
    rounds: Duration,
    policy: Policy,
) -> Option<Forecast> {
    let first = with_unlimited_rounds(setup, field);
    if MAX_RANKS < first.roster.len() {
        return None;
    }
    let (last, share) = match rounds {
        Duration::Left(0) => {
            let mut ends = EndCounts::default();
            ends.add(setup, &first, 1.0);
            return Some(ends.sorted());
        }
        Duration::Left(left) => (left, 1.0),
        Duration::Die => (7, 1.0 / 6.0),
    };
    let split_table = SplitWizardTable::split(setup, &first);
    let (mut graph, mut chances) = FieldGraph::new(setup, policy, split_table.as_ref(), &first);
    let mut ends: Vec<f64> = Vec::new();
    for round in 1..=last {
        chances = graph.play_round(chances, round == last, max_fields)?;
        let may_end = match rounds {
            Duration::Die => 2 <= round,
            Duration::Left(left) => round == left,
        };
        if may_end {
            ends.resize(graph.len(), 0.0);
            chances
                .iter()
                .enumerate()
                .for_each(|(place, chance)| ends[place] += chance * share * graph.stop_factor(place));
        }
    }
    let mut found = EndCounts::default();
    for (place, chance) in ends.into_iter().enumerate().filter(|(_, chance)| *chance > 0.0) {
        found.add(setup, graph.field(place), chance);
    }
    Some(found.sorted())
}

/// Returns the field with an unlimited number of rounds, so that a round can be ruled without its number.
fn with_unlimited_rounds(setup: &Setup, field: &Field) -> Field {
    let mut field = Field { round: 0, rounds: u8::MAX, ..merge_equal_ranks(field) };
    if field.step == Step::Idle {
        field.step = setup.first_step(&field);
    }
    field
}

/// Merges evoked units with equal ones: their origin makes no difference in battle.
fn merge_equal_ranks(field: &Field) -> Field {
    let none = Counts::new;
    let mut merged = Field { foes: none(), foes_lost: none(), foes_lost_now: none(), ..field.clone() };
    let mut roster: Vec<Rank> = Vec::new();
    for (place, rank) in field.roster.iter().enumerate() {
        let index = roster.iter().position(|known| known.troop == rank.troop).unwrap_or_else(|| {
            roster.push(rank.clone());
            merged.foes.push(0);
            merged.foes_lost.push(0);
            merged.foes_lost_now.push(0);
            roster.len() - 1
        });
        merged.foes[index] += field.foes[place];
        merged.foes_lost[index] += field.foes_lost[place];
        merged.foes_lost_now[index] += field.foes_lost_now[place];
    }
    if let Some(RoundSpell::Weakness(place)) = field.round_spell {
        let troop = field.roster.get(usize::from(place)).map(|rank| &rank.troop);
        let index =
            roster.iter().position(|known| Some(&known.troop) == troop).and_then(|index| u8::try_from(index).ok());
        merged.round_spell = index.map(RoundSpell::Weakness);
    }
    merged.roster = roster.into();
    merged
}

/// Ends with their chances, equal ends merged.
#[derive(Default)]
struct EndCounts(Vec<(Army, bool, f64)>);

impl EndCounts {
    fn add(&mut self, setup: &Setup, field: &Field, chance: f64) {
        let (.., won) = field.outcome(&setup.rules);
        self.count(field.own, won, chance);
    }

    fn count(&mut self, army: Army, won: bool, chance: f64) {
        match self.0.iter_mut().find(|(known, end, _)| *known == army && *end == won) {
            Some((.., sum)) => *sum += chance,
            None => self.0.push((army, won, chance)),
        }
    }

    fn sorted(mut self) -> Forecast {
        self.0.sort_by(|left, right| right.1.cmp(&left.1).then(right.0.cmp(&left.0)));
        Forecast { ends: self.0, sampled: None }
    }
}

/// Forecasts a battle by sampling `battles` battles. `face` rolls a die with that many sides.
pub fn sample(
    setup: &Setup,
    field: &Field,
    rounds: Duration,
    policy: Policy,
    battles: u32,
    face: &mut dyn FnMut(u8) -> u8,
) -> Forecast {
    let mut ends: HashMap<(Army, bool), u32> = HashMap::new();
    let first = with_unlimited_rounds(setup, field);
    for _ in 0..battles {
        let last = match rounds {
            Duration::Die => face(6) + 1,
            Duration::Left(left) => left,
        };
        let mut dice = CallerDice(face);
        let mut field = first.copied();
        let mut battle = EventlessBattle::new(setup, &mut field, &mut dice);
        for _ in 0..last {
            play_round(&mut battle, policy);
        }
        let (.., won) = field.outcome(&setup.rules);
        *ends.entry((field.own, won)).or_default() += 1;
    }
    let share = |times: u32| f64::from(times) / f64::from(battles.max(1));
    let ends = EndCounts(ends.into_iter().map(|((army, won), times)| (army, won, share(times))).collect());
    Forecast { sampled: Some(battles), ..ends.sorted() }
}
