//! Searchlights and starshell. [4.5]
use super::{
    Choice, Due, Memory, TermKind, Weighed,
    between::range,
    reasons::{best, term},
};
use naval::model::{Light, Ship, doctrine::Lights};
use naval::{Command, Id, view::Outlook};
use play::Rule;

const LIGHTS: Rule = Rule::new("4.5");
/// Boats within this range are lit whether they have fired or not.
const THREAT_IN: f64 = 4.0;
/// No light reaches farther.
const FARTHEST_IN: f64 = 12.0;
/// At most this many ships, the nearest, are tried for each enemy.
const MOST_TRIED: usize = 3;

/// An enemy to be lit, and the nearest ships that may do it, each with its range in inches.
struct Dark {
    small: bool,
    nearest: f64,
    base: Id,
    by: Vec<(f64, Id)>,
}

/// Lights enemies by the card: none, all, or those that fired and near boats. Large ones first, by the nearest ship.
pub fn lights(at: &mut Outlook, memory: &Memory, card: Lights, due: &Due) -> Vec<Choice> {
    if card == Lights::Never {
        return Vec::new();
    }
    let (state, turn) = (at.state(), at.state().turn);
    let fired = |ship: &Ship| ship.shown.flashes || ship.showed_last_turn || memory.has_fired_since(&ship.id, turn - 1);
    let own: Vec<&Ship> = due.units.iter().filter_map(|id| state.ship(id)).collect();
    let mut wanted: Vec<Dark> = Vec::new();
    for enemy in dark(at) {
        let mut near: Vec<(f64, &Id)> =
            own.iter().filter_map(|ship| Some((range(at, ship, enemy)?, &ship.id))).collect();
        near.sort_by(|one, other| one.0.total_cmp(&other.0).then_with(|| one.1.cmp(other.1)));
        let Some((nearest, _)) = near.first().copied().filter(|(range, _)| *range <= FARTHEST_IN) else { continue };
        let threatens = enemy.card.kind.is_torpedo_craft() && nearest <= THREAT_IN;
        if fired(enemy) || threatens || card == Lights::Always {
            let by = near.into_iter().take(MOST_TRIED).map(|(range, id)| (range, id.clone())).collect();
            wanted.push(Dark { small: !enemy.card.kind.is_large(), nearest, base: state.base_of(&enemy.id), by });
        }
    }
    wanted.sort_by(|one, other| {
        let by_range = one.nearest.total_cmp(&other.nearest);
        one.small.cmp(&other.small).then(by_range).then_with(|| one.base.cmp(&other.base))
    });
    wanted.dedup_by(|one, other| one.base == other.base);
    let mut chosen: Vec<Choice> = Vec::new();
    for Dark { base: target, by, .. } in wanted {
        let options = by.iter().flat_map(|(range, ship)| manners(ship, &target, *range)).collect();
        chosen.extend(best(at, options));
    }
    chosen
}

/// Enemies in sight on which no light falls, neither a searchlight nor their own fires.
fn dark(at: &Outlook) -> impl Iterator<Item = &Ship> {
    at.state().afloat().filter(|ship| ship.side != *at.side() && ship.sighted && !ship.lit && ship.fires() == 0)
}

/// Returns both ways of lighting an enemy.
fn manners(by: &Id, target: &Id, range: f64) -> [Weighed; 2] {
    [Light::Searchlight, Light::Starshell].map(|with| {
        let (by, target) = (by.clone(), target.clone());
        let command = Command::Illuminate { by, target, with, range: None, clear: false };
        Weighed::by(command, vec![term(TermKind::Range, -0.1 * range, LIGHTS)])
    })
}

/// Returns every light of each ship on a dark enemy within reach, the nearest first. [4.5]
pub fn every(at: &Outlook, due: &Due) -> Vec<Vec<Weighed>> {
    let state = at.state();
    let of = |unit: &Id| {
        let own = state.ship(unit)?;
        let near = |enemy: &Ship| {
            let range = range(at, own, enemy)?;
            (range <= FARTHEST_IN).then(|| manners(unit, &state.base_of(&enemy.id), range))
        };
        let mut options: Vec<Weighed> = dark(at).filter_map(near).flatten().collect();
        options.sort_by_key(|option| std::cmp::Reverse(option.value));
        options.dedup_by(|one, other| one.command == other.command);
        Some(options)
    };
    due.units.iter().filter_map(of).collect()
}
