//! The charts that a scenario needs: no table for ships and guns that are not in it. [2.2]
use std::collections::BTreeSet;

use crate::{Column, Flow, Grid, Leaf, Letters, Paper, Part, deck::cards};
use naval::chart::{Charts, CommandCheck, DamageTable, HitCase, IndependentMovement, Movement, TableKind};
use naval::{BatteryKind, Card, Id, Inches, ShipType, view::View};
use show::chart::{bands_rows, check_rows, condition, does, independent_rows, light_rows, table_rows, unit_word, when};

/// Gunnery, movement, torpedoes, damage, lights by night, and orders.
pub fn charts(letters: &Letters, view: &View, paper: Paper) -> Vec<Leaf> {
    let (setup, charts) = (&view.setup, &view.setup.charts);
    let mut flow = Flow::new(letters, Part::Charts, paper, "Charts", &format!("those that {} needs", setup.title));
    // A side's enemy may be anybody: what its own ships do not need, his may.
    let any = |needs: &dyn Fn(&Card) -> bool| !view.is_referee() || cards(view).any(needs);
    if any(&|card| card.big.is_some()) {
        flow.grid(&gunnery(charts));
    }
    let lines = charts.movement.iter().filter(|line| any(&|card| line.types.contains(&card.kind)));
    let mut grids = vec![movement(lines)];
    if any(&|card| card.kind.is_large() && card.torpedo.is_some()) {
        let columns = vec![Column::middle("RANGE TO", 20.0), Column::middle("TO HIT", 20.0).strong()];
        let torpedoes = Grid::new("Torpedoes of large ships", columns, bands_rows(&charts.large_torpedo));
        grids.push(torpedoes.says("[7.5.1]"));
    }
    if view.setup.night {
        let columns =
            vec![Column::left("LIGHTS", 30.0), Column::left("NAVIES", 40.0), Column::left("RANGE", 40.0).strong()];
        grids.push(Grid::new("Lights", columns, light_rows(charts)).says("[4.5]"));
    }
    grids.extend(needed(view).into_iter().map(damage));
    if setup.options.checks {
        grids.push(command(&charts.command_check));
        grids.extend(charts.independent_movement.iter().map(independent));
    }
    flow.columns(&grids);
    flow.leaves()
}

fn gunnery(charts: &Charts) -> Grid {
    let row = |modifier: &naval::chart::Modifier| {
        vec![modifier.says.clone(), condition(&modifier.when), does(modifier), modifier.rule.to_string()]
    };
    let columns = vec![
        Column::left("MODIFIER", 50.0).strong(),
        Column::left("WHEN", 84.0),
        Column::left("DOES", 40.0).strong(),
        Column::left("RULE", 14.0),
    ];
    Grid::new("Big guns", columns, charts.gunnery.iter().map(row).collect())
        .says("to hit, size and dice are each the product and sum of all that hold [6.5.1.3]")
}

fn movement<'a>(lines: impl Iterator<Item = &'a Movement>) -> Grid {
    let row = |line: &Movement| {
        let types: Vec<String> = line.types.iter().map(ToString::to_string).collect();
        vec![types.join(" "), format!("{}\u{2033}", line.turn_radius), format!("{}\u{2033}", line.acceleration)]
    };
    let columns =
        vec![Column::left("TYPES", 40.0).strong(), Column::middle("TURN RADIUS", 22.0), Column::middle("GAIN", 22.0)];
    Grid::new("Movement", columns, lines.map(row).collect()).says("[5.5, 5.6]")
}

fn damage(table: &DamageTable) -> Grid {
    let rows = table_rows(table).into_iter().map(|(faces, code, effect)| vec![faces, code, effect]);
    let die = match table.sides {
        6 => "D6",
        10 => "D10",
        20 => "D20",
        _ => "DIE",
    };
    let columns =
        vec![Column::middle(die, 11.0).strong(), Column::left("CODE", 11.0).strong(), Column::left("EFFECT", 66.0)];
    Grid::new(table.title.clone(), columns, rows.collect()).says(when(&table.when))
}

fn command(check: &CommandCheck) -> Grid {
    let columns = vec![Column::left("ORDERS ARRIVE", 70.0), Column::right("SUM", 14.0).strong()];
    Grid::new("Orders received", columns, check_rows(check))
        .says(format!("when the D{} does not exceed the sum [5.10.3]", check.sides))
}

fn independent(table: &IndependentMovement) -> Grid {
    let columns = vec![Column::middle("ROLL", 20.0).strong(), Column::left("DOES", 64.0)];
    Grid::new(format!("Without orders: {}", unit_word(table.kind)), columns, independent_rows(table))
        .says(format!("D{} + initiative [5.10.5]", table.sides))
}

/// Damage tables that a hit in this battle can lead to; to a side, whose enemy may be anybody, all of the date.
fn needed<'v>(view: &'v View) -> Vec<&'v DamageTable> {
    let (setup, charts) = (&view.setup, &view.setup.charts);
    let in_time = |table: &&DamageTable| table.when.before.is_none_or(|day| setup.date < day);
    if !view.is_referee() {
        return charts.damage.iter().filter(in_time).collect();
    }
    let cards: Vec<&Card> = cards(view).collect();
    let navies: BTreeSet<Option<&Id>> = cards.iter().map(|card| Some(&card.navy)).chain([None]).collect();
    let types: BTreeSet<Option<ShipType>> = cards.iter().map(|card| Some(card.kind)).chain([None]).collect();
    let mut ids: BTreeSet<&Id> = BTreeSet::new();
    for kind in KINDS {
        // No gun fires a torpedo, a fire or a ram: no navy stands behind it.
        let firers = navies.iter().filter(|navy| navy.is_some() || kind != TableKind::Penetrating);
        for (firer_navy, by) in firers.flat_map(|firer| types.iter().map(move |by| (*firer, *by))) {
            for (target, range) in cards.iter().flat_map(|card| [(card, Inches::ZERO), (card, Inches::whole(99))]) {
                for battery in [None, Some(BatteryKind::Big), Some(BatteryKind::Medium), Some(BatteryKind::Light)] {
                    let case = HitCase { target, firer_navy, date: setup.date, range: Some(range), battery, by };
                    ids.extend(charts.damage_table(kind, &case).map(|table| &table.id));
                }
            }
        }
    }
    charts.damage.iter().filter(|table| ids.contains(&table.id)).collect()
}

const KINDS: [TableKind; 9] = [
    TableKind::Penetrating,
    TableKind::NonPenetrating,
    TableKind::Special,
    TableKind::Torpedo,
    TableKind::Light,
    TableKind::GunsGone,
    TableKind::Rammer,
    TableKind::Rammed,
    TableKind::Glancing,
];
