//! Searchlights and starshell. [4.5]
use super::{
    Choice, Due, Memory, TermKind,
    reasons::{only, term},
};
use geometry::range_in;
use naval::{Command, Id, Light, Ship, doctrine::Lights, view::Outlook};
use play::Rule;

const LIGHTS: Rule = Rule::new("4.5");
/// Boats within this are lit whether they have fired or not.
const THREAT_IN: f64 = 4.0;
/// No light reaches farther.
const FARTHEST_IN: f64 = 12.0;

/// By the card: nobody, every enemy in sight, or every enemy that has fired, and every boat that is near, is lit by the ship nearest to it, large ones first.
pub fn lights(at: &mut Outlook, memory: &Memory, card: Lights, due: &Due) -> Vec<Choice> {
    if card == Lights::Never {
        return Vec::new();
    }
    let (state, turn) = (at.state(), at.state().turn);
    let fired = |ship: &Ship| ship.shown.flashes || ship.showed_last_turn || memory.has_fired_since(&ship.id, turn - 1);
    let dark = state.afloat().filter(|ship| ship.side != *at.side() && ship.sighted && !ship.lit && ship.fires() == 0);
    let own: Vec<(Id, geometry::Point)> =
        due.units.iter().filter_map(|id| Some((id.clone(), state.ship(id)?.at?.point()))).collect();
    let mut wanted: Vec<(bool, f64, Id, Vec<Id>)> = Vec::new();
    for enemy in dark {
        let Some(there) = enemy.at else { continue };
        let mut near: Vec<(f64, &Id)> = own.iter().map(|(id, here)| (range_in(*here, there.point()), id)).collect();
        near.sort_by(|one, other| one.0.total_cmp(&other.0).then_with(|| one.1.cmp(other.1)));
        let Some((nearest, _)) = near.first().copied().filter(|(range, _)| *range <= FARTHEST_IN) else { continue };
        let threatens = enemy.card.kind.is_torpedo_craft() && nearest <= THREAT_IN;
        if fired(enemy) || threatens || card == Lights::Always {
            let by = near.into_iter().take(3).map(|(_, id)| id.clone()).collect();
            wanted.push((!enemy.card.kind.is_large(), nearest, state.base_of(&enemy.id), by));
        }
    }
    wanted.sort_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)).then_with(|| one.2.cmp(&other.2)));
    wanted.dedup_by(|one, other| one.2 == other.2);
    let mut chosen: Vec<Choice> = Vec::new();
    for (_, range, target, by) in wanted {
        let light = |(ship, with): (&Id, Light)| {
            let (by, target) = (ship.clone(), target.clone());
            Command::Illuminate { by, target, with, range: None, clear: false }
        };
        let manners = by.iter().flat_map(|ship| [Light::Searchlight, Light::Starshell].map(|with| (ship, with)));
        let orders: Vec<Command> = manners.map(light).collect();
        let first =
            orders.into_iter().find_map(|order| only(at, order, vec![term(TermKind::Range, -0.1 * range, LIGHTS)]));
        chosen.extend(first);
    }
    chosen
}
