//! Text of hits, fires and repairs.
use super::lines::{number_word, unfolded};
use super::{below_headline, cited_terms, count, dice_note, faces, joined, purpose::purpose_text};
use naval::model::{Fate, Harm, HitState, Purpose, RudderJam, Ship, Sum, TurnSide, chart::DamageEffect};
use naval::rules::{control, special::NEVER_ENTERS};
use naval::{Id, NavalEvent, State};
use play::Roll;

/// Returns a roll on a damage table, as a sentence.
pub(super) fn hit_roll_sentence(before: &State, event: &NavalEvent, target: &Id, table: &Id, code: &str) -> String {
    let chart = before.setup.charts.damage.iter().find(|damage_table| damage_table.id == *table);
    let title = chart.map_or(table.as_str(), |chart| chart.title.as_str());
    let rolled = event.dice.first().map(|die| format!(" D{} {} ->", die.sides, faces(&event.dice))).unwrap_or_default();
    format!("{}, on {title}:{rolled} {code}{}.", before.name(target), row_effect(before, event, table, code))
}

/// Returns a roll on a damage table in short, in three parts: `Rossia hit`, `, D20 1`, `: M, a mount lost`.
pub(super) fn brief_hit_roll(
    before: &State,
    event: &NavalEvent,
    target: &Id,
    table: &Id,
    code: &str,
) -> (String, String, String) {
    let face = event.dice.first().map(|die| format!(", D{} {}", die.sides, die.face)).unwrap_or_default();
    (format!("{} hit", before.name(target)), face, format!(": {code}{}", row_effect(before, event, table, code)))
}

/// Returns the effect of a damage table's row: `, a mount lost`.
fn row_effect(before: &State, event: &NavalEvent, table: &Id, code: &str) -> String {
    let chart = before.setup.charts.damage.iter().find(|damage_table| damage_table.id == *table);
    // Rows may share a code, so the die picks the row. If no die was rolled, only one row has the code.
    let rolled_face = event.dice.first().map(|die| die.face);
    let row = chart.and_then(|chart| match rolled_face {
        Some(face) => chart.row(face).filter(|row| row.code == code),
        None => chart.rows.iter().find(|row| row.code == code),
    });
    row.map(|row| format!(", {}", effects_text(&row.effects))).unwrap_or_default()
}

/// Returns a hit entered in the margin of a card.
pub(super) fn hit_sentence(before: &State, event: &NavalEvent, ship: &Id, id: &Id, harm: &Harm) -> String {
    let harm = harm_with_remainder(before.ship(ship), before.turn, harm);
    format!("{} takes {id}: {harm}{}.", before.name(ship), dice_with_purpose(before, event))
}

/// Returns a hit entered in the margin, in short: `M1 mount fore-port is out, 3 mounts left (3)`.
pub(super) fn brief_hit(before: &State, event: &NavalEvent, ship: &Id, id: &Id, harm: &Harm) -> String {
    let faces = joined(event.dice.iter().map(|die| die.face), " ");
    let dice = if faces.is_empty() { faces } else { format!(" ({faces})") };
    format!("{id} {}{dice}", harm_with_remainder(before.ship(ship), before.turn, harm))
}

/// Returns all dice of an event, with their purpose if they share one.
fn dice_with_purpose(before: &State, event: &NavalEvent) -> String {
    let Some(first) = event.dice.first() else { return String::new() };
    if event.dice.iter().any(|roll| roll.purpose != first.purpose) {
        return dice_note(&event.dice);
    }
    let words = purpose_text(before, &first.purpose);
    let what = words.split_once(", ").map_or(words.as_str(), |(_, what)| what);
    format!(" ({}, D{}: {})", what.trim_end_matches(" on"), first.sides, faces(&event.dice))
}

/// Returns the effect of a lasting hit, and what is left after it.
fn harm_with_remainder(ship: Option<&Ship>, turn: u16, harm: &Harm) -> String {
    match harm {
        Harm::Mount(mount) => {
            let left = ship.map_or(0, |ship| ship.mounts_left().iter().filter(|remaining| *remaining != mount).count());
            format!("mount {mount} is out, {} left", count(left, "mount"))
        }
        Harm::Guns { quarters } => format!("{} of its battery points gone", quarters_word(*quarters)),
        Harm::Fire => {
            let burning = ship.map_or(0, Ship::fires) + 1;
            let consequence = match burning {
                0..=2 => "",
                3..=4 => ", its weapons are silent",
                5.. => ", the ship is out of control",
            };
            format!("fire, {burning} burning{consequence}")
        }
        Harm::Flotation { hits } => {
            let total = ship.map_or(0, Ship::flotation_hits) + hits;
            let max = ship.map_or(0, |ship| ship.card.flotation);
            format!("{}, {total} of {max}", count(*hits, "flotation hit"))
        }
        Harm::Speed(loss) => format!("{loss}\" of speed lost"),
        Harm::Steering { until_turn, circles } => {
            let known = circles.is_some() || ship.is_some_and(|ship| ship.at.is_some());
            let helm = if known { jammed_course(*circles) } else { "keeps its last movement" };
            let turns = count(until_turn.saturating_sub(turn), "turn");
            format!("rudder jammed for {turns}, through turn {until_turn}: the ship {helm}")
        }
        Harm::Bridge => "bridge hit, the ship can no longer signal".to_owned(),
        Harm::FireControl => "fire control out, to hit halved".to_owned(),
    }
}

/// `its rudder is jammed through turn 7, and the ship circles to port`
pub(super) fn jam_text(jam: RudderJam) -> String {
    format!("its rudder is jammed through turn {}, and the ship {}", jam.until_turn, jammed_course(jam.circles))
}

fn jammed_course(circles: Option<TurnSide>) -> &'static str {
    match circles {
        Some(TurnSide::Left) => "circles to port",
        Some(TurnSide::Right) => "circles to starboard",
        None => "keeps straight on",
    }
}

/// `a quarter`, `half`.
pub(super) fn quarters_word(quarters: i32) -> String {
    match quarters {
        1 => "a quarter".to_owned(),
        2 => "half".to_owned(),
        4 => "all".to_owned(),
        more => format!("{} quarters", number_word(more as u32)),
    }
}

pub(super) fn margin_entry(harm: &Harm) -> String {
    match harm {
        Harm::Mount(mount) => format!("mount {mount}"),
        Harm::Guns { quarters } => format!("{} of the battery points", quarters_word(*quarters)),
        Harm::Fire => "fire".to_owned(),
        Harm::Flotation { hits } => count(*hits, "flotation hit"),
        Harm::Speed(loss) => format!("speed -{loss}\""),
        Harm::Steering { until_turn, .. } => format!("rudder jammed through turn {until_turn}"),
        Harm::Bridge => "bridge".to_owned(),
        Harm::FireControl => "fire control".to_owned(),
    }
}

pub(super) fn effects_text(effects: &[DamageEffect]) -> String {
    if effects.is_empty() { "no effect".to_owned() } else { joined(effects.iter().map(effect_text), ", ") }
}

fn effect_text(effect: &DamageEffect) -> String {
    match effect {
        DamageEffect::Nothing => "no effect".to_owned(),
        DamageEffect::Mount => "a mount lost".to_owned(),
        DamageEffect::Guns { quarters } => format!("{} of the battery points lost", quarters_word(*quarters)),
        DamageEffect::Emplacement => "a mount lost, or a quarter of the battery points".to_owned(),
        DamageEffect::Fire => "fire".to_owned(),
        DamageEffect::Flotation { hits } => count(*hits, "flotation hit"),
        DamageEffect::Speed { loss } => format!("speed -{loss}\""),
        DamageEffect::Special => "special hit".to_owned(),
        DamageEffect::Magazine { explodes_to } => {
            format!("magazine: explodes on {explodes_to} or less, else a mount lost")
        }
        DamageEffect::Steering => "rudder jammed for D6 turns".to_owned(),
        DamageEffect::Bridge => "bridge".to_owned(),
        DamageEffect::FireControl => "fire control".to_owned(),
        DamageEffect::BridgeOrFireControl => "bridge (D6 1-3), fire control (4-6)".to_owned(),
        DamageEffect::Explosion => "explodes".to_owned(),
        DamageEffect::Sinks => "sinks".to_owned(),
    }
}

pub(super) fn loss_sentence(before: &State, event: &NavalEvent, ship: &Id, fate: &Fate) -> String {
    let name = before.name(ship);
    let dice = dice_with_purpose(before, event);
    let ashore = before.ship(ship).is_some_and(|lost_ship| lost_ship.card.kind.is_coast_battery());
    let fate_text = match fate {
        Fate::Fighting => "fights on",
        Fate::Sinking => "is sinking: a hulk that counts as sunk",
        Fate::Exploded if ashore => "explodes and fires no more",
        Fate::Abandoned if ashore => "is abandoned by its crew and fires no more",
        Fate::Exploded => "explodes and is removed",
        Fate::Sunk => "is sunk and removed",
        Fate::Abandoned => "is out of control and abandoned: it counts as sunk",
        Fate::Exited { friendly: true, .. } => "has left the table by its friendly edge",
        Fate::Exited { friendly: false, .. } => "has left the table and is out of play",
        Fate::Waiting { enters_turn: NEVER_ENTERS } => return format!("{name} stays away{dice}."),
        Fate::Waiting { enters_turn } => return format!("{name} enters on turn {enters_turn}{dice}."),
    };
    format!("{name} {fate_text}{dice}.")
}

/// `in action`, `sinking`.
pub(super) fn fate_word(fate: &Fate) -> String {
    match fate {
        Fate::Fighting => "in action".to_owned(),
        Fate::Sinking => "sinking".to_owned(),
        Fate::Exploded => "exploded".to_owned(),
        Fate::Sunk => "sunk".to_owned(),
        Fate::Abandoned => "abandoned".to_owned(),
        Fate::Exited { friendly: true, .. } => "off, friendly edge".to_owned(),
        Fate::Exited { friendly: false, .. } => "off the table".to_owned(),
        Fate::Waiting { enters_turn: NEVER_ENTERS } => "stays away".to_owned(),
        Fate::Waiting { enters_turn } => format!("due turn {enters_turn}"),
    }
}

/// Returns a magazine hit or flash without an explosion.
pub(super) fn no_explosion_sentence(before: &State, event: &NavalEvent, ship: &Id) -> String {
    format!("{} does not explode{}.", before.name(ship), dice_with_purpose(before, event))
}

/// Returns the dice of a burning ship. The die of the fire being fought is in the repair's line, and repeated
/// here only if it caused harm.
pub(super) fn fires_sentence(before: &State, event: &NavalEvent, ship: &Id, hits: u16, new_fires: u16) -> String {
    let is_fought = |roll: &&Roll<Purpose>| matches!(roll.purpose, Purpose::FireFought(_));
    let [burning, dice] =
        [false, true].map(|is_fought_fire| faces(event.dice.iter().filter(|roll| is_fought(roll) == is_fought_fire)));
    let shows = |face: u8| event.dice.iter().filter(|roll| roll.face == face).count();
    let harm_faces = [(control::SPREADS_ON, hits), (control::KINDLES_ON, new_fires)];
    let elsewhere = harm_faces.into_iter().find(|(face, count)| shows(*face) < usize::from(*count));
    let rolled = match [burning, elsewhere.map_or(dice, |(face, _)| face.to_string())] {
        [burning, dice] if burning.is_empty() && dice.is_empty() => String::new(),
        [burning, dice] if dice.is_empty() => format!(" D10 {burning} ->"),
        [burning, dice] if burning.is_empty() => format!(" the fire being fought D10 {dice} ->"),
        [burning, dice] => format!(" D10 {burning}, the fire being fought D10 {dice} ->"),
    };
    // After the battle there are no segments. [8.5.4]
    let when = if before.end.is_some() { "rolled at once" } else { "held for the Damage Segment" };
    let outcome = match (hits, new_fires) {
        (0, 0) => "no new damage".to_owned(),
        (0, fires) => count(fires, "more fire"),
        (hits, 0) => format!("{}, {when}", count(hits, "more hit")),
        (hits, fires) => format!("{}, {when}; {}", count(hits, "more hit"), count(fires, "more fire")),
    };
    format!("Fires of {}:{rolled} {outcome}.", before.name(ship))
}

/// Returns one damage-control attempt, with the terms of the number needed if it has any.
pub(super) fn repair_lines(
    before: &State,
    event: &NavalEvent,
    ship: &Id,
    item: &Id,
    needed: &Sum,
    result: HitState,
) -> Vec<String> {
    let (name, number) = (before.name(ship), needed.result);
    let (what, _) = named_hit(before, ship, item);
    let result = repair_word(result);
    let rolled = if event.dice.is_empty() { String::new() } else { format!(" {} ->", faces(&event.dice)) };
    let headline = format!("{name} repairs {item}{what} on {number} or less (D10):{rolled} {result}. [{}]", event.rule);
    let reasons = if needed.terms.is_empty() { Vec::new() } else { cited_terms(needed) };
    below_headline(vec![unfolded(&headline, 0)], &reasons)
}

pub(super) fn repair_word(result: HitState) -> &'static str {
    match result {
        HitState::Active => "not repaired",
        HitState::Repaired => "repaired",
        HitState::Unrepairable => "beyond repair",
    }
}

/// Returns a hit in a repair's words, ` (fire)`, and its harm. Empty and `None` if the ship has no such hit.
pub(super) fn named_hit<'s>(state: &'s State, ship: &Id, item: &Id) -> (String, Option<&'s Harm>) {
    let hit = state.ship(ship).and_then(|ship| ship.hits.iter().find(|hit| hit.id == *item));
    (hit.map(|hit| format!(" ({})", margin_entry(&hit.effect))).unwrap_or_default(), hit.map(|hit| &hit.effect))
}
