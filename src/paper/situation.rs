//! Describes the situation for several pages.
use crate::opening;
use naval::model::{Ship, WindForce};
use naval::view::View;
use show::seen::contact_sentences;

/// Formats date, time, turn and segment: `14 August 1904 • 05:23, turn 7 of 30, Gunfire Segment`.
pub fn moment_text(view: &View) -> String {
    let setup = &view.setup;
    let date = setup.date.format("%-d %B %Y");
    let side = if view.is_referee() { String::new() } else { format!(" \u{2022} as {} knows it", view.viewer_name()) };
    let clock = if view.is_hour_open() { "hour by a D6".to_owned() } else { view.clock().format("%H:%M").to_string() };
    format!("{date} \u{2022} {clock}, turn {} of {}, {}{side}", view.turn, setup.turns, view.segment)
}

/// Describes visibility, wind and table in a sentence or two.
pub fn conditions_text(view: &View) -> String {
    let night = if view.setup.night { "Night. " } else { "" };
    let sight = format!("{night}{}{}", opening::sighting_ranges(view), opening::side_light(view));
    let has_wind = view.setup.wind.force != WindForce::Calm;
    let wind = show::generated::wind_text(&view.setup.wind);
    let wind = if has_wind { format!("A {wind}\u{b0}.") } else { "Calm.".to_owned() };
    let land: Vec<&str> = view.setup.land.iter().map(|land| land.name.as_str()).collect();
    let land = if land.is_empty() { String::new() } else { format!(" Land: {}.", land.join(", ")) };
    let (width, height) = (view.setup.table.width, view.setup.table.height);
    let gun_visibility = opening::gun_visibility(view);
    format!(
        "{sight} {gun_visibility} {wind} Table {width}\u{2033} from west to east by {height}\u{2033} from south to north.{land}"
    )
}

/// Returns ship, type, side and appearance of the enemies in sight or seen before.
pub fn enemy_rows(view: &View) -> Vec<Vec<String>> {
    let row = |(ship, appearance): (&Ship, String)| {
        vec![ship.card.name.clone(), ship.card.kind.to_string(), view.name(&ship.side).to_owned(), appearance]
    };
    contact_sentences(view).map(row).collect()
}
