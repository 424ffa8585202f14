//! Complete campaigns played by a general, and statistics over many of them.
use super::general::General;
use crate::model::{AreaId, BattleFact, Command, Crystal, Ending, Fact, Holder, Purpose, Setup, State};
use play::{self, Dice, EventOf, Game, odds::wilson_interval};

#[derive(Clone, PartialEq, Debug)]
pub struct CampaignResult {
    pub ending: Option<Ending>,
    pub turns: u16,
    /// Where a battle was last lost, if any was.
    pub lost_at: Option<AreaId>,
    /// For each place, whether the area was ever taken.
    pub taken: Vec<bool>,
    /// For each total from 2 to 12, whether that event came in the first [`EARLY_TURNS`] turns.
    pub events: [bool; 11],
    /// Number of areas held by enemies at the end.
    pub enemy_areas: usize,
}

/// Turns in which events are counted. A longer campaign meets more events, so only these turns are compared, and only
/// of campaigns that lasted at least so long: in them the dice alone decide the events.
pub const EARLY_TURNS: u16 = 4;

/// Upper limit of orders in a campaign. No correct campaign reaches it.
const MAX_ORDERS: usize = 100_000;

/// Plays a campaign to its end. `observe` gets each order with its events and the state before it.
pub fn play_campaign(
    setup: &Setup,
    general: &mut General,
    dice: &mut dyn Dice<Purpose>,
    mut observe: impl FnMut(&State, &Command, &[EventOf<Crystal>]),
) -> CampaignResult {
    let mut state = Crystal::initial_state(setup);
    let taken = vec![false; state.area_states.len()];
    let mut campaign =
        CampaignResult { ending: None, turns: 0, lost_at: None, taken, events: [false; 11], enemy_areas: 0 };
    for _ in 0..MAX_ORDERS {
        let Some(command) = general.order(&state) else { break };
        // Rolled dice never run out, and a tested contract says that generals give only legal orders.
        let Ok(events) = play::decide::<Crystal>(&state, &command, dice) else { break };
        observe(&state, &command, &events);
        for event in &events {
            campaign.note_event(&state, &event.fact);
            Crystal::apply(&mut state, &event.fact);
        }
    }
    let enemy_areas = state.area_states.iter().filter(|land| matches!(land.holder, Holder::Enemy(_))).count();
    CampaignResult { ending: state.result, turns: state.turn, enemy_areas, ..campaign }
}

impl CampaignResult {
    fn note_event(&mut self, state: &State, fact: &Fact) {
        if let Fact::EventRolled { total } = fact
            && state.turn <= EARLY_TURNS
        {
            self.events[usize::from(total.clamp(&2, &12) - 2)] = true;
        } else if let Fact::Conquered { area, .. } = fact
            && let Some(place) = state.scenario().place(*area)
        {
            self.taken[place] = true;
        } else if let Fact::Battle(BattleFact::Decided { won: false, .. }) = fact {
            self.lost_at = Some(state.army_at);
        }
    }
}

/// Campaigns won, and campaigns played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WinRate {
    pub won: u64,
    pub played: u64,
}

impl WinRate {
    fn count(&mut self, won: bool) {
        self.won += u64::from(won);
        self.played += 1;
    }

    fn add(&mut self, other: WinRate) {
        self.won += other.won;
        self.played += other.played;
    }

    /// Returns the win rate, or 0 without campaigns.
    pub fn rate(self) -> f64 {
        self.won as f64 / self.played.max(1) as f64
    }

    /// Returns the bounds of Wilson's interval at 95%.
    pub fn interval(self) -> (f64, f64) {
        wilson_interval(self.rate(), self.played as f64)
    }
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct CampaignStats {
    pub all: WinRate,
    /// Number of campaigns by ending: victory, no army, no retreat, turn limit.
    pub endings: [u64; 4],
    /// Number of campaigns by length in turns.
    pub lengths: Vec<u64>,
    /// For each place, lost campaigns whose last lost battle was there.
    pub died_at: Vec<u64>,
    /// For each place, win rates of campaigns that took it and of those that did not.
    pub taken: Vec<(WinRate, WinRate)>,
    /// For each total, win rates with and without that event in the first [`EARLY_TURNS`] turns, over campaigns that
    /// lasted at least so many.
    pub events: [(WinRate, WinRate); 11],
    /// Sum of the enemies' areas at the end.
    pub enemy_areas: u64,
}

/// The endings in the order of [`CampaignStats::endings`].
pub const ENDINGS: [Ending; 4] = [Ending::Victory, Ending::NoArmy, Ending::NoRetreat, Ending::TurnLimit];

impl CampaignStats {
    pub fn count(&mut self, setup: &Setup, campaign: &CampaignResult) {
        let areas = setup.scenario.areas.len();
        self.died_at.resize(areas, 0);
        self.taken.resize(areas, Default::default());
        let won = campaign.ending == Some(Ending::Victory);
        self.all.count(won);
        if let Some(place) = ENDINGS.iter().position(|ending| Some(*ending) == campaign.ending) {
            self.endings[place] += 1;
        }
        let turns = usize::from(campaign.turns);
        self.lengths.resize(self.lengths.len().max(turns + 1), 0);
        self.lengths[turns] += 1;
        if let Some(place) = campaign.lost_at.filter(|_| !won).and_then(|area| setup.scenario.place(area)) {
            self.died_at[place] += 1;
        }
        let early = campaign.events.iter().zip(&mut self.events).filter(|_| EARLY_TURNS <= campaign.turns);
        for (happened, win_rates) in campaign.taken.iter().zip(&mut self.taken).chain(early) {
            if *happened { win_rates.0.count(won) } else { win_rates.1.count(won) }
        }
        self.enemy_areas += campaign.enemy_areas as u64;
    }

    /// Adds the counts of another core.
    pub fn add(&mut self, other: &CampaignStats) {
        self.all.add(other.all);
        for (own, added) in [(&mut self.lengths, &other.lengths), (&mut self.died_at, &other.died_at)] {
            own.resize(own.len().max(added.len()), 0);
            own.iter_mut().zip(added).for_each(|(own, added)| *own += added);
        }
        self.endings.iter_mut().zip(other.endings).for_each(|(own, added)| *own += added);
        self.taken.resize(self.taken.len().max(other.taken.len()), Default::default());
        for (own, added) in self.taken.iter_mut().zip(&other.taken).chain(self.events.iter_mut().zip(&other.events)) {
            own.0.add(added.0);
            own.1.add(added.1);
        }
        self.enemy_areas += other.enemy_areas;
    }

    /// Returns the average number of turns of a campaign.
    pub fn mean_length(&self) -> f64 {
        let turns: u64 = self.lengths.iter().enumerate().map(|(turns, count)| turns as u64 * count).sum();
        turns as f64 / self.all.played.max(1) as f64
    }

    /// Returns the number of turns within which a share of the campaigns ends.
    pub fn quantile(&self, share: f64) -> usize {
        let wanted = share * self.all.played as f64;
        let mut sum = 0;
        let reached = self.lengths.iter().position(|count| {
            sum += count;
            wanted <= sum as f64
        });
        reached.unwrap_or_default()
    }
}
