//! Everything one side knows, on one page to print.
use super::{
    after_blank_line, banner, capital,
    card::margin_text,
    duties_text, fold_paragraph, legs_text, list, placed_row, plain_table, plot_description,
    seen::enemies_text,
    sentence, special,
    status::{letters_key, own_table, pending_lines},
    verdict, wind_text,
};
use naval::model::{Division, Ship};
use naval::view::View;

/// Returns the page: situation, divisions with their plots, enemies, positions, verdict and duties.
pub fn briefing(view: &View) -> String {
    let mut text =
        vec![format!("{}: briefing for {}", view.setup.title, view.viewer_name()), banner(view), situation(view)];
    text.extend(special::listed_rules(view));
    for division in view.own_divisions() {
        text.extend(division_lines(view, division));
    }
    text.extend(enemies_text(view, None));
    text.extend(positions(view));
    text.extend(after_blank_line(pending_lines(view, false)));
    text.extend([String::new(), verdict::verdict_text(view)]);
    text.extend([String::new(), "Duties".to_owned(), duties_text(view)]);
    text.join("\n")
}

/// Returns a sentence on the table, wind, land and smoke.
fn situation(view: &View) -> String {
    let land = list(view.setup.land.iter().map(|land| &land.name));
    let land = if view.setup.land.is_empty() { String::new() } else { format!(" Land: {land}.") };
    let smoke = match view.standing_smoke().count() {
        0 => String::new(),
        1 => " One smoke screen.".to_owned(),
        more => format!(" {more} smoke screens."),
    };
    let (width, height) = (view.setup.table.width, view.setup.table.height);
    let wind = capital(&wind_text(&view.setup.wind));
    fold_paragraph(&format!("Table {width}\" by {height}\". {wind}.{land}{smoke}"), 0)
}

fn division_lines(view: &View, division: &Division) -> Vec<String> {
    let ships = || view.ships_of_division(&division.id);
    let flag = view.name(&division.flagship);
    let flag_ratings = format!("signalling {}, initiative {}", division.signalling, division.initiative);
    let mut text = vec![String::new(), format!("{} (flagship {flag}, {flag_ratings})", division.name)];
    text.push(own_table(view, ships()));
    text.extend(letters_key(view, ships()));
    let mut marks = None;
    for ship in ships().filter(|ship| !ship.hits.is_empty()) {
        let hits = margin_text(&ship.hits);
        let (hits, key) = hits.split_once('\n').map_or((&*hits, None), |(hits, key)| (hits, Some(key)));
        text.extend(sentence(&format!("{}: {hits}", ship.card.name), 2));
        marks = marks.or(key.map(|key| format!("  ({key})")));
    }
    text.extend(marks);
    text.extend(division.plot.as_ref().map(|plot| format!("  Plot: {}", plot_description(plot))));
    text.extend(division.next_plot.as_ref().map(|plot| format!("  Plot of the next turn: {}", plot_description(plot))));
    text
}

/// Returns positions and last runs of all ships that the viewer sees.
fn positions(view: &View) -> Vec<String> {
    let placed = |ship: &Ship| {
        let at = ship.at?;
        let run = ship.run.as_deref().map(|run| legs_text(&run.legs)).unwrap_or_default();
        Some([placed_row(view, ship, at), vec![run]].concat())
    };
    let own = view.own_ships().filter(|ship| ship.is_on_table());
    let rows: Vec<Vec<String>> = own.chain(view.enemies()).filter_map(placed).collect();
    if rows.is_empty() {
        return Vec::new();
    }
    let heading = ["Ship", "Side", "x", "y", "Heading", "Speed", "Last run"];
    after_blank_line(vec!["Positions".to_owned(), plain_table(&heading, &[2, 3, 4, 5], rows)])
}
