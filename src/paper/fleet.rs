//! Prints the first page of a pack: the scenario and every ship that the viewer knows.
use crate::{
    Column, Flow, Grid, Part, PrintOptions, PrintedPage, Typesetter, briefing,
    briefing::print_victory,
    deck::flag_word,
    opening,
    parts::strength,
    situation::{conditions_text, enemy_rows, moment_text},
};
use naval::model::{Battery, Bearing, Card, Division, Fate, Ship};
use naval::rules::tally::{ScoredFate, points_for};
use naval::{rules::special::NEVER_ENTERS, view::View};
use show::{card::gun_and_torpedo, lines::count, status::ship_condition};

/// Returns scenario, conditions, and the fleets by division.
pub fn fleet_pages(letters: &Typesetter, view: &View, options: &PrintOptions) -> Vec<PrintedPage> {
    let mut flow = Flow::new(letters, Part::Summary, options.paper, &view.setup.title, &moment_text(view));
    flow.paragraph(&view.setup.introduction);
    flow.heading("CONDITIONS");
    flow.paragraph(&conditions_text(view));
    briefing::print_special_rules(&mut flow, view, "SPECIAL RULES");
    print_victory(&mut flow, view);
    if let Some(text) = &options.balance {
        flow.heading("BALANCE");
        text.lines().for_each(|line| flow.paragraph(line.trim_start_matches("Balance: ")));
        flow.aside("Captains are the program's own players, the same on both sides. Brackets show the range that so few battles allow. A handicap makes the battle even.");
    }
    let sides: Vec<_> = view.setup.sides.iter().map(|side| (side, ship_rows(view, side.id.as_str()))).collect();
    // Omit the state column until a ship has a state to report.
    let any_state =
        sides.iter().flat_map(|(_, rows)| rows).any(|row| row.last().is_some_and(|state| !state.is_empty()));
    let columns_shown = if any_state { columns().len() } else { columns().len() - 1 };
    for (side, mut rows) in sides {
        rows.iter_mut().for_each(|row| row.truncate(columns_shown));
        if !rows.is_empty() {
            let text = format!("damage control {} or less [8.6.1]", side.damage_control);
            let grid = Grid::new(side.name.to_uppercase(), columns().into_iter().take(columns_shown).collect(), rows);
            let grid = Grid { row: 4.4, size: 2.9, ..grid };
            // A terminal omits number, flag, division, bore and batteries.
            flow.add_grid(&Grid { paper_only: vec![0, 2, 4, 10, 11, 12], ..grid.with_note(text) });
        }
    }
    let seen = enemy_rows(view);
    if !seen.is_empty() {
        let columns = vec![
            Column::left("SHIP", 30.0).strong(),
            Column::left("TYPE", 10.0),
            Column::left("SIDE", 16.0),
            Column::left("AS SEEN", 70.0),
        ];
        flow.add_grid(&Grid::new("ENEMIES SEEN", columns, seen));
    }
    flow.gap(1.2);
    const GUNS: &str = "Guns are mounts that bear ahead-abeam-astern";
    const WORTH: &str = "Worth: points for the enemy when the ship is sunk [10.5].";
    let batteries = "Bore is in inches. Medium and light are strengths to port/starboard";
    let short = "Arm. is what armour takes off guns/torpedoes, def. defence, torp. torpedo factors, flot. flotation hits that sink, now the state or when the ship comes in";
    flow.aside_and_text(&format!("{GUNS}. {batteries}. {short}. {WORTH}"), &format!("{GUNS}. {WORTH}"));
    if view.is_referee() {
        let d100_text = if view.setup.options.d100 { ", D100" } else { "" };
        flow.aside(&format!("To play: these pages, scissors, pencil and rubber, dice D6, D10, D20{d100_text}, a tape that reads quarters of an inch, a table or floor of the size above."));
    }
    // A side finds its positions and its chart in its briefing.
    if view.is_referee() {
        if view.setup.hidden && view.turn == 1 {
            let sides: Vec<String> = view.setup.sides.iter().map(|side| format!("--side {}", side.id)).collect();
            flow.aside(&format!(
                "These pages are a referee's: they show both sides. Print what a side may know with {}.",
                sides.join(" or with ")
            ));
        }
        opening::print_positions(&mut flow, view);
        opening::print_land(&mut flow, view);
        // The chart usually has a separate page, and may fill it.
        briefing::draw_chart(&mut flow, view, 230.0);
    }
    flow.into_pages()
}

fn columns() -> Vec<Column> {
    vec![
        Column::right("No.", 6.0),
        Column::left("SHIP", 27.0).strong(),
        Column::left("FLAG", 10.5),
        Column::left("TYPE", 10.5),
        Column::left("DIVISION", 37.0),
        Column::right("SPEED", 10.5),
        Column::right("SIZE", 8.5),
        Column::right("ARM.", 11.0),
        Column::right("DEF.", 9.0),
        Column::left("GUNS", 12.5),
        Column::right("BORE", 11.0),
        Column::right("MEDIUM", 16.5),
        Column::right("LIGHT", 17.0),
        Column::right("TORP.", 11.0),
        Column::right("FLOT.", 11.0),
        Column::right("WORTH", 13.0),
        Column::left("NOW", 21.0),
    ]
}

fn ship_rows(view: &View, side: &str) -> Vec<Vec<String>> {
    let divisions = view.own_divisions().filter(|division| division.side == *side);
    let row = |division: &Division, ship: &Ship| {
        let card = &ship.card;
        let flag = match flag_word(view, division, &ship.id) {
            Some("force flag") => "force",
            Some(_) => "div.",
            // A single ship leads its division.
            None if division.flagship == ship.id && !card.kind.is_coast_battery() => "div.",
            None => "",
        };
        let mut row = vec![
            ship.number.map(|number| number.to_string()).unwrap_or_default(),
            card.name.clone(),
            flag.to_owned(),
            card.kind.to_string(),
            if division.is_single() { String::new() } else { division.name.clone() },
        ];
        row.extend(figure_cells(card));
        let scores = !view.setup.without_points.contains(&ship.id);
        row.push(if scores { points_for(card.kind, ScoredFate::Sunk).0.to_string() } else { "0".to_owned() });
        row.push(narrow_state(view, ship));
        row
    };
    divisions.flat_map(|division| view.ships_of_division(&division.id).map(move |ship| row(division, ship))).collect()
}

/// Returns the state for a narrow column: of a ship still to come, only the turn of entry.
fn narrow_state(view: &View, ship: &Ship) -> String {
    if let Fate::Waiting { enters_turn } = ship.fate
        && enters_turn != NEVER_ENTERS
    {
        return format!("turn {enters_turn}");
    }
    ship_state(view, ship)
}

/// Returns nothing for an undamaged ship, the number of hits for a damaged one in action, otherwise its fate.
pub fn ship_state(view: &View, ship: &Ship) -> String {
    match (ship.is_in_action(), ship.hits.is_empty()) {
        (true, true) => String::new(),
        (true, false) => count(ship.hits.len() as i64, "hit"),
        (false, _) => ship_condition(view.turn, ship),
    }
}

fn figure_cells(card: &Card) -> Vec<String> {
    let arcs = [Bearing::Bow, Bearing::Broadside, Bearing::Stern];
    let guns = card.big.as_ref().map(|_| arcs.map(|arc| card.mounts_bearing(arc).to_string()).join("-"));
    let battery = |battery: &Option<Battery>| {
        battery.as_ref().map(|battery| strength(battery, battery.strength)).unwrap_or_default()
    };
    // Coast batteries have no speed and no flotation. (Q51)
    let unless_battery = |figure: String| if card.kind.is_coast_battery() { String::new() } else { figure };
    vec![
        unless_battery(format!("{}\u{2033}", card.speed)),
        gun_and_torpedo(card.size, ""),
        gun_and_torpedo(card.armour, "\u{2212}"),
        card.defence.to_string(),
        guns.unwrap_or_default(),
        card.big.as_ref().map(|big| big.bore_in.to_string()).unwrap_or_default(),
        battery(&card.medium),
        battery(&card.light),
        card.torpedo.as_ref().map(|torpedo| torpedo.factors.to_string()).unwrap_or_default(),
        unless_battery(card.flotation.to_string()),
    ]
}
