//! Prints how to generate a battle on paper: weather and hour, Ship Type and Ship Class Tables of its theatre, and
//! where each side begins. [10.1 to 10.4]
use crate::{Column, Flow, Grid, Paper, Part, PrintedPage, Typesetter};
use naval::model::generator::{PoolShip, TypeRow};
use naval::model::{ForceTable, Generator, ShipType, WindForce};
use naval::rules::rolls::{MAX_CHOICES, choosing_die};
use naval::rules::{formation::division_sizes, generated, placement};
use naval::view::View;
use show::lines::{capital, type_word};

/// Returns the sheets while forces are still to be drawn or placed. A side receives only its tables.
pub fn generation(letters: &Typesetter, view: &View, paper: Paper) -> Vec<PrintedPage> {
    let Some(generator) = view.setup.generator.as_ref().filter(|_| view.is_placing()) else { return Vec::new() };
    let subtitle = format!("{} \u{2022} {}", generator.name, view.setup.date.format("%-d %B %Y"));
    let mut flow = Flow::new(letters, Part::Generation, paper, "Generating the battle", &subtitle);
    weather_table(&mut flow, generator);
    let tables: Vec<&ForceTable> = generator.forces.iter().filter(|table| view.owns(&table.side)).collect();
    force_rules(&mut flow, generator, &tables);
    approach_rules(&mut flow, view, &tables);
    placement_rules(&mut flow, view);
    for table in &tables {
        flow.add_grid(&type_table(view, table));
    }
    for table in &tables {
        flow.add_grid(&drawn_table(view, table));
    }
    for table in tables {
        flow.add_columns_in_order(&class_tables(view, table));
    }
    flow.into_pages()
}

/// Prints sighting range, wind and hour for a D6 each. [10.1.1, Q65]
fn weather_table(flow: &mut Flow, generator: &Generator) {
    let wind_word = |force: &WindForce| match force {
        WindForce::Calm => "calm",
        WindForce::Moderate => "moderate",
        WindForce::High => "high",
    };
    let row = |index: usize| {
        vec![
            (index + 1).to_string(),
            generator.visibility.get(index).map(|range| format!("{range}\u{2033}")).unwrap_or_default(),
            generator.winds.get(index).map(wind_word).unwrap_or_default().to_owned(),
            generator.hours.get(index).map(|hour| hour.format("%H:%M").to_string()).unwrap_or_default(),
        ]
    };
    let mut columns = vec![
        Column::middle("D6", 10.0).strong(),
        Column::middle("SIGHTING RANGE", 30.0),
        Column::middle("WIND", 30.0),
        Column::middle("FIRST TURN AT", 30.0),
    ];
    let mut rows: Vec<Vec<String>> = (0..generator.visibility.len()).map(row).collect();
    let dice = if generator.hours.is_empty() {
        columns.pop();
        rows.iter_mut().for_each(|row| row.truncate(columns.len()));
        "a D6 for each column [10.1.1]"
    } else {
        "a D6 for each column [10.1.1, Q65]"
    };
    flow.add_grid(&Grid::new("1. WEATHER AND HOUR", columns, rows).with_note(dice));
    let bearings: Vec<String> =
        (0..10).map(|face| format!("{}: {}\u{b0}", face + 1, generated::FACE_DEG * face)).collect();
    flow.aside(&format!("If there is wind, it comes from, D10: {}. Both sides know all three.", bearings.join(", ")));
}

/// Prints how a side draws its force. [10.1.2, 5.1.1, 5.10.1]
fn force_rules(flow: &mut Flow, generator: &Generator, tables: &[&ForceTable]) {
    flow.heading("2. FORCES, EACH SIDE IN SECRET [10.1.2]");
    flow.paragraph("Make each roll of your side in turn. A roll gives one division.");
    flow.paragraph("a. Roll a D10 on your Ship Type Table, then a D6 for the number of ships. Draw at least as many as a division needs [5.1.1]. If no ship of the type is left, take the next row that has some, or after the last row the one before it.");
    if generator.company.keeps_squadrons() {
        flow.paragraph("b. Your last roll, of three or more: if those before gave no light ships, skip every row of other types. Their results go to the rows that remain.");
    }
    if generator.company.keeps_fleets() && tables.iter().any(|table| !table.boats_alone) {
        let exceptions: Vec<&str> =
            tables.iter().filter(|table| table.boats_alone).map(|table| table.side.as_str()).collect();
        let except = if exceptions.is_empty() {
            String::new()
        } else {
            format!(" This does not apply to {}.", exceptions.join(", "))
        };
        flow.paragraph(&format!("If those before gave only TBD and TB, and the enemy's table has BB, BC, OBB or CA, skip TBD and TB instead.{except}"));
    }
    flow.paragraph("c. Roll for the first ship on the list of the type. Crossed-out ships do not count: renumber those left from the top. Use the smallest of D6, D10, D20 and D100 that divides evenly among them. If none does, use the smallest with a result for each, and roll again above the last.");
    if generator.company.keeps_squadrons() {
        flow.paragraph("d. Fill the division without dice. Split the ships left of that class, in list order, into groups of the number needed. A last group that is too small takes ships from before it. The first ship's group sails. If that is too few, add one ship at a time of the same type or group letter, from classes whose ships left all find room (boats need not). It must be within 0.40\u{2033} of the speed of every ship in the division. Take first a class that is there already, then the nearest year, then the nearest in the list. Ships with a group letter sail only with that letter, whatever their speed. If no ship fits, the division stays smaller.");
    } else {
        flow.paragraph("d. Roll for each further ship in the same way, among its sisters as long as any are left.");
    }
    flow.paragraph("e. Cross the ships out and continue. After the last roll, a division below its least size joins another whose ships are all sisters, or of its kind and within 0.40\u{2033} of its speed. It goes astern if there is room, at the head if it is faster. If there is no room, that division's last ships join it. If no division fits, it stays alone [5.1.1].");
    flow.paragraph("f. The ship with the lowest flag number leads its division, and the lowest of the side has the force flag [5.10.1]. Without numbers, BB lead before OBB, and TBD before TB.");
    if tables.iter().any(|table| !table.leaders.is_empty()) {
        flow.paragraph("g. If you have leaders: one, rolled among those that fit, heads your first division of four boats or more. Of six boats the last stays behind. A leader fits the classes named in its row. If none are named, it fits boats completed within six years of it and at most 0.80\u{2033} slower or 0.25\u{2033} faster.");
    }
    flow.paragraph("A side with more than four boats has each division of them on one base [5.1.1].");
}

/// Prints where each side begins. [10.1.3]
fn approach_rules(flow: &mut Flow, view: &View, tables: &[&ForceTable]) {
    flow.heading("3. DISTANCE AND BEARING, IN SECRET [10.1.3]");
    flow.paragraph("Write where you begin: inches from the centre of the table, and the true bearing from there. The point must be on the table, not at its centre, and at least 0.5\u{2033} off every shore.");
    let (width, height) = (view.setup.table.width, view.setup.table.height);
    flow.paragraph(&format!("Or roll. Bearing: one of your own below, as for a ship. The side that rolls second skips those within {:.0}\u{b0} of the first side's. If none is left, it takes any with open water of 0\u{b0}, 36\u{b0} and so on. Distance: inches to the edge on that bearing, less the length of your longest column in bases and intervals, less 6, plus a D6, at least {:.1}\u{2033}. The table is {width}\u{2033} by {height}\u{2033}.", placement::MIN_BEARING_GAP_DEG, placement::MIN_APPROACH_IN));
    for table in tables {
        let bearings = placement::possible_bearings(view, &table.side);
        let (sides, block) = choosing_die(bearings.len());
        let bearing_text = |(index, bearing): (usize, &f64)| {
            let to_edge = placement::to_edge(view, *bearing);
            format!("{} {bearing:.0}\u{b0} ({to_edge:.1}\u{2033} to the edge)", die_results(index, block))
        };
        let all: Vec<String> = bearings.iter().enumerate().map(bearing_text).collect();
        let die = if 1 < bearings.len() { format!("D{sides}: ") } else { String::new() };
        flow.paragraph(&format!("{}, {die}{}.", view.name(&table.side), all.join(", ")));
        flow.add_drawing(8.0, |pen, y, width| {
            let text =
                format!("{} begins ________\u{2033} from the centre, bearing ________\u{b0}", view.name(&table.side));
            pen.fit_words(0.0, y + 6.0, crate::TEXT, &text, width);
        });
    }
}

/// Prints how the forces are placed, and what follows. [10.2 to 10.4]
fn placement_rules(flow: &mut Flow, view: &View) {
    flow.heading("4. SET-UP [10.2 to 10.4]");
    flow.paragraph("Place one division of each side with its leader on the point, heading for the centre, in column. Every other division has a ship within 6\u{2033} of it and steers the same course. Use force markers [10.2, 10.2.1, 10.2.2].");
    flow.paragraph("If enemies are within the sighting range, both sides go straight back by the same distance until the nearest two are just at it. Do this once [10.2.3].");
    flow.paragraph(&format!("Both sides move towards the centre until an enemy is sighted [10.3]. The battle lasts {} and is won on points [10.4, 10.5].", show::lines::count(view.setup.turns, "turn")));
}

/// Returns the die results of a place, counted from 0, if each has `block` of them: `3` or `1-5`.
fn die_results(index: usize, block: usize) -> String {
    let (first, last) = (index * block + 1, (index + 1) * block);
    if first == last { first.to_string() } else { format!("{first}-{last}") }
}

fn type_table(view: &View, table: &ForceTable) -> Grid {
    let row = |row: &TypeRow| {
        let (first, last) = row.faces;
        let face = if first == last { first.to_string() } else { format!("{first}-{last}") };
        let (least, most) = division_sizes(row.kind);
        let ships = row.ships.iter().map(|ships| ships.to_string());
        let what = format!("{}, {}", row.kind, type_word(row.kind));
        [face, what].into_iter().chain(ships).chain([format!("{least} to {most}")]).collect()
    };
    let columns = vec![
        Column::middle("D10", 12.0).strong(),
        Column::left("TYPE", 52.0),
        Column::middle("D6: 1", 13.0),
        Column::middle("2", 11.0),
        Column::middle("3", 11.0),
        Column::middle("4", 11.0),
        Column::middle("5", 11.0),
        Column::middle("6", 11.0),
        Column::middle("A DIVISION", 22.0),
    ];
    let rolls = if table.rolls == 1 { "1 roll".to_owned() } else { format!("{} rolls", table.rolls) };
    let name = view.name(&table.side);
    Grid::new(
        format!("SHIP TYPE TABLE OF {}, {}", name.to_uppercase(), rolls.to_uppercase()),
        columns,
        table.types.iter().map(row).collect(),
    )
    .with_note("number of ships by D6 [10.1.2]")
}

/// Returns a table for writing down the ships drawn.
fn drawn_table(view: &View, table: &ForceTable) -> Grid {
    let columns = vec![
        Column::middle("ROLL", 12.0).strong(),
        Column::left("TYPE", 16.0),
        Column::left("NUMBER", 16.0),
        Column::left("SHIPS, THE LEADER FIRST", 110.0),
        Column::left("FLAG", 20.0),
    ];
    let rows = (1..=table.rolls).map(|roll| {
        let mut row = vec![String::new(); columns.len()];
        row[0] = roll.to_string();
        row
    });
    Grid::new(format!("DRAWN BY {}", view.name(&table.side).to_uppercase()), columns.clone(), rows.collect())
        .for_writing(8.0)
}

/// Longest list in rows that fits in a column.
const MAX_ROWS_PER_LIST: usize = 52;

/// Returns the Ship Class Table of a side: a list for each type, then its leaders.
fn class_tables(view: &View, table: &ForceTable) -> Vec<Grid> {
    let mut lists: Vec<(String, Vec<&PoolShip>)> = Vec::new();
    let mut kinds: Vec<ShipType> = Vec::new();
    for row in &table.types {
        if !kinds.contains(&row.kind) {
            kinds.push(row.kind);
        }
    }
    for kind in kinds {
        let of_kind: Vec<&PoolShip> = table.pool.iter().filter(|ship| ship.card.kind == kind).collect();
        lists.push((kind.to_string(), of_kind));
    }
    if !table.leaders.is_empty() {
        lists.push(("LEADERS".to_owned(), table.leaders.iter().collect()));
    }
    let name = view.name(&table.side).to_uppercase();
    lists.into_iter().flat_map(|(what, ships)| ship_table(&format!("{name}: {what}"), table, &ships)).collect()
}

/// Returns a list of ships with die results for each, valid while none is crossed out.
fn ship_table(title: &str, table: &ForceTable, ships: &[&PoolShip]) -> Vec<Grid> {
    let (sides, block) = choosing_die(ships.len());
    let die = match ships.len() {
        0 | 1 => String::new(),
        count if MAX_CHOICES < count => {
            let hundreds = count.div_ceil(MAX_CHOICES);
            format!("{count} ships: D{} for the hundred, then D100", choosing_die(hundreds).0)
        }
        count => format!("{count} ships, D{sides}"),
    };
    let is_leader = |ship: &PoolShip| table.leaders.iter().any(|leader| leader.card.id == ship.card.id);
    let row = |(index, ship): (usize, &&PoolShip)| {
        let group = ship.group.map(|index| char::from(b'A' + index).to_string()).unwrap_or_default();
        let flag = table.flag_seniority(&ship.card.id).map(|flag| format!("flag {}", flag + 1)).unwrap_or_default();
        let led = if is_leader(ship) && !ship.leads.is_empty() {
            format!("leads {}", ship.leads.join(", "))
        } else {
            String::new()
        };
        let notes: Vec<String> = [flag, led].into_iter().filter(|note| !note.is_empty()).collect();
        vec![
            die_results(index, if MAX_CHOICES < ships.len() { 1 } else { block }),
            ship.card.name.clone(),
            ship.card.class.clone(),
            format!("{}\u{2033}", ship.card.speed),
            ship.completed.map(|year| year.to_string()).unwrap_or_default(),
            group,
            notes.join(", "),
        ]
    };
    let columns = vec![
        Column::middle("DIE", 10.0).strong(),
        Column::left("SHIP", 27.0).strong(),
        Column::left("CLASS", 24.0),
        Column::right("SPEED", 10.0),
        Column::right("YEAR", 10.0),
        Column::middle("GR.", 6.0),
        Column::left("", 13.0),
    ];
    let rows: Vec<Vec<String>> = ships.iter().enumerate().map(row).collect();
    let grid = |(part, rows): (usize, &[Vec<String>])| {
        let suffix = if part == 0 { "" } else { ", continued" };
        let grid = Grid::new(format!("{}{suffix}", capital(title)), columns.clone(), rows.to_vec());
        Grid { row: 3.9, size: 2.6, ..grid }.with_note(die.clone())
    };
    rows.chunks(MAX_ROWS_PER_LIST).enumerate().map(grid).collect()
}
