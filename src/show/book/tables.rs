//! The parts of a book around its story: introduction, forces, hits and result.
use naval::model::{Harm, HitState, Ship};
use naval::view::View;

use super::incident::{Guns, Incident, Unit};
use super::{BookBlock, BookTable};
use crate::card::gun_and_torpedo;
use crate::damage::quarters_word;
use crate::page::known_ships;
use crate::scenario_brief::{VictoryBrief, rule_paragraphs, unit_name, victory_brief};
use crate::verdict::outcome_sentences;
use crate::{capital, count, joined, list, margin_entry, navy_name};

/// Returns the scenario's introduction and special rules, as the viewer knows them. `view` is the end of the battle,
/// when it is known which optional rules applied.
pub fn introduction(view: &View<'_>) -> Vec<BookBlock> {
    let mut blocks = vec![BookBlock::Heading("Introduction".to_owned())];
    if !view.setup.introduction.trim().is_empty() {
        blocks.push(paragraph(&view.setup.introduction));
    }
    let rules = rule_paragraphs(view);
    if !rules.is_empty() {
        blocks.push(BookBlock::Heading("Special rules".to_owned()));
        blocks.extend(rules.iter().map(|(_, rule)| paragraph(rule)));
    }
    blocks
}

/// Returns the conditions of victory. `view` is the beginning of the battle.
pub fn conditions(view: &View<'_>) -> Vec<BookBlock> {
    let Some(VictoryBrief { sentences, lead, conditions, outcome: _, ending }) = victory_brief(view) else {
        return Vec::new();
    };
    let lines = sentences.into_iter().chain(lead.map(str::to_owned)).chain(conditions).chain([ending]);
    let heading = BookBlock::Heading("Conditions of victory".to_owned());
    std::iter::once(heading).chain(lines.map(|line| paragraph(&line))).collect()
}

fn paragraph(text: &str) -> BookBlock {
    BookBlock::Paragraph(joined(text.split_whitespace(), " "))
}

/// Returns a table of each side's ships that the viewer knows.
pub fn forces(view: &View<'_>) -> Vec<BookBlock> {
    let tables = view.setup.sides.iter().filter_map(|side| {
        let ships: Vec<&Ship> = known_ships(view).map(|(ship, _)| ship).filter(|ship| ship.side == side.id).collect();
        let rows = ships.iter().map(|ship| force_row(ship)).collect();
        let head = vec!["Ship", "Type", "Completed", "Navy", "Speed", "Size", "Armour", "Big guns", "Flotation"];
        let table = BookTable { title: format!("Ships of {}", side.name), head, figures: vec![2, 4, 5, 6, 8], rows };
        (!ships.is_empty()).then_some(BookBlock::Table(table))
    });
    let tables: Vec<BookBlock> = tables.collect();
    if tables.is_empty() { tables } else { [vec![BookBlock::Heading("Forces".to_owned())], tables].concat() }
}

fn force_row(ship: &Ship) -> Vec<String> {
    let card = &ship.card;
    let guns = card.big.as_ref().map_or_else(
        || "none".to_owned(),
        |guns| {
            let bores = guns.bore_in;
            format!("{}, {bores}\"", count(guns.mounts.len(), "mount"))
        },
    );
    vec![
        card.name.clone(),
        card.kind.to_string(),
        card.completed.map(|day| day.format("%Y").to_string()).unwrap_or_default(),
        navy_name(&card.navy),
        format!("{}\"", card.speed),
        gun_and_torpedo(card.size, ""),
        gun_and_torpedo(card.armour, "-"),
        guns,
        card.flotation.to_string(),
    ]
}

/// Returns who won, and by which condition.
pub fn winner(view: &View<'_>) -> Option<String> {
    outcome_sentences(&|id: &str| unit_name(view, id), &view.verdict()).into_iter().next()
}

/// Returns the outcome after its first sentence, the points, and the state of each known ship.
pub fn result(view: &View<'_>) -> Vec<BookBlock> {
    let mut blocks = vec![BookBlock::Heading("The result".to_owned())];
    let outcome = outcome_sentences(&|id: &str| unit_name(view, id), &view.verdict());
    // The title page has the first sentence.
    blocks.extend(outcome.into_iter().skip(1).map(BookBlock::Paragraph));
    let tally = view.tally();
    let points = tally.sides.iter().map(|side| format!("{} {}", view.name(&side.side), side.points));
    blocks.push(BookBlock::Paragraph(format!("Points for losses of the enemy [10.5]: {}.", list(points))));
    let rows = known_ships(view).map(|(ship, state)| {
        let state = match &*state {
            "" => "in sight".to_owned(),
            "sinking" | "abandoned" => format!("{state}, counts as sunk"),
            _ => state,
        };
        let damage = if view.owns(&ship.side) { damage_left(ship, view.turn) } else { String::new() };
        vec![ship.card.name.clone(), view.name(&ship.side).to_owned(), state, damage]
    });
    let (title, rows) = ("Ships at the end".to_owned(), rows.collect());
    let head = vec!["Ship", "Side", "State", "Damage not repaired"];
    let table = BookTable { title, head, figures: Vec::new(), rows };
    blocks.extend((!table.rows.is_empty()).then_some(BookBlock::Table(table)));
    blocks
}

/// Returns what was not repaired: `mount fore-port, 2 flotation hits, half of its lighter guns`.
fn damage_left(ship: &Ship, turn: u16) -> String {
    let left = ship.hits.iter().filter(|hit| hit.state != HitState::Repaired);
    let entries = left.map(|hit| match &hit.effect {
        Harm::Flotation { .. } => count(ship.flotation_hits(), "flotation hit"),
        Harm::Guns { .. } => format!("{} of its lighter guns", quarters_word(ship.gun_quarters_lost())),
        Harm::Fire => count(ship.fires(), "fire"),
        Harm::Steering { .. } if !ship.is_rudder_jammed(turn) => "rudder, free again".to_owned(),
        other => margin_entry(other),
    });
    joined(play::distinct(entries), ", ")
}

/// A ship that the viewer did not see.
const UNSEEN: &str = "unseen";

/// Firers, target and weapon, with their salvoes, hits, and hits through the armour.
type HitRow = ((Vec<Unit>, Option<Unit>, &'static str), [u16; 3]);

/// Returns who hit whom, with what and how often, the most hits first, and how many others fired.
pub fn fire_and_hits<'i>(incidents: impl Iterator<Item = &'i Incident>) -> Vec<BookBlock> {
    let mut rows: Vec<HitRow> = Vec::new();
    for incident in incidents {
        let (key, hits, penetrating) = match incident {
            Incident::Fired(shot) => {
                let weapon = match shot.guns {
                    Guns::Big => "big guns",
                    Guns::MediumAndLight => "lighter guns",
                    Guns::Unknown => "guns",
                };
                ((shot.firers.clone(), Some(shot.target.clone()), weapon), shot.hits(), shot.penetrating)
            }
            Incident::Torpedoed { by, target, hits, .. } => {
                ((by.iter().cloned().collect(), target.clone(), "torpedoes"), *hits, 0)
            }
            _ => continue,
        };
        let index = rows.iter().position(|(known, _)| *known == key).unwrap_or(rows.len());
        rows.extend((index == rows.len()).then_some((key, [0; 3])));
        let sums = &mut rows[index].1;
        *sums = [sums[0] + 1, sums[1] + hits, sums[2] + penetrating];
    }
    let all = rows.len();
    rows.retain(|(_, [_, hits, _])| 0 < *hits);
    rows.sort_by_key(|(_, [salvoes, hits, _])| std::cmp::Reverse((*hits, *salvoes)));
    let without = all - rows.len();
    let cells = rows.into_iter().map(|((by, target, weapon), [salvoes, hits, penetrating])| {
        let by = if by.is_empty() { UNSEEN.to_owned() } else { capital(&list(by.iter().map(|unit| &unit.name))) };
        let target = target.map_or_else(|| UNSEEN.to_owned(), |unit| capital(&unit.name));
        let through = if ["big guns", "guns"].contains(&weapon) { penetrating.to_string() } else { String::new() };
        vec![by, target, weapon.to_owned(), salvoes.to_string(), hits.to_string(), through]
    });
    let (head, rows) = (vec!["By", "At", "With", "Salvoes", "Hits", "Penetrating"], cells.collect());
    let table = BookTable { title: "Fire and hits".to_owned(), head, figures: vec![3, 4, 5], rows };
    let others = format!("Without a hit: {} of firers, target and guns.", count(without, "other combination"));
    let table = (!table.rows.is_empty()).then_some(BookBlock::Table(table));
    table.into_iter().chain((0 < without).then_some(BookBlock::Paragraph(others))).collect()
}
