//! Everything one side knows, on one page to print.
use super::{
    apart, banner, capital,
    card::margin,
    duties, fold_at, list, placed_row, plain_table, plot_says,
    seen::enemies,
    sentence, special,
    status::{key, own_table, pending},
    steered, verdict, wind,
};
use naval::model::{Division, Ship};
use naval::view::View;

/// Returns the page: situation, divisions with their plots, enemies, positions, verdict and duties.
pub fn briefing(view: &View) -> String {
    let mut text = vec![format!("{}: briefing for {}", view.setup.title, view.who()), banner(view), situation(view)];
    text.extend(special::listed(view));
    for division in view.own_divisions() {
        text.extend(division_page(view, division));
    }
    text.extend(enemies(view, None));
    text.extend(positions(view));
    text.extend(apart(pending(view, false)));
    text.extend([String::new(), verdict::verdict(view)]);
    text.extend([String::new(), "Duties".to_owned(), duties(view)]);
    text.join("\n")
}

/// Returns a sentence on the table, wind, land and smoke.
fn situation(view: &View) -> String {
    let land = list(view.setup.land.iter().map(|land| &land.name));
    let land = if view.setup.land.is_empty() { String::new() } else { format!(" Land: {land}.") };
    let smoke = match view.standing_smoke().count() {
        0 => String::new(),
        1 => " One smoke screen stands.".to_owned(),
        more => format!(" {more} smoke screens stand."),
    };
    let (width, height) = (view.setup.table.width, view.setup.table.height);
    let wind = capital(&wind(&view.setup.wind));
    fold_at(&format!("Table {width}\" by {height}\". {wind}.{land}{smoke}"), 0)
}

fn division_page(view: &View, division: &Division) -> Vec<String> {
    let ships = || view.ships_of_division(&division.id);
    let flag = view.name(&division.flagship);
    let ratings = format!("signalling {}, initiative {}", division.signalling, division.initiative);
    let mut text = vec![String::new(), format!("{} (flagship {flag}, {ratings})", division.name)];
    text.push(own_table(view, ships()));
    text.extend(key(view, ships()));
    let mut marks = None;
    for ship in ships().filter(|ship| !ship.hits.is_empty()) {
        let hits = margin(&ship.hits);
        let (hits, key) = hits.split_once('\n').map_or((&*hits, None), |(hits, key)| (hits, Some(key)));
        text.extend(sentence(&format!("{}: {hits}", ship.card.name), 2));
        marks = marks.or(key.map(|key| format!("  ({key})")));
    }
    text.extend(marks);
    text.extend(division.plot.as_ref().map(|plot| format!("  Plot: {}", plot_says(plot))));
    text.extend(division.advance.as_ref().map(|plot| format!("  Plot of the next turn: {}", plot_says(plot))));
    text
}

/// Returns positions and last runs of all ships that the viewer sees.
fn positions(view: &View) -> Vec<String> {
    let placed = |ship: &Ship| {
        let at = ship.at?;
        let run = ship.run.as_deref().map(|run| steered(&run.legs)).unwrap_or_default();
        Some([placed_row(view, ship, at), vec![run]].concat())
    };
    let own = view.own_ships().filter(|ship| ship.is_on_table());
    let rows: Vec<Vec<String>> = own.chain(view.enemies()).filter_map(placed).collect();
    if rows.is_empty() {
        return Vec::new();
    }
    let heading = ["Ship", "Side", "x", "y", "Heading", "Speed", "Last run"];
    apart(vec!["Positions".to_owned(), plain_table(&heading, &[2, 3, 4, 5], rows)])
}
