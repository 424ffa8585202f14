//! A war: its page, the musters, the chronicle, and what comes next. [9.1, Q55]
use std::collections::BTreeMap;

use chrono::NaiveDate;
use serde_json::{Value, json};

use super::{count, fate_word, list, margin_entry};
use naval::model::war::{AbsenceReason, AstrayRuling, DamagedShip, PastBattle, ShipLoss, ShipOutcome, War, Yard};
use naval::model::{Fate, Harm, Setup, Side};
use naval::view::View;
use naval::{SideId, rules::aftermath};

/// Returns the page of a war: its battles, the intervals between them, and repair rates.
pub fn war_page(war: &War) -> String {
    let mut lines = vec![war.title.clone()];
    if !war.introduction.is_empty() {
        lines.extend([String::new(), war.introduction.clone()]);
    }
    lines.push(String::new());
    for (index, battle) in war.battles.iter().enumerate() {
        lines.push(format!("{}. {}, {} (`{}`)", index + 1, battle.title, day(battle.date), battle.scenario));
        if 0 < index {
            let yards: Vec<String> = battle.yards.iter().map(|(side, yard)| format!("{side}: {yard}")).collect();
            let days = if battle.days == 1 { "1 day later".to_owned() } else { format!("{} days later", battle.days) };
            lines.push(format!("   {}", [days].into_iter().chain(yards).collect::<Vec<_>>().join("; ")));
        }
        if !battle.meanwhile.is_empty() {
            lines.push(format!("   {}", battle.meanwhile));
        }
        let astray: Vec<String> =
            battle.astray.iter().map(|(side, astray)| format!("{side}: {}", astray_word(*astray))).collect();
        if !astray.is_empty() {
            lines.push(format!("   Ships that leave by an edge that is not their own: {}", astray.join(", ")));
        }
        let instead = battle.replaces.iter().map(|replacement| format!("{} for {}", replacement.by, replacement.lost));
        let instead: Vec<String> = instead.collect();
        if !instead.is_empty() {
            lines.push(format!("   Replacements for missing ships: {}", instead.join(", ")));
        }
    }
    lines.extend([
        String::new(),
        "Days for one repair, all kinds at the same time (-: not possible there) [Q55]:".to_owned(),
    ]);
    lines.push(format!(
        "  {:<12} {:>9} {:>9} {:>6} {:>8} {:>13}  torpedoes",
        "", "flotation", "1/4\" way", "mount", "1/4 guns", "bridge, f. c."
    ));
    lines.extend(war.yards.iter().map(repair_rate_row));
    lines.join("\n")
}

/// Returns what becomes of ships that left by another edge than their own.
fn astray_word(astray: AstrayRuling) -> &'static str {
    match astray {
        AstrayRuling::Interned => "interned",
        AstrayRuling::Home => "come home",
        AstrayRuling::Lost => "lost",
    }
}

fn repair_rate_row(yard: &Yard) -> String {
    let days = |days: Option<u16>| days.map_or_else(|| "-".to_owned(), |days| days.to_string());
    let reload = if yard.reload { "taken aboard" } else { "-" };
    let [flotation, speed, mount, guns, bridge] =
        [yard.flotation_days, yard.speed_days, yard.mount_days, yard.guns_days, yard.bridge_days].map(days);
    format!("  {:<12} {flotation:>9} {speed:>9} {mount:>6} {guns:>8} {bridge:>13}  {reload}", yard.id.to_string())
}

/// Returns the opening text of a war's battle: its name, earlier events, and missing ships.
pub fn muster_text(setup: &Setup) -> Option<String> {
    let war = setup.war.as_ref()?;
    let mut lines = vec![heading(war, setup)];
    lines.extend(war.battle().filter(|battle| !battle.meanwhile.is_empty()).map(|battle| battle.meanwhile.clone()));
    for side in &setup.sides {
        let missing = war.missing.iter().filter(|ship| ship.side == side.id);
        let missing: Vec<String> = missing
            .map(|ship| {
                let instead = ship
                    .replaced_by
                    .as_ref()
                    .map_or_else(String::new, |substitute| format!(", replaced by {substitute}"));
                format!("{} ({}{instead})", ship.name, why_missing(ship.why))
            })
            .collect();
        if !missing.is_empty() {
            lines.push(format!("Missing from {}: {}.", side.name, missing.join("; ")));
        }
    }
    Some(lines.join("\n"))
}

fn heading(war: &War, setup: &Setup) -> String {
    format!("{}, battle {} of {}: {}, {}.", war.title, war.number, war.battles.len(), setup.title, day(setup.date))
}

fn why_missing(why: AbsenceReason) -> &'static str {
    match why {
        AbsenceReason::Lost => "lost",
        AbsenceReason::Interned => "interned",
        AbsenceReason::InDock => "in dock",
    }
}

/// Returns the war battle by battle, limited to what the viewer may know, with the current battle's result if
/// it is over. `None` if the battle belongs to no war.
pub fn chronicle(view: &View) -> Option<String> {
    let war = view.setup.war.as_ref()?;
    let mut parts = vec![war.title.clone()];
    parts.extend(war.past.iter().map(|battle| battle_paragraph(war, &view.setup, battle)));
    match current_result(view) {
        Some(battle) => {
            parts.push(battle_paragraph(war, &view.setup, &battle));
            parts.push(war_standing(war, &view.setup, Some(&battle)));
        }
        None => {
            parts.extend(muster_text(&view.setup));
            parts.push(format!("It is turn {}.", view.turn));
            if !war.past.is_empty() {
                parts.push(war_standing(war, &view.setup, None));
            }
        }
    }
    Some(parts.join("\n\n"))
}

pub fn chronicle_json(view: &View) -> Value {
    let war = view.setup.war.as_deref();
    json!({ "war": war, "now": current_result(view) })
}

/// Returns the result of the current battle, once it is over.
fn current_result(view: &View) -> Option<PastBattle> {
    let war = view.setup.war.as_ref()?;
    view.end.as_ref().map(|_| aftermath::battle_record(war, view))
}

fn battle_paragraph(war: &War, setup: &Setup, battle: &PastBattle) -> String {
    let title = format!("{}. {}, {}", battle.number, battle.title, day(battle.date));
    if let Some(absent) = &battle.absent {
        return format!("{title}\nNot fought: {} had no ship to send.", side(setup, absent));
    }
    let won = battle.winner.as_ref().map_or("nobody", |winner| side(setup, winner));
    let sides = sides_in_order(war, setup, battle);
    let scored = sides.iter().flat_map(|war_side| battle.points.iter().filter(|(side_id, _)| *side_id == war_side.id));
    let points =
        scored.map(|(side_id, points)| format!("{} {points}", side(setup, side_id))).collect::<Vec<_>>().join(", ");
    let mut lines = vec![title, format!("It ended in turn {}, and {won} won. Points: {points}.", battle.turn)];
    for war_side in sides {
        let is_of_side = |side: &SideId| *side == war_side.id;
        let lost: Vec<String> = battle.losses.iter().filter(|loss| is_of_side(&loss.side)).map(loss_text).collect();
        lines.push(match lost.len() {
            0 => format!("{} lost no ship.", war_side.name),
            _ => format!("{} lost {}.", war_side.name, list(&lost)),
        });
        lines.extend(
            battle.hurt.iter().filter(|hurt| is_of_side(&hurt.side)).map(|ship| damage_sentence(war, battle, ship)),
        );
    }
    lines.join("\n")
}

/// Returns the sides in the order of the war's first battle, so that all battles list them in one order.
fn sides_in_order<'s>(war: &War, setup: &'s Setup, battle: &PastBattle) -> Vec<&'s Side> {
    let first = &war.past.first().unwrap_or(battle).points;
    let mut sides: Vec<&Side> = setup.sides.iter().collect();
    sides.sort_by_key(|side| first.iter().position(|(side_id, _)| *side_id == side.id));
    sides
}

fn loss_text(loss: &ShipLoss) -> String {
    let turn = loss.turn.map_or_else(String::new, |turn| format!(" in turn {turn}"));
    let how = match &loss.fate {
        Fate::Fighting => "left stopped to the enemy".to_owned(),
        Fate::Exited { .. } if loss.is == ShipOutcome::Interned => "interned".to_owned(),
        Fate::Exited { .. } => "left the table and never came home".to_owned(),
        Fate::Sinking | Fate::Exploded | Fate::Sunk | Fate::Abandoned | Fate::Waiting { .. } => {
            fate_word(&loss.fate).to_owned()
        }
    };
    format!("{} ({how}{turn})", loss.name)
}

/// Returns a ship's damage after a battle, and what is left of it when the next battle begins.
fn damage_sentence(war: &War, battle: &PastBattle, hurt: &DamagedShip) -> String {
    let came = format!("  {} came out with {}", hurt.name, harms_text(&hurt.harms));
    if war.number <= battle.number {
        return format!("{came}.");
    }
    // A ship may miss the next battle and be repaired by a later one, so say which battle is meant.
    let deadline = "by the next battle";
    match hurt.left.len() {
        0 => format!("{came}. All of it was repaired {deadline}."),
        _ if hurt.left == hurt.harms => format!("{came}. None of it was repaired {deadline}."),
        _ => format!("{came}. Left {deadline}: {}.", harms_text(&hurt.left)),
    }
}

/// Returns damage as a list, with flotation, guns and speed each added together.
fn harms_text(all: &[Harm]) -> String {
    let (mut sums, mut others): (BTreeMap<u8, Harm>, Vec<String>) = (BTreeMap::new(), Vec::new());
    for harm_item in all {
        match (harm_item, sums.entry(sum_kind(harm_item)).or_insert_with(|| zero_harm(harm_item))) {
            (Harm::Flotation { hits }, Harm::Flotation { hits: sum }) => *sum += hits,
            (Harm::Guns { quarters }, Harm::Guns { quarters: sum }) => *sum += quarters,
            (Harm::Speed(lost), Harm::Speed(sum)) => *sum = *sum + *lost,
            (_, _) => others.push(harm_text(harm_item)),
        }
    }
    let summed = sums
        .values()
        .filter(|harm_item| matches!(harm_item, Harm::Flotation { .. } | Harm::Guns { .. } | Harm::Speed(_)));
    let words: Vec<String> = summed.map(harm_text).chain(others).collect();
    list(&words)
}

/// Returns a harm as text. Some get the word "lost", because the margin of a card names only what is crossed off.
fn harm_text(damage: &Harm) -> String {
    match damage {
        Harm::Guns { .. } | Harm::Mount(_) | Harm::Bridge | Harm::FireControl => {
            format!("{} lost", margin_entry(damage))
        }
        Harm::Flotation { .. } | Harm::Speed(_) | Harm::Fire | Harm::Steering { .. } => margin_entry(damage),
    }
}

fn sum_kind(harm: &Harm) -> u8 {
    match harm {
        Harm::Flotation { .. } => 0,
        Harm::Guns { .. } => 1,
        Harm::Speed(_) => 2,
        Harm::Mount(_) | Harm::Fire | Harm::Steering { .. } | Harm::Bridge | Harm::FireControl => 3,
    }
}

fn zero_harm(harm: &Harm) -> Harm {
    match harm {
        Harm::Flotation { .. } => Harm::Flotation { hits: 0 },
        Harm::Guns { .. } => Harm::Guns { quarters: 0 },
        Harm::Speed(_) => Harm::Speed(naval::Inches::ZERO),
        Harm::Mount(_) | Harm::Fire | Harm::Steering { .. } | Harm::Bridge | Harm::FireControl => harm.clone(),
    }
}

/// Returns battles won and total points.
fn war_standing(war: &War, setup: &Setup, now: Option<&PastBattle>) -> String {
    let all = || war.past.iter().chain(now);
    let sides = setup.sides.iter().map(|side| {
        let won = all().filter(|battle| battle.winner.as_ref() == Some(&side.id)).count();
        let points = all().flat_map(|battle| &battle.points).filter(|(side_id, _)| *side_id == side.id);
        (side, won, points.map(|(_, points)| points).sum::<i32>())
    });
    let sides: Vec<_> = sides.collect();
    let words = sides
        .iter()
        .map(|(side, won, points)| format!("{} {} won, {}", side.name, count(won, "battle"), count(points, "point")));
    let words = words.collect::<Vec<_>>().join("; ");
    let is_last = now.is_some() && war.next().is_none();
    let most = sides.iter().map(|(_, _, points)| points).max();
    let mut leaders = sides.iter().filter(|(_, _, points)| Some(points) == most);
    let leader = leaders.next().filter(|_| leaders.next().is_none()).map(|(side, ..)| side.name.as_str());
    match (is_last, leader) {
        (true, Some(leader)) => format!("The war is over, and {leader} has won it by points [Q55]. {words}."),
        (true, None) => format!("The war is over, and neither side has won it [Q55]. {words}."),
        (false, _) => format!("So far: {words}."),
    }
}

/// Returns the next battle of the war, shown when this one is over.
pub fn next_battle(setup: &Setup) -> Option<String> {
    let war = setup.war.as_ref()?;
    Some(match war.next() {
        Some(next) => format!(
            "Next in {}: {}, {}. `chronicle` shows the war so far, `quit` how to continue.",
            war.title,
            next.title,
            day(next.date)
        ),
        None => format!("This was the last battle of {}. `chronicle` shows the result of the war.", war.title),
    })
}

fn side<'s>(setup: &'s Setup, id: &'s SideId) -> &'s str {
    setup.sides.iter().find(|side| side.id == *id).map_or(id.as_str(), |side| &side.name)
}

fn day(date: NaiveDate) -> String {
    date.format("%-d %B %Y").to_string()
}
