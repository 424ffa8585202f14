//! Prints the charts that a scenario needs, without tables for absent ships and guns. [2.2]
use std::collections::{BTreeMap, BTreeSet};

use crate::{Column, Flow, Grid, Paper, Part, PrintedPage, Typesetter, known_ships::cards};
use naval::model::Visibility;
use naval::model::chart::{
    Charts, CommandCheck, DamageEffect, DamageTable, HitCase, IndependentMovement, Movement, TableKind,
};
use naval::model::{Band, BatteryKind, Card, Fraction, ShipType};
use naval::rules::special::RuleEffect;
use naval::{Id, Inches, SideId, view::View};
use show::chart::{
    bands_rows, check_rows, condition_text, independent_rows, light_rows, modifier_effect, table_rows, unit_word,
    when_text,
};
use show::lines::capital;

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Chart<'v> {
    Gunnery,
    Movement,
    LargeTorpedo,
    Lights,
    Damage(&'v DamageTable),
    Orders,
    Independent(&'v IndependentMovement),
}

/// Returns the cards that decide the charts: for a side only its own, because others would reveal enemy ships.
fn ships_to_chart<'v>(view: &'v View) -> Vec<&'v Card> {
    if view.is_referee() { cards(view).collect() } else { view.own_ships().map(|ship| ship.card.as_ref()).collect() }
}

/// Returns the charts of a pack in numerical order.
pub fn needed_charts<'v>(view: &'v View) -> Vec<Chart<'v>> {
    let (setup, charts, cards) = (&view.setup, &view.setup.charts, ships_to_chart(view));
    let any_card = |needs: &dyn Fn(&Card) -> bool| cards.iter().any(|card| needs(card));
    let mut needed = Vec::new();
    if any_card(&|card| card.big.is_some()) {
        needed.push(Chart::Gunnery);
    }
    needed.push(Chart::Movement);
    if has_large_torpedo_attacks(view) {
        needed.push(Chart::LargeTorpedo);
    }
    if setup.night {
        needed.push(Chart::Lights);
    }
    needed.extend(reachable_damage_tables(view, &cards).into_iter().map(Chart::Damage));
    if setup.options.checks {
        needed.push(Chart::Orders);
        // Print equal tables only once.
        let mut tables: Vec<&IndependentMovement> = Vec::new();
        for table in &charts.independent_movement {
            if tables.iter().all(|known| (known.sides, &known.rows) != (table.sides, &table.rows)) {
                tables.push(table);
            }
        }
        needed.extend(tables.into_iter().map(Chart::Independent));
    }
    needed
}

/// Whether a large ship may attack a large enemy with torpedoes. A side's own ships may meet any enemy. [7.5]
fn has_large_torpedo_attacks(view: &View) -> bool {
    let own = || view.own_ships();
    let meets = |side: &SideId| !view.is_referee() || own().any(|ship| ship.side != *side && ship.card.kind.is_large());
    own().any(|ship| ship.card.torpedo_attack_range().is_some() && meets(&ship.side))
}

/// Lists the charts that these cards need, by number: `Charts: big guns 1; movement 2; special hits 4`.
pub fn charts_for_cards(view: &View, needed: &[Chart], cards: &[&Card]) -> String {
    let any_card = |needs: fn(&Card) -> bool| cards.iter().any(|card| needs(card));
    let tables = reachable_damage_tables(view, cards);
    let is_needed = |chart: &Chart| match chart {
        Chart::Gunnery => any_card(|card| card.big.is_some()),
        Chart::LargeTorpedo => any_card(|card| card.kind.is_large() && card.torpedo.is_some()),
        Chart::Movement | Chart::Lights | Chart::Orders | Chart::Independent(_) => true,
        Chart::Damage(table) => tables.iter().any(|other| other.id == table.id),
    };
    let mut named: Vec<(&str, Vec<String>)> = Vec::new();
    for (index, chart) in needed.iter().enumerate().filter(|(_, chart)| is_needed(chart)) {
        let (name, number) = (chart.name(), (index + 1).to_string());
        match named.iter_mut().find(|(known, _)| *known == name) {
            Some((_, numbers)) => numbers.push(number),
            None => named.push((name, vec![number])),
        }
    }
    let named = named.into_iter().map(|(name, numbers)| format!("{name} {}", numbers.join(", ")));
    format!("Charts: {}", named.collect::<Vec<String>>().join("; "))
}

/// Lists chart numbers for a small card: `Charts 1-3, 6`.
pub fn chart_numbers(named: &str) -> String {
    let mut numbers: Vec<usize> = named.split([' ', ',', ';']).filter_map(|word| word.parse().ok()).collect();
    numbers.sort_unstable();
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for number in numbers {
        match runs.last_mut().filter(|(_, last)| *last + 1 == number) {
            Some((_, last)) => *last = number,
            None => runs.push((number, number)),
        }
    }
    let run =
        |(first, last): &(usize, usize)| if first == last { first.to_string() } else { format!("{first}-{last}") };
    let runs: Vec<String> = runs.iter().map(run).collect();
    if runs.is_empty() { String::new() } else { format!("Charts {}", runs.join(", ")) }
}

impl Chart<'_> {
    fn name(&self) -> &'static str {
        match self {
            Chart::Gunnery => "big guns",
            Chart::Movement => "movement",
            Chart::LargeTorpedo => "torpedo attack",
            Chart::Lights => "lights",
            Chart::Orders | Chart::Independent(_) => "orders",
            Chart::Damage(table) => match table.kind {
                TableKind::Penetrating => "penetrating hits",
                TableKind::NonPenetrating => "other hits",
                TableKind::Special => "special hits",
                TableKind::Torpedo => "torpedo hits",
                TableKind::Light => "effective hits",
                TableKind::GunsGone => "guns gone",
                TableKind::Rammer | TableKind::Rammed | TableKind::Glancing => "collisions",
            },
        }
    }
}

/// Prints the numbered charts, from gunnery to orders. Rows are closer if that saves a page.
pub fn chart_pages(letters: &Typesetter, view: &View, paper: Paper) -> Vec<PrintedPage> {
    const ROWS: [f64; 3] = [4.7, 4.4, 4.1];
    let [first, closer @ ..] = ROWS.map(|row| pages_with_row_height(letters, view, paper, row));
    closer.into_iter().fold(first, |best, pages| if pages.len() < best.len() { pages } else { best })
}

fn pages_with_row_height(letters: &Typesetter, view: &View, paper: Paper, row: f64) -> Vec<PrintedPage> {
    let (setup, charts) = (&view.setup, &view.setup.charts);
    let scope =
        if view.is_referee() { setup.title.clone() } else { format!("{} in {}", view.viewer_name(), setup.title) };
    let mut flow = Flow::new(letters, Part::Charts, paper, "Charts", &format!("those that {scope} needs"));
    let cards = ships_to_chart(view);
    let lines = || charts.movement.iter().filter(|line| cards.iter().any(|card| line.types.contains(&card.kind)));
    let mut grids = Vec::new();
    let names_guns = |chart: &Chart| match chart {
        Chart::Damage(table) => table.kind == TableKind::Penetrating && !table.title.contains("ll other guns"),
        Chart::Gunnery | Chart::Movement | Chart::LargeTorpedo | Chart::Lights | Chart::Orders => false,
        Chart::Independent(_) => false,
    };
    let keep_title = needed_charts(view).iter().any(names_guns);
    for (index, chart) in needed_charts(view).iter().enumerate() {
        let grid = match chart {
            Chart::Gunnery => gunnery_grid(charts),
            Chart::Movement => movement_grid(lines(), &cards),
            Chart::LargeTorpedo => large_torpedo_grid(&attack_bands(view)),
            Chart::Lights => lights_grid(charts),
            Chart::Damage(table) => damage_grid(table),
            Chart::Orders => command_grid(&charts.command_check, setup.night),
            Chart::Independent(table) => independent_grid(table, &charts.independent_movement),
        };
        // Without a table for some guns, "all other guns" would be unclear.
        let title = if keep_title { grid.title.clone() } else { grid.title.replace("All other guns", "Big-gun hits") };
        let grid = Grid { title: format!("{}  {title}", index + 1), row, ..grid };
        if *chart == Chart::Gunnery { flow.add_grid(&grid) } else { grids.push(grid) }
    }
    flow.add_columns_in_order(&grids);
    gunfire_log(&mut flow);
    flow.into_pages()
}

/// Fills the last page with a log of gunfire, whose hits wait for the Damage Segment. [3.3.5, 3.3.8]
fn gunfire_log(flow: &mut Flow) {
    const ROW: f64 = 6.4;
    const LEAST: f64 = 60.0;
    const HEADS: f64 = 16.0;
    if flow.depth_left() < LEAST {
        flow.next_page();
    }
    let columns = vec![
        Column::middle("TURN", 12.0),
        Column::left("FIRER", 40.0),
        Column::left("TARGET", 40.0),
        Column::middle("RANGE", 14.0),
        Column::left("NEEDS", 20.0),
        Column::left("DICE", 38.0),
        Column::middle("HITS", 15.0),
    ];
    let lines = ((flow.depth_left() - HEADS) / ROW).floor().max(0.0) as usize;
    let rows = vec![vec![String::new(); columns.len()]; lines];
    let grid = Grid::new("Gunfire", columns, rows)
        .for_writing(ROW)
        .with_note("roll hits in the Damage Segment [3.3.5, 3.3.8]. Copy this page as often as needed");
    let depth = flow.depth_left();
    flow.add_drawing(depth, |pen, y, width| {
        grid.draw(pen, (0.0, y + 3.0), width, 0..lines);
    });
}

fn large_torpedo_grid(bands: &[Band]) -> Grid {
    let columns = vec![Column::middle("RANGE TO", 20.0), Column::middle("TO HIT", 20.0).strong()];
    Grid::new("Torpedoes of large ships", columns, bands_rows(bands)).with_note("[7.5.1]")
}

fn lights_grid(charts: &Charts) -> Grid {
    let columns =
        vec![Column::left("LIGHTS", 30.0), Column::left("NAVIES", 40.0), Column::left("RANGE", 40.0).strong()];
    Grid::new("Lights", columns, light_rows(charts)).with_note("[4.5]")
}

fn gunnery_grid(charts: &Charts) -> Grid {
    let row = |modifier: &naval::model::chart::Modifier| {
        vec![
            modifier.says.clone(),
            condition_text(&modifier.when),
            modifier_effect(modifier),
            modifier.rule.to_string(),
        ]
    };
    let columns = vec![
        Column::left("MODIFIER", 50.0).strong(),
        Column::left("WHEN", 84.0),
        Column::left("DOES", 40.0).strong(),
        Column::left("RULE", 14.0),
    ];
    Grid::new("Big guns", columns, charts.gunnery.iter().map(row).collect())
        .with_note("multiply factors and round once, add sizes [6.5.1.3]")
}

fn movement_grid<'a>(lines: impl Iterator<Item = &'a Movement>, cards: &[&Card]) -> Grid {
    let is_present = |kind: &&ShipType| cards.iter().any(|card| card.kind == **kind);
    let row = |line: &Movement| {
        let types: Vec<String> = line.types.iter().filter(is_present).map(ToString::to_string).collect();
        vec![types.join(" "), format!("{}\u{2033}", line.turn_radius), format!("{}\u{2033}", line.acceleration)]
    };
    let columns =
        vec![Column::left("TYPES", 40.0).strong(), Column::middle("TURN RADIUS", 22.0), Column::middle("GAIN", 22.0)];
    Grid::new("Movement", columns, lines.map(row).collect()).with_note("[5.5, 5.6]")
}

fn damage_grid(table: &DamageTable) -> Grid {
    let rows = table_rows(table).into_iter().map(|(faces, code, effect)| vec![faces, code, effect]);
    let die = match table.sides {
        6 => "D6",
        10 => "D10",
        20 => "D20",
        _ => "DIE",
    };
    let columns =
        vec![Column::middle(die, 11.0).strong(), Column::left("CODE", 11.0).strong(), Column::left("EFFECT", 66.0)];
    Grid::new(table_title(table), columns, rows.collect()).with_note(when_text(&table.when))
}

/// Returns a table's title without the letter of the printed sheet, which cards do not use. Words a range so that it is
/// not mistaken for a bore.
fn table_title(table: &DamageTable) -> String {
    let title = table.title.split_once(": ").filter(|(letter, _)| letter.len() == 1);
    let title = title.map_or_else(|| table.title.clone(), |(_, title)| capital(title));
    match (table.when.range_to, title.rsplit_once(", ")) {
        (Some(to), Some((title, _))) => {
            shortened_title(&format!("{title}, range to {}\u{2033}", without_zero_tenths(to)))
        }
        (None, Some((title, over))) if over.starts_with("over ") => {
            shortened_title(&format!("{title}, range {}\u{2033}", over.trim_end_matches('"')))
        }
        (Some(_), None) | (None, _) => title,
    }
}

/// Shortens a title so that it needs no smaller letters.
fn shortened_title(title: &str) -> String {
    title.replace("target with more than 2 mounts", "at over 2 mounts").replace("target with 2 mounts", "at 2 mounts")
}

/// Returns `15` for 15.0.
pub fn without_zero_tenths(inches: Inches) -> String {
    inches.to_string().trim_end_matches(".0").to_owned()
}

fn command_grid(check: &CommandCheck, night: bool) -> Grid {
    let columns = vec![Column::left("ORDERS ARRIVE", 70.0), Column::right("SUM", 14.0).strong()];
    // Omit lines worth nothing, and night by day.
    let check = &CommandCheck { night: if night { check.night } else { 0 }, ..check.clone() };
    let adds = |row: &Vec<String>| row.last().is_some_and(|worth| worth != "+0");
    Grid::new("Orders received", columns, check_rows(check).into_iter().filter(adds).collect())
        .with_note(format!("when the D{} does not exceed the sum [5.10.3]", check.sides))
}

fn independent_grid(table: &IndependentMovement, all: &[IndependentMovement]) -> Grid {
    let head = match table.sides {
        6 => "D6 + INITIATIVE",
        10 => "D10 + INITIATIVE",
        20 => "D20 + INITIATIVE",
        _ => "DIE + INITIATIVE",
    };
    let columns = vec![Column::middle(head, 28.0).strong(), Column::left("DOES", 56.0)];
    let units: Vec<&str> = all
        .iter()
        .filter(|other| (other.sides, &other.rows) == (table.sides, &table.rows))
        .map(|other| unit_word(other.kind))
        .collect();
    let divisions = if units.len() == all.len() { "all that check".to_owned() } else { units.join(", ") };
    Grid::new(format!("Without orders: {divisions}"), columns, independent_rows(table)).with_note("[5.10.5]")
}

/// Returns the damage tables to which a hit on these ships can lead, by the enemy's guns and their reach. To a side,
/// the enemy may be of any navy and type.
fn reachable_damage_tables<'v>(view: &'v View, targets: &[&Card]) -> Vec<&'v DamageTable> {
    let (setup, charts) = (&view.setup, &view.setup.charts);
    let mut ids: BTreeSet<&Id> = BTreeSet::new();
    for target in targets {
        for kind in DAMAGE_KINDS {
            let batteries = possible_batteries(view, kind, target);
            for ((firer_navy, by), reach) in possible_firers(view, kind, target) {
                for range in [Inches::ZERO, reach] {
                    for battery in batteries.iter().copied() {
                        let case = HitCase { target, firer_navy, date: setup.date, range: Some(range), battery, by };
                        ids.extend(charts.damage_table(kind, &case).map(|table| &table.id));
                    }
                }
            }
        }
    }
    let tables: Vec<&DamageTable> = charts.damage.iter().filter(|table| ids.contains(&table.id)).collect();
    // Omit special hits if no other table leads to them.
    let leads_on = |table: &&DamageTable| table.rows.iter().any(|row| row.effects.contains(&DamageEffect::Special));
    let special = tables.iter().any(leads_on);
    tables.into_iter().filter(|table| special || table.kind != TableKind::Special).collect()
}

/// Whether some ship's armour stops all power of enemy big guns. A side does not know the enemy's guns, so for it this
/// may always happen. [6.5.1, 8.2.2]
pub fn may_stop_big_guns(view: &View) -> bool {
    ships_to_chart(view).iter().any(|card| armour_stops_guns(view, card))
}

fn armour_stops_guns(view: &View, target: &Card) -> bool {
    let side_of = |card: &Card| view.ships.iter().find(|ship| ship.card.id == card.id).map(|ship| &ship.side);
    let own_side = side_of(target);
    let guns = || cards(view).filter(|card| side_of(card) != own_side).filter_map(|card| card.big.as_ref());
    !view.is_referee() || guns().any(|big| big.power <= target.armour.gun)
}

/// Returns the bands of torpedo attacks by large ships, up to their greatest range. [7.5, 7.5.1]
pub fn attack_bands(view: &View) -> Vec<Band> {
    let reach = view.own_ships().filter_map(|ship| ship.card.torpedo_attack_range()).max().unwrap_or_default();
    let bands = &view.setup.charts.large_torpedo;
    let last = bands.iter().take_while(|band| band.to < reach).count();
    bands.iter().take(last + 1).map(|band| Band { to: band.to.min(reach), ..*band }).collect()
}

/// Returns the guns that can hit a target on a table. Big-gun hits can fail to penetrate only if the enemy has big guns
/// that its armour stops. [8.2.2]
fn possible_batteries(view: &View, kind: TableKind, target: &Card) -> Vec<Option<BatteryKind>> {
    let small = [Some(BatteryKind::Medium), Some(BatteryKind::Light)];
    let none_big = possible_firers(view, TableKind::Penetrating, target).is_empty() || !armour_stops_guns(view, target);
    match kind {
        TableKind::NonPenetrating if none_big => small.to_vec(),
        TableKind::NonPenetrating
        | TableKind::Penetrating
        | TableKind::Special
        | TableKind::Torpedo
        | TableKind::Light
        | TableKind::GunsGone
        | TableKind::Rammer
        | TableKind::Rammed
        | TableKind::Glancing => [None, Some(BatteryKind::Big)].into_iter().chain(small).collect(),
    }
}

/// Returns the greatest sighting range, of a burning or lit ship. No gun fires beyond it. [4.3, 6.1]
fn max_sighting_range(view: &View) -> Inches {
    let ranges: Vec<Inches> = match &view.setup.visibility {
        Visibility::Steps(steps) => steps.iter().map(|step| step.range).collect(),
        Visibility::Rolled(ranges) => ranges.to_vec(),
    };
    let ranges = ranges.into_iter().chain(view.sighting_base);
    let seen = &view.setup.charts.sighting;
    let times = seen.burning.max(seen.firing_or_searchlight_at_night).max(Fraction::ONE) * Fraction::new(3, 2);
    let special = view.setup.rules.iter().any(|rule| matches!(rule.does, RuleEffect::Sight { .. }));
    match ranges.max() {
        Some(range) if !special => Inches((Fraction::from(i64::from(range.0)) * times).rounded() as i32),
        Some(_) | None => Inches::whole(99),
    }
}

/// Returns who may have hit a ship, by navy and type, and the reach of their big guns. For the referee these are the
/// ships present (big guns: the other side's). For a side they are all possible ones.
fn possible_firers<'v>(
    view: &'v View,
    kind: TableKind,
    target: &Card,
) -> BTreeMap<(Option<&'v Id>, Option<ShipType>), Inches> {
    let gunfire = kind == TableKind::Penetrating;
    let mut firers = BTreeMap::new();
    if view.is_referee() {
        let farthest = max_sighting_range(view);
        let side_of = |card: &Card| view.ships.iter().find(|ship| ship.card.id == card.id).map(|ship| &ship.side);
        let own_side = side_of(target);
        for card in cards(view).filter(|card| !gunfire || card.big.is_some() && side_of(card) != own_side) {
            let end = card.big.as_ref().and_then(|big| big.bands.last()).map_or(Inches::ZERO, |band| band.to);
            let end = end.min(farthest);
            let reach = firers.entry((Some(&card.navy), Some(card.kind))).or_insert(end);
            *reach = end.max(*reach);
        }
    } else {
        // `None` means all navies that no table names.
        let named = view.setup.charts.damage.iter().flat_map(|table| &table.when.firer_navies).map(Some);
        let types = |navy| ShipType::ALL.into_iter().map(move |by| ((navy, Some(by)), Inches::whole(99)));
        firers.extend(named.chain([None]).flat_map(types));
    }
    if !gunfire {
        // Torpedoes, fires and land have no navy.
        firers.insert((None, None), Inches::ZERO);
    }
    firers
}

const DAMAGE_KINDS: [TableKind; 9] = [
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
