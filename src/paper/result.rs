//! Prints the result sheet: the winner and the condition met, and separately the points, ship by ship. [9.2, 10.5]
use crate::{
    Column, Cut, Flow, Grid, HAIR, LABEL, Paper, Part, PrintedPage, Style, Typesetter, known_ships::kind_of, name,
};
use naval::model::{Fate, Ship};
use naval::rules::tally::{ScoredFate, SideTally, Tally};
use naval::{rules::tally, view::View};
use show::lines::capital;
use show::status::ship_condition;
use show::tally::{handicap_sentence, handicap_withheld, leader_sentence, stake_sentence};
use show::verdict::{conditions, outcome_sentences, winner_sentence};

/// Returns verdict, points, conditions, the fate of every ship, what dice may still change, and room for signatures.
pub fn result_pages(letters: &Typesetter, view: &View, paper: Paper) -> Vec<PrintedPage> {
    let (judged, tally) = (&view.verdict(), &view.tally());
    let names = |id: &str| name(view, id);
    let title = if tally.over { "Result" } else { "Points so far" };
    let subtitle = format!("{} \u{2022} {}", view.setup.title, crate::situation::moment_text(view));
    let mut flow = Flow::new(letters, Part::Result, paper, title, &subtitle);
    // Handicap and leader depend on forces that a side may not have seen.
    let knows_all_forces = view.sees_all_points();
    let verdict = winner_sentence(&names, judged);
    flow.add_text_only(verdict.clone());
    let score = score_text(view, tally, knows_all_forces);
    flow.add_drawing(24.0, |pen, y, width| {
        pen.area((0.0, y), (width, 21.0), 0.5, None);
        pen.fit_words(width / 2.0, y + 8.6, Style::new(Cut::Bold, 7.6).middle(), &verdict, width - 8.0);
        pen.fit_words(width / 2.0, y + 16.6, Style::new(Cut::Semibold, 5.0).middle(), &score, width - 8.0);
    });
    for side in &tally.sides {
        flow.add_grid(&points_table(view, side, knows_all_forces));
    }
    flow.gap(3.0);
    if knows_all_forces {
        flow.paragraph(&leader_sentence(&names, tally));
        flow.paragraph(&handicap_sentence(&names, &tally.handicap));
    } else {
        flow.paragraph(&handicap_withheld(tally));
    }
    if !judged.entries.is_empty() || 1 < outcome_sentences(&names, judged).len() {
        flow.heading("VICTORY CONDITIONS");
        for condition in conditions(&names, judged) {
            flow.paragraph(&condition.sentence);
            flow.aside(&format!("Met? {}", capital(&condition.states.join(" "))));
        }
        outcome_sentences(&names, judged).iter().skip(1).for_each(|line| flow.paragraph(line));
    }
    if !tally.at_stake.is_empty() {
        flow.heading("STILL AT STAKE");
        for stake in &tally.at_stake {
            flow.paragraph(&stake_sentence(&names, stake));
        }
    }
    for side in &view.setup.sides {
        let ships = view.own_ships().filter(|ship| ship.side == side.id);
        let rows: Vec<Vec<String>> = ships.map(|ship| fate_row(view, ship)).collect();
        if !rows.is_empty() {
            flow.add_grid(&Grid::new(format!("SHIPS OF {}", side.name.to_uppercase()), fate_columns(), rows));
        }
    }
    signatures(&mut flow, view);
    flow.into_pages()
}

/// Formats the score: `Japan 14 : 4 Russia`.
fn score_text(view: &View, tally: &Tally, knows_all: bool) -> String {
    match &tally.sides[..] {
        [left, right] => {
            format!("{}  {} : {}  {}", name(view, &left.side), left.total, right.total, name(view, &right.side))
        }
        sides => {
            let total_of = |side: &SideTally| if knows_all { side.total } else { side.points };
            let scores = sides.iter().map(|side| format!("{} {}", name(view, &side.side), total_of(side)));
            scores.collect::<Vec<String>>().join(", ")
        }
    }
}

fn points_table(view: &View, side: &SideTally, knows_all: bool) -> Grid {
    let ships = side.lines.iter().map(|line| {
        let state = match line.standing {
            ScoredFate::Immobile => "immobile",
            ScoredFate::Sunk => "sunk",
        };
        let kind = kind_of(view, &line.ship).map(|kind| kind.to_string()).unwrap_or_default();
        let rules = format!("[{}, {}]", line.because, line.rule);
        vec![name(view, &line.ship), kind, state.to_owned(), line.points.to_string(), rules]
    });
    let row = |label: &str, state: &str, points: String, rule: &str| {
        [label, "", state, &points, rule].map(str::to_owned).to_vec()
    };
    let mut rows: Vec<Vec<String>> = ships.collect();
    for line in &side.special {
        rows.push(row(&format!("Special rule {}", line.of), "", line.points.to_string(), "[9.2]"));
    }
    if knows_all && side.handicap != 0 {
        rows.push(row("Handicap", "", side.handicap.to_string(), "[10.5.6]"));
    }
    let scored = || (format!("{} of {} possible", side.points, side.could_score), side.total);
    let (could, total) = if knows_all { scored() } else { (String::new(), side.points) };
    rows.push(row("Total", &could, total.to_string(), ""));
    let columns = vec![
        Column::left("ENEMY SHIP", 48.0).strong(),
        Column::left("TYPE", 14.0),
        Column::left("STATE", 62.0),
        Column::right("POINTS", 16.0).strong(),
        Column::left("RULES", 42.0),
    ];
    let title = format!("POINTS OF {}", name(view, &side.side).to_uppercase());
    Grid { row: 5.4, size: 3.5, ..Grid::new(title, columns, rows) }
}

fn fate_columns() -> Vec<Column> {
    vec![
        Column::left("SHIP", 40.0).strong(),
        Column::left("TYPE", 12.0),
        Column::left("STATE", 36.0),
        Column::right("DAMAGE", 16.0),
        Column::middle("FLOTATION", 22.0),
        Column::middle("FIRES", 14.0),
        Column::right("MOUNTS LOST", 22.0),
        Column::right("SPEED LEFT", 22.0),
    ]
}

fn fate_row(view: &View, ship: &Ship) -> Vec<String> {
    let fraction = |hits: i64, total: i64| if hits == 0 { String::new() } else { format!("{hits} of {total}") };
    let mounts = ship.card.big.as_ref().map_or(0, |big| big.mounts.len());
    let speed = if ship.is_in_action() { format!("{}\u{2033}", ship.speed_allowance()) } else { String::new() };
    vec![
        ship.card.name.clone(),
        ship.card.kind.to_string(),
        final_state(view, ship),
        if ship.hits.is_empty() { String::new() } else { ship.hits.len().to_string() },
        fraction(i64::from(ship.flotation_hits()), i64::from(ship.card.flotation)),
        if ship.fires() == 0 { String::new() } else { ship.fires().to_string() },
        fraction(ship.mounts_lost().len() as i64, mounts as i64),
        speed,
    ]
}

/// Returns the state in the words of the points: a sinking hulk counts as sunk. [8.7]
fn final_state(view: &View, ship: &Ship) -> String {
    let sunk = matches!(tally::scored_fate(ship), Some((ScoredFate::Sunk, _))) && ship.fate == Fate::Sinking;
    if sunk { "sunk".to_owned() } else { ship_condition(view.turn, ship) }
}

fn signatures(flow: &mut Flow, view: &View) {
    let sides = view.setup.sides.iter().map(|side| format!("FOR {}", side.name.to_uppercase()));
    let signers: Vec<String> = sides.chain(["REFEREE".to_owned()]).collect();
    flow.add_drawing(26.0, |pen, y, width| {
        const GAP: f64 = 8.0;
        let step = (width + GAP) / signers.len() as f64;
        for (index, words) in signers.iter().enumerate() {
            let left = step * index as f64;
            pen.stroke((left, y + 20.0), (left + step - GAP, y + 20.0), 0.2, HAIR, None);
            pen.words(left, y + 23.6, LABEL, words);
        }
    });
}
