//! Searchlights and starshell. [4.5]
use super::{
    Choice, Memory, PendingDecision, ScoredOption, TermKind,
    reasons::{choose_best, term},
    relative_position::range,
};
use naval::model::{Light, Ship, doctrine::Lights};
use naval::{Command, Id, view::PlayerView};
use play::Rule;

const LIGHTS: Rule = Rule::new("4.5");
/// Boats within this range are lit whether they have fired or not.
const THREAT_IN: f64 = 4.0;
/// No light reaches farther.
const FARTHEST_IN: f64 = 12.0;
/// At most this many ships, the nearest, are tried for each enemy.
const MAX_TRIED_SHIPS: usize = 3;

/// An enemy to be lit, and the nearest ships that may do it, each with its range in inches.
struct UnlitEnemy {
    is_small: bool,
    nearest: f64,
    base: Id,
    lighters: Vec<(f64, Id)>,
}

/// Lights enemies by the card: none, all, or those that fired and near boats. Large ones first, by the nearest ship.
pub fn lights(view: &mut PlayerView, memory: &Memory, card: Lights, decision: &PendingDecision) -> Vec<Choice> {
    if card == Lights::Never {
        return Vec::new();
    }
    let (state, turn) = (view.state(), view.state().turn);
    let has_fired = |ship: &Ship| {
        ship.shown_at_sighting.has_flashed || ship.showed_last_turn || memory.has_fired_since(&ship.id, turn - 1)
    };
    let own: Vec<&Ship> = decision.units.iter().filter_map(|id| state.ship(id)).collect();
    let mut unlit: Vec<UnlitEnemy> = Vec::new();
    for enemy in unlit_enemies(view) {
        let mut near: Vec<(f64, &Id)> =
            own.iter().filter_map(|ship| Some((range(view, ship, enemy)?, &ship.id))).collect();
        near.sort_by(|left, right| left.0.total_cmp(&right.0).then_with(|| left.1.cmp(right.1)));
        let Some((nearest, _)) = near.first().copied().filter(|(range, _)| *range <= FARTHEST_IN) else { continue };
        let threatens = enemy.card.kind.is_torpedo_craft() && nearest <= THREAT_IN;
        if has_fired(enemy) || threatens || card == Lights::Always {
            let lighters = near.into_iter().take(MAX_TRIED_SHIPS).map(|(range, id)| (range, id.clone())).collect();
            unlit.push(UnlitEnemy {
                is_small: !enemy.card.kind.is_large(),
                nearest,
                base: state.base_id(&enemy.id),
                lighters,
            });
        }
    }
    unlit.sort_by(|left, right| {
        let by_range = left.nearest.total_cmp(&right.nearest);
        left.is_small.cmp(&right.is_small).then(by_range).then_with(|| left.base.cmp(&right.base))
    });
    unlit.dedup_by(|left, right| left.base == right.base);
    let mut chosen: Vec<Choice> = Vec::new();
    for UnlitEnemy { base: target, lighters, .. } in unlit {
        let options = lighters.iter().flat_map(|(range, ship)| light_orders(ship, &target, *range)).collect();
        chosen.extend(choose_best(view, options));
    }
    chosen
}

/// Returns the enemies in sight that neither a light nor their own fires show.
fn unlit_enemies(view: &PlayerView) -> impl Iterator<Item = &Ship> {
    view.state()
        .ships_in_action()
        .filter(|ship| ship.side != *view.side() && ship.sighted && !ship.lit && ship.fires() == 0)
}

/// Returns both ways of lighting an enemy.
fn light_orders(ship: &Id, target: &Id, range: f64) -> [ScoredOption; 2] {
    [Light::Searchlight, Light::Starshell].map(|light| {
        let (ship, target) = (ship.clone(), target.clone());
        let command = Command::Illuminate { by: ship, target, with: light, range: None, clear: false };
        ScoredOption::from_terms(command, vec![term(TermKind::Range, -0.1 * range, LIGHTS)])
    })
}

/// Returns every light of each ship on a dark enemy within reach, the nearest first. [4.5]
pub fn all_light_options(view: &PlayerView, decision: &PendingDecision) -> Vec<Vec<ScoredOption>> {
    let state = view.state();
    let options_of = |unit: &Id| {
        let lighter = state.ship(unit)?;
        let options_for = |enemy: &Ship| {
            let range = range(view, lighter, enemy)?;
            (range <= FARTHEST_IN).then(|| light_orders(unit, &state.base_id(&enemy.id), range))
        };
        let mut options: Vec<ScoredOption> = unlit_enemies(view).filter_map(options_for).flatten().collect();
        options.sort_by_key(|option| std::cmp::Reverse(option.value));
        options.dedup_by(|left, right| left.command == right.command);
        Some(options)
    };
    decision.units.iter().filter_map(options_of).collect()
}
