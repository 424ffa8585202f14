//! Generals that play complete campaigns: by rule of thumb, greedily by the odds, or searching one conquest ahead.
//!
//! They see what the player sees: the state, and no die in advance.
use std::collections::HashMap;

use super::stake::{self, POINTS_PER_GP};
use crate::{
    model::{
        AreaId, Army, BattleSide, Command, Holder, Kind, LineError, MOVEMENT_POINTS, Phase, State, Step, nearest_first,
    },
    odds::{
        Duration, Policy, field_against, forecast_within, rough_estimate::estimate, sample, unit_value, with_free_unit,
    },
};
use play::Rng;

/// How a general decides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Style {
    /// Attacks where a rule of thumb promises most.
    Thumb,
    /// Attacks where the odds promise most.
    Odds,
    /// As `Odds`, but also considers the conquest after the next.
    Search,
}

impl Style {
    pub const ALL: [Style; 3] = [Style::Thumb, Style::Odds, Style::Search];

    pub const fn name(self) -> &'static str {
        ["thumb", "odds", "search"][self as usize]
    }

    /// Returns the style of that name, or an error with the nearest name.
    pub fn from_name(name: &str) -> Result<Style, LineError> {
        Style::ALL.into_iter().find(|style| style.name() == name).ok_or_else(|| {
            let names = Style::ALL.map(Style::name);
            LineError::new(format!("There is no general \"{name}\".")).hint(nearest_first(name, &names))
        })
    }
}

/// A general with its cache of evaluated battles.
pub struct General {
    style: Style,
    policy: Policy,
    cache: HashMap<(Army, AreaId, u64), BattleProspects>,
}

/// The prospects of a battle: the chance to win, and the losses in points of worth if won and if lost.
#[derive(Clone, Copy, Debug)]
struct BattleProspects {
    win: f64,
    lost_if_won: f64,
    lost_if_lost: f64,
    /// The most likely army after a victory.
    army_left: Army,
}

#[derive(Clone, Debug)]
struct Target {
    area: AreaId,
    /// The first step, or `None` to stay.
    step: Option<AreaId>,
    turns: u32,
    worth: f64,
}

/// Factor by which a turn's delay reduces a prospect.
const DELAY_FACTOR: f64 = 0.86;
/// Turns for which income is counted at most.
const MAX_INCOME_TURNS: f64 = 9.0;
/// Number of fields (states of a battle) up to which a general calculates a battle exactly.
const MAX_EXACT_FIELDS: usize = 400;
/// Own units times enemy units beyond which exact calculation is not tried. Then battles are sampled.
const MAX_EXACT_UNIT_PRODUCT: u32 = 64;
/// Number of battles sampled instead.
const SAMPLE_BATTLES: u32 = 60;
/// Turns of marching up to which targets are considered.
const MAX_MARCH_TURNS: u32 = 4;
/// Targets for which the search considers the next conquest.
const MAX_SEARCHED_TARGETS: usize = 4;

impl General {
    pub fn new(style: Style) -> General {
        General { style, policy: Policy::default(), cache: HashMap::new() }
    }

    /// Returns the next order, or `None` when the campaign is over.
    pub fn order(&mut self, state: &State) -> Option<Command> {
        Some(match state.phase {
            Phase::Event => Command::Event,
            Phase::Loss { owed, .. } => Command::Lose { army: self.policy.losses(&state.setup, &state.field, owed) },
            Phase::Recruitment => best_purchase(state),
            Phase::Movement => self.march(state),
            Phase::Exploration => Command::Explore,
            Phase::Conflict => match state.field.step {
                Step::Idle => Command::Battle,
                Step::Magic => Command::Magic,
                Step::Spell => match self.policy.spell(&state.setup, &state.field) {
                    Some((spell, at)) => Command::Cast { spell, at },
                    None => Command::Hold,
                },
                Step::Clash => Command::Fight,
                Step::Losses { owed } => Command::Lose { army: self.policy.losses(&state.setup, &state.field, owed) },
                Step::Over => return None,
            },
            Phase::Retreat => Command::Retreat { to: *state.retreats().first()? },
            Phase::Conquest => {
                Command::Free { kind: state.free_units().into_iter().max_by_key(|kind| unit_value(*kind)) }
            }
            Phase::Over => return None,
        })
    }

    /// Returns the next step towards the best target, or `Stay`.
    fn march(&mut self, state: &State) -> Command {
        let found = match self.style {
            Style::Thumb | Style::Odds => {
                targets(state, MAX_MARCH_TURNS, |state, area, turn| self.expected_gain(state, area, state.army(), turn))
            }
            Style::Search => self.search_targets(state),
        };
        let worthwhile = found.into_iter().filter(|target| target.worth > 0.0);
        let best = worthwhile.max_by(|left, right| left.worth.total_cmp(&right.worth).then(right.area.cmp(&left.area)));
        let is_open = |to: &AreaId| state.neighbours().any(|(area, cost)| area.id == *to && cost <= state.mp_left);
        best.and_then(|target| target.step).filter(is_open).map_or(Command::Stay, |to| Command::Move { to })
    }

    /// Returns the best targets by the odds. Their values include the next conquest.
    fn search_targets(&mut self, state: &State) -> Vec<Target> {
        let mut targets =
            targets(state, MAX_MARCH_TURNS, |state, area, turn| self.expected_gain(state, area, state.army(), turn));
        targets.sort_by(|left, right| right.worth.total_cmp(&left.worth).then(left.area.cmp(&right.area)));
        targets.truncate(MAX_SEARCHED_TARGETS);
        for target in &mut targets {
            let battle = self.prospects(state, target.area, state.army());
            let after = state_after_conquest(state, target.area, battle.army_left, target.turns);
            let next =
                self::targets(&after, 0, |state, area, turn| self.expected_gain(state, area, state.army(), turn));
            let best = next.iter().map(|target| target.worth).fold(0.0, f64::max);
            target.worth += battle.win * best * DELAY_FACTOR.powi(1 + target.turns as i32);
        }
        targets
    }

    /// Returns the expected gain from entering an area on a turn, in points of worth.
    fn expected_gain(&mut self, state: &State, area: AreaId, army: &Army, turn: u16) -> f64 {
        let battle = self.prospects(state, area, army);
        let gain = gain(state, area, turn);
        let all = army_worth(army);
        // A beaten army also costs the turns that rebuild it.
        let fight = battle.win * (gain - battle.lost_if_won) - (1.0 - battle.win) * (battle.lost_if_lost + 0.3 * all);
        let decisive_value = || stake::evaluate(state, (battle.win, battle.lost_if_lost), turn, fight);
        match state.holder(area) {
            Holder::Empire => 0.0,
            Holder::Neutral if state.scenario().victory.control.contains(&area) => decisive_value(),
            Holder::Neutral => fight,
            Holder::Enemy(_) if state.capital_of(area).is_some() => decisive_value(),
            Holder::Enemy(_) => {
                let interception_chance = f64::from(state.setup.rules.intercept_max) / 6.0;
                let garrison = state.garrison(area);
                let host_points =
                    garrison.iter().map(|group| f64::from(group.troop.combat_factor) * f64::from(group.count));
                let host_points: f64 = host_points.sum();
                interception_chance * fight
                    + (1.0 - interception_chance) * (gold_gain(state, area, turn) + 0.8 * host_points)
            }
        }
    }

    fn prospects(&mut self, state: &State, area: AreaId, army: &Army) -> BattleProspects {
        // An empire's host is the same in all its areas except for the ground.
        let place = match state.holder(area) {
            Holder::Enemy(_) => AreaId::from(is_rough(state, area)),
            Holder::Neutral | Holder::Empire => area,
        };
        let key = (*army, place, garrison_hash(state, area));
        if let Some(cached) = self.cache.get(&key) {
            return *cached;
        }
        let battle = self.evaluate_battle(state, area, army);
        self.cache.insert(key, battle);
        battle
    }

    fn evaluate_battle(&self, state: &State, area: AreaId, army: &Army) -> BattleProspects {
        let all = army_worth(army);
        let Some(field) = field_against(state, area, *army) else {
            return BattleProspects { win: 1.0, lost_if_won: 0.0, lost_if_lost: 0.0, army_left: *army };
        };
        let hopeless = BattleProspects { win: 0.0, lost_if_won: all, lost_if_lost: all, army_left: *army };
        if army.fighters() == 0 {
            return hopeless;
        }
        if self.style == Style::Thumb {
            let guess = estimate(&state.setup, &field);
            return BattleProspects {
                win: guess.win,
                lost_if_won: guess.lost,
                lost_if_lost: guess.lost,
                army_left: *army,
            };
        }
        let strength = |side| field.strength(&state.setup.rules, side, |_, _, _, _| {});
        if 10 * strength(BattleSide::Own) < 6 * strength(BattleSide::Foes) {
            return hopeless;
        }
        // Wizards and large armies make too many fields for an exact calculation, so such a battle is sampled.
        let large = field.wizard
            || field.own.has_wizard()
            || MAX_EXACT_UNIT_PRODUCT < field.own.fighters() * field.foe_fighters();
        let exact = if large {
            None
        } else {
            forecast_within(MAX_EXACT_FIELDS, &state.setup, &field, Duration::Die, self.policy)
        };
        let forecast = exact.unwrap_or_else(|| {
            let mut face = sample_dice(garrison_hash(state, area));
            sample(&state.setup, &field, Duration::Die, self.policy, SAMPLE_BATTLES, &mut face)
        });
        let mean = |won: bool| {
            let ends = || forecast.ends.iter().filter(|(_, is_won, _)| *is_won == won);
            let chance: f64 = ends().map(|(.., chance)| chance).sum();
            let lost: f64 = ends().map(|(remaining, _, chance)| (all - army_worth(remaining)).max(0.0) * chance).sum();
            if chance > 0.0 { lost / chance } else { 0.0 }
        };
        let best = forecast.ends.iter().filter(|(_, won, _)| *won).max_by(|left, right| left.2.total_cmp(&right.2));
        let remaining = best.map_or(*army, |(remaining, ..)| *remaining);
        BattleProspects {
            win: forecast.win(),
            lost_if_won: mean(true),
            lost_if_lost: mean(false),
            army_left: remaining,
        }
    }
}

/// Returns random dice for a sampled battle, the same for the same battle.
fn sample_dice(seed: u64) -> impl FnMut(u8) -> u8 {
    let mut rng = Rng(seed);
    move |sides| (((rng.word() >> 32) * u64::from(sides)) >> 32) as u8 + 1
}

fn is_rough(state: &State, area: AreaId) -> bool {
    state.scenario().area(area).is_some_and(|area| state.setup.rules.is_rough(area.terrain))
}

fn garrison_hash(state: &State, area: AreaId) -> u64 {
    let mut code = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |value: u64| code = (code ^ value).wrapping_mul(0x0000_0100_0000_01b3);
    match state.holder(area) {
        Holder::Empire => add(1),
        Holder::Neutral => {
            add(2);
            add(state.area_state(area).map_or(0, |land| land.garrison_change as u64));
        }
        Holder::Enemy(enemy) => {
            add(3 + u64::from(enemy.0));
            for (place, land) in
                state.area_states.iter().enumerate().filter(|(_, land)| land.holder == Holder::Enemy(enemy))
            {
                add(place as u64);
                add(land.garrison_change as u64);
            }
            let changes = state.empire_changes.get(enemy.index()).into_iter();
            let changed = changes.flat_map(|changes| changes.dead.iter().chain(&changes.extra));
            changed.for_each(|group| add(u64::from(group.count) << 8 | u64::from(group.troop.combat_factor)));
        }
    }
    code
}

/// Returns the value of an army in points of worth.
fn army_worth(army: &Army) -> f64 {
    army.present().map(|(kind, count)| f64::from(unit_value(kind)) * f64::from(count)).sum()
}

fn gold_gain(state: &State, area: AreaId, turn: u16) -> f64 {
    let turns = f64::from(state.scenario().turn_limit.saturating_sub(turn)).min(MAX_INCOME_TURNS);
    f64::from(state.gold(area)) * POINTS_PER_GP * turns / 2.0
}

/// Returns the value of a conquered area: gold, one unit, and room for more. [SC-17]
fn gain(state: &State, area: AreaId, turn: u16) -> f64 {
    let free = army_worth(&with_free_unit(state, area, Army::NONE));
    let recruits = state.scenario().recruits(area);
    gold_gain(state, area, turn) + free + 0.35 * army_worth(&recruits)
}

/// Returns a likely state after an area was taken in some turns.
fn state_after_conquest(state: &State, area: AreaId, left: Army, turns: u32) -> State {
    let mut after = state.clone();
    let levied = !matches!(state.holder(area), Holder::Enemy(_)) || state.capital_of(area).is_some();
    after.field.own = with_free_unit(state, area, left);
    after.resources += state.gold(area);
    if let Some(place) = state.scenario().place(area) {
        after.area_states[place].holder = Holder::Empire;
        after.area_states[place].levied = levied;
    }
    after.army_at = area;
    after.turn = after.turn.saturating_add(1 + turns as u16);
    after.mp_left = MOVEMENT_POINTS;
    after
}

/// Returns every area that is not the player's and borders on what the army can reach, valued by `value_on_arrival` on
/// the turn of arrival, less the delay of the march.
fn targets(state: &State, max_turns: u32, mut value_on_arrival: impl FnMut(&State, AreaId, u16) -> f64) -> Vec<Target> {
    let is_target = |(area, _, turns): &(AreaId, _, u32)| state.holder(*area) != Holder::Empire && *turns <= max_turns;
    let to_target = |(area, step, turns)| {
        let arrival = state.turn.saturating_add(turns as u16);
        Target { area, step, turns, worth: value_on_arrival(state, area, arrival) * DELAY_FACTOR.powi(turns as i32) }
    };
    reachable_areas(state).into_iter().filter(is_target).map(to_target).collect()
}

/// Returns how the army reaches every area through the player's: the first step, and the turns that pass before.
fn reachable_areas(state: &State) -> Vec<(AreaId, Option<AreaId>, u32)> {
    /// Cost of a way, less is better: turns passed, then movement points used in the turn.
    type Cost = (u32, u8);
    let scenario = state.scenario();
    let mut best: Vec<Option<(Cost, Option<AreaId>)>> = vec![None; scenario.areas.len()];
    let Some(start) = scenario.place(state.army_at) else { return Vec::new() };
    best[start] = Some(((0, MOVEMENT_POINTS.saturating_sub(state.mp_left)), None));
    let mut queue = std::collections::VecDeque::from([start]);
    while let Some(place) = queue.pop_front() {
        let Some(((turns, used), first)) = best[place] else { continue };
        if place != start && state.area_states[place].holder != Holder::Empire {
            continue;
        }
        for next in scenario.areas[place].adj.iter().filter_map(|id| scenario.place(*id)) {
            let cost = scenario.areas[next].terrain.cost();
            let arrives = if used + cost <= MOVEMENT_POINTS { (turns, used + cost) } else { (turns + 1, cost) };
            // If the first step is not possible this turn, the army waits where it is.
            let step = first.or(if place == start && arrives.0 > turns { None } else { Some(scenario.areas[next].id) });
            if best[next].is_none_or(|(known, _)| arrives < known) {
                best[next] = Some((arrives, step));
                queue.push_back(next);
            }
        }
    }
    let found = best.into_iter().enumerate().filter(|(place, _)| *place != start);
    found.filter_map(|(place, found)| found.map(|((turns, _), step)| (scenario.areas[place].id, step, turns))).collect()
}

/// Orders the unit with the most combat factor for its price, a wizard before all, or ends recruitment. [SC-8]
fn best_purchase(state: &State) -> Command {
    let affordable = Kind::RECRUITS.into_iter().filter(|kind| state.can_buy(*kind));
    let value = |kind: &Kind| match kind {
        Kind::Wizard => 1_000,
        other => u32::from(other.combat_factor()) * 100 / state.price(1, *other).max(1),
    };
    match affordable.max_by_key(value) {
        Some(kind) => Command::Buy { count: 1, kind },
        None => Command::Done,
    }
}
