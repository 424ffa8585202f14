//! The ship cards of a page: with damage for the viewer's own ships, as any yearbook prints them for the others.
use maud::{Markup, html};
use naval::model::Ship;
use naval::view::View;

use super::{side_index, slots::SlotHistory};
use crate::card::{CardPart, card_rows};
use crate::seen::visible_condition;
use crate::status::ship_condition;

/// Fills the heading and the rows of each card.
pub fn fill(slots: &mut SlotHistory, view: &View<'_>) {
    for (ship, state) in known_ships(view) {
        slots.fill(format!("ch:{}", ship.id), heading(view, ship, &state));
        slots.fill(format!("cb:{}", ship.id), body(view, ship));
    }
}

/// Returns the cards of the ships that the viewer knows, one below the other.
pub fn final_cards(view: &View<'_>) -> Markup {
    html! {
        @for (ship, state) in known_ships(view) {
            details { summary { (heading(view, ship, &state)) } (body(view, ship)) }
        }
    }
}

/// Returns the ships that the viewer knows, each with its state. An enemy in sight with nothing to tell has none.
pub fn known_ships<'v>(view: &'v View<'v>) -> impl Iterator<Item = (&'v Ship, String)> {
    let lost = view.lost_from_sight().map(|(ship, seen)| (ship, format!("last seen in turn {}", seen.turn)));
    let own = view.own_ships().map(|ship| (ship, ship_condition(view.turn, ship)));
    let enemies = view.enemies().map(|ship| (ship, visible_condition(ship)));
    own.chain(enemies).chain(lost)
}

fn heading(view: &View<'_>, ship: &Ship, state: &str) -> Markup {
    html! {
        span class={ "side s" (side_index(view, ship)) } {}
        strong { (ship.card.name) } " " (ship.card.kind)
        @if !state.is_empty() { ", " (state) }
    }
}

fn body(view: &View<'_>, ship: &Ship) -> Markup {
    let knows_damage = view.owns(&ship.side);
    html! {
        table {
            @if !knows_damage {
                tr { th scope="row" { "Damage" } td { "not known: the figures are those of a new ship" } }
            }
            @for row in &card_rows(view, ship) {
                tr {
                    th scope="row" { (row.label) }
                    td { @for line in &row.lines { (card_line(line, knows_damage)) } }
                }
            }
        }
    }
}

/// Draws the parts of a line, apart from each other.
fn card_line(line: &[CardPart<'_>], knows_damage: bool) -> Markup {
    html! {
        div {
            @for (at, part) in line.iter().enumerate() {
                @if 0 < at { "  " }
                (card_part(part, knows_damage))
            }
        }
    }
}

fn card_part(part: &CardPart<'_>, knows_damage: bool) -> Markup {
    match part {
        CardPart::Text(text) => html! { (text.trim_start().replace("    ", "; ")) },
        CardPart::Boxes { what, struck, all } => {
            let label =
                if knows_damage { format!("{struck} of {all} {what} struck off") } else { format!("{all} {what}") };
            html! {
                span role="img" aria-label=(label) {
                    @for at in 0..*all { span class=(if at < *struck { "box hit" } else { "box" }) {} }
                }
                @if all < struck { " +" (struck - all) }
            }
        }
        CardPart::Mount { name, is_left } => {
            let fate = match (knows_damage, is_left) {
                (false, _) => "",
                (true, true) => " bears",
                (true, false) => " is lost",
            };
            html! {
                span role="img" aria-label={ (name) (fate) } {
                    (name) " " span class=(if *is_left { "box" } else { "box hit" }) {}
                }
            }
        }
        CardPart::Bands(bands) => html! {
            table {
                tr { th scope="row" { "to" } @for band in bands.iter() { td class="figure" { (band.to) "″" } } }
                tr { th scope="row" { "to hit" } @for band in bands.iter() { td class="figure" { (band.to_hit) } } }
            }
        },
    }
}
