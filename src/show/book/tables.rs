//! The parts of a book around its story: introduction, forces, hits and result.
use naval::model::{Harm, HitState, Ship};
use naval::view::View;

use super::incident::{Guns, Incident, Unit};
use super::{BookBlock, BookTable};
use crate::card::gun_and_torpedo;
use crate::page::known_ships;
use crate::scenario_brief::{VictoryBrief, rule_paragraphs, unit_name, victory_brief};
use crate::verdict::outcome_sentences;
use crate::{count, joined, list, margin_entry, navy_name};

/// Returns the scenario's introduction, special rules and conditions of victory, as the viewer knows them. `view` is
/// the beginning of the battle.
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
    if let Some(VictoryBrief { sentences, lead, conditions, outcome: _, ending }) = victory_brief(view) {
        blocks.push(BookBlock::Heading("Conditions of victory".to_owned()));
        let lines = sentences.into_iter().chain(lead.map(str::to_owned)).chain(conditions).chain([ending]);
        blocks.extend(lines.map(|line| paragraph(&line)));
    }
    blocks
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
        let state = if state.is_empty() { "in sight".to_owned() } else { state };
        let damage = if view.owns(&ship.side) { damage_left(ship, view.turn) } else { String::new() };
        vec![ship.card.name.clone(), view.name(&ship.side).to_owned(), state, damage]
    });
    let (title, rows) = ("Ships at the end".to_owned(), rows.collect());
    let head = vec!["Ship", "Side", "State", "Damage not repaired"];
    let table = BookTable { title, head, figures: Vec::new(), rows };
    blocks.extend((!table.rows.is_empty()).then_some(BookBlock::Table(table)));
    blocks
}

/// Returns what was not repaired: `mount fore-port, flotation hit x2`.
fn damage_left(ship: &Ship, turn: u16) -> String {
    let left = ship.hits.iter().filter(|hit| match hit.effect {
        Harm::Steering { .. } => ship.is_rudder_jammed(turn),
        _ => hit.state != HitState::Repaired,
    });
    let left: Vec<String> = left.map(|hit| margin_entry(&hit.effect)).collect();
    let counted = play::distinct(left.iter()).into_iter().map(|entry| {
        match left.iter().filter(|other| *other == entry).count() {
            1 => entry.clone(),
            number => format!("{entry} x{number}"),
        }
    });
    joined(counted, ", ")
}

/// A ship that the viewer did not see.
const UNSEEN: &str = "unseen";

/// Who fired at whom, with what, how often, and how often it hit.
#[derive(Default)]
pub struct HitTable(Vec<HitRow>);

struct HitRow {
    by: Vec<Unit>,
    target: Option<Unit>,
    weapon: &'static str,
    times: usize,
    hits: u16,
    penetrating: u16,
}

impl HitTable {
    pub fn from_incidents<'i>(incidents: impl Iterator<Item = &'i Incident>) -> HitTable {
        let mut table = HitTable::default();
        for incident in incidents {
            match incident {
                Incident::Fired(shot) => {
                    let weapon = match shot.guns {
                        Guns::Big => "big guns",
                        Guns::MediumAndLight => "medium and light guns",
                        Guns::Unknown => "guns",
                    };
                    let hits = (shot.hits(), shot.penetrating);
                    table.count(shot.firers.clone(), Some(shot.target.clone()), weapon, hits);
                }
                Incident::Torpedoed { by, target, hits, .. } => {
                    table.count(by.iter().cloned().collect(), target.clone(), "torpedoes", (*hits, 0));
                }
                _ => {}
            }
        }
        table
    }

    fn count(&mut self, by: Vec<Unit>, target: Option<Unit>, weapon: &'static str, (hits, penetrating): (u16, u16)) {
        let found = self.0.iter().position(|row| row.by == by && row.target == target && row.weapon == weapon);
        let index = found.unwrap_or_else(|| {
            self.0.push(HitRow { by, target, weapon, times: 0, hits: 0, penetrating: 0 });
            self.0.len() - 1
        });
        let row = &mut self.0[index];
        row.times += 1;
        row.hits += hits;
        row.penetrating += penetrating;
    }

    /// Returns the table, the most hits first. `None` if nobody fired.
    pub fn table(mut self) -> Option<BookBlock> {
        self.0.sort_by_key(|row| std::cmp::Reverse((row.hits, row.times)));
        let rows = self.0.iter().map(|row| {
            let by = if row.by.is_empty() { UNSEEN.to_owned() } else { list(row.by.iter().map(|unit| &unit.name)) };
            let target = row.target.as_ref().map_or_else(|| UNSEEN.to_owned(), |unit| unit.name.clone());
            let penetrating =
                if ["big guns", "guns"].contains(&row.weapon) { row.penetrating.to_string() } else { String::new() };
            vec![by, target, row.weapon.to_owned(), row.times.to_string(), row.hits.to_string(), penetrating]
        });
        let head = vec!["By", "At", "With", "Times", "Hits", "Penetrating"];
        let table = BookTable { title: "Fire and hits".to_owned(), head, figures: vec![3, 4, 5], rows: rows.collect() };
        (!self.0.is_empty()).then_some(BookBlock::Table(table))
    }
}
